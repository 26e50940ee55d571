/* A Raspberry Pi 3B to the rpi_ws281x library in SPI mode, on any Linux machine: preload it.
 *
 * /proc/cpuinfo (and the device tree's revision) tell FAKEPI_REVISION, in hexadecimal; without it, nothing is
 * changed there. /dev/gpiomem and /dev/mem are memory. /dev/spidev0.0 takes what spidev takes and appends each
 * transfer to FAKEPI_SPI_LOG as two 32-bit words, its length and its clock in Hz, and its bytes. A transfer
 * longer than FAKEPI_BUFSIZ fails as spidev's does. With FAKEPI_NO_SPI there is no such device. While there is a
 * file FAKEPI_HANGS nothing that is asked of it ends.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/spi/spidev.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))
#define REGISTERS (8LL << 30)

static int spi = -1;
static uint32_t clock_hz;

static int memory(const char *name, long long size)
{
    int file = memfd_create(name, 0);
    return file >= 0 && ftruncate(file, size) == 0 ? file : -1;
}

/* What stands for `path`: a descriptor, -1 for an error, -2 where the real one is meant. */
static int stand_in(const char *path)
{
    if (!strcmp(path, "/dev/gpiomem") || !strcmp(path, "/dev/mem"))
        return memory("registers", REGISTERS);
    if (strcmp(path, "/dev/spidev0.0"))
        return -2;
    if (getenv("FAKEPI_NO_SPI")) {
        errno = ENOENT;
        return -1;
    }
    return spi = memory("spidev", 0);
}

#define STAND_IN_FOR(name)                                                  \
    int name(const char *path, int flags, ...)                              \
    {                                                                       \
        va_list more;                                                       \
        va_start(more, flags);                                              \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more);                                                       \
        int file = stand_in(path);                                          \
        return file != -2 ? file : REAL(name)(path, flags, mode);           \
    }
STAND_IN_FOR(open)
STAND_IN_FOR(open64)

/* The file that tells the board's revision, or NULL where the real one is meant. */
static FILE *revision_file(const char *path)
{
    static char text[64];
    const char *revision = getenv("FAKEPI_REVISION");
    if (!revision)
        return NULL;
    if (!strcmp(path, "/proc/cpuinfo"))
        return fmemopen(text, snprintf(text, sizeof text, "Revision\t: %s\n", revision), "r");
    if (!strcmp(path, "/proc/device-tree/system/linux,revision")) {
        uint32_t number = __builtin_bswap32(strtoul(revision, NULL, 16));
        memcpy(text, &number, sizeof number);
        return fmemopen(text, sizeof number, "r");
    }
    return NULL;
}

FILE *fopen(const char *path, const char *mode)
{
    FILE *file = revision_file(path);
    return file ? file : REAL(fopen)(path, mode);
}

FILE *fopen64(const char *path, const char *mode)
{
    FILE *file = revision_file(path);
    return file ? file : REAL(fopen64)(path, mode);
}

static int transfer(const struct spi_ioc_transfer *one)
{
    const char *path = getenv("FAKEPI_SPI_LOG"), *most = getenv("FAKEPI_BUFSIZ");
    if (most && one->len > strtoul(most, NULL, 10)) {
        errno = EMSGSIZE;
        return -1;
    }
    uint32_t head[2] = {one->len, one->speed_hz ? one->speed_hz : clock_hz};
    int log = path ? REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND, 0644) : -1;
    if (log >= 0) {
        if (write(log, head, sizeof head) < 0 || write(log, (void *)(uintptr_t)one->tx_buf, one->len) < 0)
            abort();
        close(log);
    }
    return one->len;
}

int ioctl(int file, unsigned long request, ...)
{
    va_list more;
    va_start(more, request);
    void *argument = va_arg(more, void *);
    va_end(more);
    if (file < 0 || file != spi)
        return REAL(ioctl)(file, request, argument);
    const char *hangs = getenv("FAKEPI_HANGS");
    while (hangs && access(hangs, F_OK) == 0)
        usleep(10000);
    switch (request) {
    case SPI_IOC_WR_MAX_SPEED_HZ:
        clock_hz = *(uint32_t *)argument;
        return 0;
    case SPI_IOC_RD_MAX_SPEED_HZ:
        *(uint32_t *)argument = clock_hz;
        return 0;
    case SPI_IOC_WR_MODE:
    case SPI_IOC_RD_MODE:
    case SPI_IOC_WR_BITS_PER_WORD:
    case SPI_IOC_RD_BITS_PER_WORD:
        return 0;
    case SPI_IOC_MESSAGE(1):
        return transfer(argument);
    }
    errno = ENOTTY;
    return -1;
}

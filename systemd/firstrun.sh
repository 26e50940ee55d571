#!/bin/bash
# For a card written with Raspberry Pi Imager: put this file, the package peglight_*.deb and, if you have one, the
# board's peglight.toml on its first partition, and add to the one line of cmdline.txt there:
#   systemd.run=/boot/firmware/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target
# At its first start the Pi installs Peglight and starts again; nobody needs ssh. What was said is in peglight.log.
BOOT=/boot/firmware
[ -d "$BOOT" ] || BOOT=/boot
exec >"$BOOT/peglight.log" 2>&1
if [ -f "$BOOT/peglight.toml" ]; then
    install -D -m 640 "$BOOT/peglight.toml" /etc/peglight/peglight.toml
fi
dpkg -i "$BOOT"/peglight_*.deb
systemctl enable peglight.service peglight-lamps.service
# Once is enough.
sed -i 's# systemd\.run[^ ]*##g; s# systemd\.unit=kernel-command-line\.target##' "$BOOT/cmdline.txt"
rm -f "$BOOT/firstrun.sh"
exit 0

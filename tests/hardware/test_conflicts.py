"""What two devices cannot have both is told before anything is opened, naming both and a way out."""

from pathlib import Path

import pytest

from hardware.conflicts import Host, check_conflicts, look
from hardware.drivers.ws281x_chip import spi_frame_bytes
from hardware.rig import DeviceSpec, Kind
from tests.devices.fakepi import FakePi, build_shim
from tests.hardware.test_ws281x import SHOWS

USUAL_HOST = Host(analog_audio=False, spi_bufsiz=4096)
AUDIO = Host(analog_audio=True)


def strip(name: str = "ring", driver: str = "ws281x", **settings: object) -> DeviceSpec:
    return DeviceSpec(Kind.STRIP, name, driver, settings)


def reader(name: str = "table", driver: str = "mfrc522", **settings: object) -> DeviceSpec:
    return DeviceSpec(Kind.READER, name, driver, settings)


def button(name: str, gpio: int) -> DeviceSpec:
    return DeviceSpec(Kind.BUTTON, name, "gpio", {"gpio": gpio})


def told(*specs: DeviceSpec, host: Host = USUAL_HOST) -> list[str]:
    return check_conflicts(specs, host)


def the_one(*specs: DeviceSpec, host: Host = USUAL_HOST) -> str:
    (sentence,) = told(*specs, host=host)
    return sentence


def test_the_usual_board_has_none() -> None:
    knob = DeviceSpec(Kind.KNOB, "knob", "gpio", {"gpio_a": 5, "gpio_b": 6})
    buzzer = DeviceSpec(Kind.BUZZER, "beep", "gpio", {"gpio": 13})
    readers = [reader(), reader("draw", device=1), reader("far", bus=1), reader("uart", "rdm6300", port="a")]
    buttons = [button("next", 16), button("back", 26), button("confirm", 22)]
    assert told(strip(gpio=12, lamps=112), *readers, knob, buzzer, *buttons[1:]) == []
    assert told(strip(gpio=10, lamps=112), *buttons, knob) == []
    assert told() == []


def test_two_owners_of_a_pin_are_both_named() -> None:
    assert the_one(strip(gpio=18), button("next", 18)) == (
        "GPIO18 belongs to both the strip 'ring' and the button 'next': give one of them another."
    )


def test_a_strip_has_its_usual_pin_without_being_told() -> None:
    assert "GPIO18" in the_one(strip(), button("next", 18))


def test_a_knob_with_one_pin_twice_is_told() -> None:
    knob = DeviceSpec(Kind.KNOB, "knob", "gpio", {"gpio_a": 5, "gpio_b": 5})
    assert the_one(knob) == "The knob 'knob' names GPIO5 twice: give it two different pins."


@pytest.mark.parametrize("pin", [8, 9, 10, 11])
def test_a_button_on_the_reader_s_bus_is_told(pin: int) -> None:
    assert f"GPIO{pin} belongs to both the reader 'table' and the button" in the_one(
        reader(), button("next", pin)
    )


def test_two_readers_with_one_chip_select_are_told() -> None:
    assert "GPIO8 belongs to both the reader 'table' and the reader 'draw'" in the_one(
        reader(), reader("draw")
    )


def test_the_package_s_reset_pin_is_taken() -> None:
    assert "GPIO25" in the_one(reader(driver="mfrc522-package"), button("next", 25))


def test_a_button_on_the_serial_port_s_pins_is_told() -> None:
    uart = reader("uart", "pn532-uart", port="/dev/serial0")
    assert "GPIO15 belongs to both the reader 'uart' and the button 'next'" in the_one(
        uart, button("next", 15)
    )


def test_two_devices_on_one_port_or_file_are_told() -> None:
    port = "/dev/serial/by-id/usb-1"
    one = the_one(strip(driver="adalight", port=port), reader("uart", "rdm6300", port=port))
    assert one.startswith(f"{port} belongs to both the strip 'ring' and the reader 'uart'")
    assert "/dev/leds0" in the_one(
        strip("a", "leds0", path="/dev/leds0"), strip("b", "leds0", path="/dev/leds0")
    )


def test_two_devices_on_one_port_by_two_of_its_names_are_told(tmp_path: Path) -> None:
    """Which is the same now tells the machine; what is not plugged in is judged by its name."""
    by_id = tmp_path / "dev/serial/by-id"
    by_id.mkdir(parents=True)
    (tmp_path / "dev/ttyUSB0").touch()
    (by_id / "usb-1").symlink_to("../../ttyUSB0")
    specs = [
        reader("uart", "rdm6300", port="/dev/serial/by-id/usb-1"),
        strip(driver="adalight", port="/dev/ttyUSB0"),
        reader("far", "rdm6300", port="/dev/ttyUSB1"),
    ]
    assert the_one(*specs, host=look(tmp_path)) == (
        "/dev/serial/by-id/usb-1 belongs to both the reader 'uart' and the strip 'ring': "
        "give one of them another."
    )
    assert told(*specs) == []


def test_a_strip_has_its_usual_file_without_being_told() -> None:
    assert the_one(strip("a", "leds0"), strip("b", "leds0", path="/dev/leds0")) == (
        "/dev/leds0 belongs to both the strip 'a' and the strip 'b': give one of them another."
    )
    assert told(strip("a", "leds0"), strip("b", "leds0", path="/dev/leds1")) == []


def test_a_key_of_a_terminal_with_two_owners_is_told() -> None:
    def key(name: str, letter: str, **more: object) -> DeviceSpec:
        return DeviceSpec(Kind.BUTTON, name, "terminal", {"letter": letter, **more})

    knob = DeviceSpec(Kind.KNOB, "knob", "terminal", {"clockwise": "n"})
    assert told(key("next", "n"), key("back", "b"), key("far", "n", tty="/dev/tty9")) == []
    assert the_one(key("next", "n"), key("back", "n")) == (
        "the key 'n' belongs to both the button 'next' and the button 'back': give one another."
    )
    assert "the button 'next' and the knob 'knob'" in the_one(key("next", "n"), knob)
    held = DeviceSpec(Kind.KNOB, "knob", "terminal", {"back": "N"})
    assert "the key 'n' belongs to both the button 'next' and the knob 'knob'" in the_one(
        key("next", "n"), held
    )


def test_rc522_readers_and_leds_on_spi_0_are_refused() -> None:
    sentence = the_one(strip(gpio=10, lamps=112), reader())
    assert sentence == (
        "The strip 'ring' on GPIO10 takes the whole of SPI 0, where the reader 'table' is: move the strip to "
        "GPIO18 or GPIO21, or the reader to SPI bus 1."
    )
    assert told(strip(gpio=10, lamps=112), reader(bus=1)) == []


def test_dma_channel_5_is_never_allowed() -> None:
    assert "The strip 'ring' and the SD card would share DMA channel 5" in the_one(strip(dma=5))


@pytest.mark.parametrize("pin", [12, 13, 18, 19])
def test_leds_on_pwm_while_analog_sound_is_on_are_refused(pin: int) -> None:
    sentence = the_one(strip(gpio=pin), host=AUDIO)
    assert f"on GPIO{pin} and the analog sound (snd_bcm2835) both need the PWM unit" in sentence
    assert "dtparam=audio=off" in sentence


def test_analog_sound_does_not_matter_to_other_pins_and_drivers() -> None:
    assert told(strip(gpio=21), host=AUDIO) == told(strip(driver="leds0"), host=AUDIO) == []


def test_two_strips_on_one_unit_or_dma_channel_are_told() -> None:
    assert "both need the PWM unit" in the_one(strip(gpio=18), strip("homes", gpio=13))
    assert "both take DMA channel 10" in the_one(strip(gpio=18), strip("homes", gpio=21))
    assert told(strip(gpio=18), strip("homes", gpio=21, dma=9), strip("far", gpio=10)) == []


@pytest.mark.parametrize(
    ("lamps", "bufsiz", "fits"),
    [
        (112, 4096, True),
        (168, 4096, True),
        (224, 4096, True),
        (300, 4096, True),
        (339, 4096, True),
        (340, 4096, False),
        (500, 4096, False),
        (500, 32768, True),
    ],
)
def test_a_spi_frame_longer_than_bufsiz_is_refused(lamps: int, bufsiz: int, fits: bool) -> None:
    sentences = told(strip(gpio=10, lamps=lamps), host=Host(spi_bufsiz=bufsiz))
    assert (sentences == []) == fits
    assert all(f"{bufsiz} (bufsiz)" in one and "spidev.bufsiz=32768" in one for one in sentences)


def test_a_sacrificial_lamp_counts_in_the_frame() -> None:
    most = next(n for n in range(300, 400) if spi_frame_bytes(n + 1) > 4096)
    assert told(strip(gpio=10, lamps=most)) == []
    assert len(told(strip(gpio=10, lamps=most, sacrificial=True))) == 1


def test_what_is_unknown_of_the_machine_is_not_judged() -> None:
    assert told(strip(gpio=18), host=Host()) == told(strip(gpio=10, lamps=1000), host=Host()) == []


@pytest.mark.needs_drivers("rpi_ws281x")
@pytest.mark.parametrize("lamps", [1, 2, 3, 112, 224, 339, 340])
def test_the_calculated_frame_is_what_the_library_sends(tmp_path: Path, lamps: int) -> None:
    pi = FakePi(build_shim(tmp_path), tmp_path)
    assert pi.run(SHOWS, {"gpio": 10, "lamps": lamps})[0] == 0
    assert {len(sent) for _, sent in pi.transfers()} == {spi_frame_bytes(lamps)}


def test_the_machine_is_asked_for_what_is_in_force(tmp_path: Path) -> None:
    assert look(tmp_path) == Host(None, None)
    parameters = tmp_path / "sys/module/spidev/parameters"
    parameters.mkdir(parents=True)
    (parameters / "bufsiz").write_text("32768\n", encoding="ascii")
    assert look(tmp_path) == Host(analog_audio=False, spi_bufsiz=32768)
    (tmp_path / "sys/module/snd_bcm2835").mkdir()
    assert look(tmp_path) == Host(analog_audio=True, spi_bufsiz=32768)

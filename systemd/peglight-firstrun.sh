#!/bin/bash
# For a card written with Raspberry Pi Imager, so that nobody needs ssh. Put on its first partition: this file, the
# package peglight_*.deb and, if you have one, the board's peglight.toml. cmdline.txt there is one line; add to it, after
# a blank:
#   systemd.run=/boot/firmware/peglight-firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target
# Where Imager was asked for Wi-Fi or a user it may have such words there already, with a firstrun.sh of its own: then only
# write this file's path in place of that one's, which is run all the same.
# At its first start the Pi installs Peglight and starts again. What was said is in peglight.log beside this file.
BOOT=/boot/firmware
[ -f "$BOOT/cmdline.txt" ] || BOOT=/boot
exec >"$BOOT/peglight.log" 2>&1
if [ -f "$BOOT/firstrun.sh" ]; then bash "$BOOT/firstrun.sh"; fi
if [ -f "$BOOT/peglight.toml" ]; then
    install -D -m 640 "$BOOT/peglight.toml" /etc/peglight/peglight.toml
fi
dpkg -i "$BOOT"/peglight_*.deb
if [ -f /etc/peglight/peglight.toml ]; then python3 /opt/peglight/boot_lines.py /etc/peglight/peglight.toml; fi
# Once is enough, whatever came of it: the card must start.
sed -i -E 's#(^| )systemd\.(run|run_success_action|run_failure_action)=[^ ]*##g; s#(^| )systemd\.unit=kernel-command-line\.target##' \
    "$BOOT/cmdline.txt"
rm -f "$BOOT/peglight-firstrun.sh"
sync
exit 0

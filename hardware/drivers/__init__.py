"""One file per device, each offering `open_reader`, `open_button`, `open_knob`, `open_strip` or `open_buzzer`."""

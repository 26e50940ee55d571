"""One file per device: `open_reader`, `open_button`, `open_knob`, `open_strip` or `open_buzzer`.

A device's own library is imported inside that function, so a board needs only what its configuration names.
"""

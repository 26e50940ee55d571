"""No collection of garbage stands between a card and its lamps."""

import gc

from firmware_host.run_command import heap_at_rest


def test_a_collection_passes_over_what_the_start_has_made() -> None:
    made = [[number] for number in range(1000)]
    with heap_at_rest():
        walked = {id(one) for one in gc.get_objects()}
        assert not walked & {id(one) for one in made}
    walked = {id(one) for one in gc.get_objects()}
    assert walked >= {id(one) for one in made}, "what a restart leaves behind is given back"

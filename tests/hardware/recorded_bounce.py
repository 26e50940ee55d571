"""Bounces of real contacts: when the level changed, in nanoseconds from the first change, and to what.

Recorded by the Big Bouncy Button Benchmark (github.com/adamfk/bouncy-button, its example session, version
0.2.3) from a worn push button on an input with the controller's own pull-up; resolution 2.5 microseconds.
0 is a closed contact (down), 1 an open one. Where the recorder saw a level twice, the spike between the two
was too short for it and is left out here.
"""

Trace = tuple[tuple[int, int], ...]

PRESS_BRIEF: Trace = ((806, 0), (25792, 1), (28210, 0), (78926, 1), (83886, 0))
PRESS_USUAL: Trace = ((806, 0), (125922, 1), (230826, 0), (491226, 1), (494822, 0))
# Pressed very slowly: closed for 45 ms, a burst, open again for 63 ms, closed at last.
PRESS_SLOW: Trace = (
    (806, 0),
    (45545200, 1),
    (45547618, 0),
    (45623072, 1),
    (45625490, 0),
    (45672672, 1),
    (45680980, 0),
    (45739942, 1),
    (45767098, 0),
    (45802500, 1),
    (45814342, 0),
    (45973434, 1),
    (45987632, 0),
    (46031466, 1),
    (46033884, 0),
    (46194340, 1),
    (46196758, 0),
    (46252186, 1),
    (46258138, 0),
    (46359508, 1),
    (46370172, 0),
    (46432668, 1),
    (46443332, 0),
    (46490514, 1),
    (46492932, 0),
    (46674406, 1),
    (46707452, 0),
    (46765236, 1),
    (46792392, 0),
    (46838396, 1),
    (46845526, 0),
    (46910378, 1),
    (109746262, 0),
)
RELEASE_CLEAN: Trace = ((806, 1),)
RELEASE_USUAL: Trace = (
    (806, 1),
    (2232, 0),
    (48236, 1),
    (53010, 0),
    (412362, 1),
    (472502, 0),
    (606856, 1),
    (613986, 0),
    (736560, 1),
)
RELEASE_SLOW: Trace = ((806, 1), (9004818, 0), (12683526, 1), (13642852, 0), (13645270, 1))

PRESSES = {"brief": PRESS_BRIEF, "usual": PRESS_USUAL}
RELEASES = {"clean": RELEASE_CLEAN, "usual": RELEASE_USUAL, "slow": RELEASE_SLOW}

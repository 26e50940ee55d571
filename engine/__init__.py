"""The rules of Pegs and Jokers, and the referee.

Pure: no clock, no I/O, no threads, no logging, no randomness; standard library only.
`referee.judge` is the one way a game changes; everything else is data or a question about data.
"""

"""Small films and what each of their frames must be, worked out here without editc.

usage: python3 Judges make FOLDER     writes the scripts and the files that they show
       python3 Judges check FOLDER    holds the frames that were rendered of them against the values computed here

A frame is judged as it is before it is encoded: `NAME.raw` holds the planes of all frames one after the other,
`NAME.form` their width, height, bytes a sample and number.
"""

import sys

import between
import blends
import colours
import drawn
import geometry
import looks
import mattes
import media
import steady
import transitions
import words
from film import FILMS, Measurements

MODULES = [geometry, looks, blends, drawn, mattes, transitions, words, colours, media, between, steady]


def main():
    command, folder = sys.argv[1:]
    if command == "make":
        media.make(folder)
        between.make(folder)
        steady.make(folder)
        colours.make(folder)
        for film in FILMS:
            film.write(folder)
        return
    measurements = Measurements()
    for film in FILMS:
        film.judge(folder, measurements)
    for failure in measurements.failures:
        print(failure)
    print(f"{len(FILMS)} films, {measurements.count} values, {len(measurements.failures)} failures")


main()

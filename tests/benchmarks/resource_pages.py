#!/usr/bin/env python3
"""Pages through all notes by resources/list, and compares that with a listing of the folder.

usage: resource_pages.py NOTES_MCP [--notes 20000] [--rounds 5] [--most 20]

Makes a vault of small notes in memory where the system has such a place. The listing is the barest
there is: the names, no look at the files. Prints both times, the least of some rounds, once the notes
have been read, and the time of the first pass too, which reads them; the exit status is 1 when the
pages take --most times the listing or more. At 20,000 notes all of it takes a few seconds.
Python 3.11, no packages.
"""
import argparse
import os
import sys
import tempfile
import time

from mcp_server import Server


def fill(folder, count):
    for number in range(count):
        with open(os.path.join(folder, f"note-{number:06}.md"), "w", encoding="utf-8") as file:
            file.write(f"---\ntitle: Note {number}\ntags: [a, b]\n---\n\nSome words, {number} of them.\n")


def listing_time(folder):
    begin = time.perf_counter()
    os.listdir(folder)
    return time.perf_counter() - begin


def all_pages(server):
    """The names of all resources, and the seconds that the server took to answer."""
    names, seconds, params = [], 0.0, {}
    while True:
        begin = time.perf_counter()
        result = server.request("resources/list", params)
        seconds += time.perf_counter() - begin
        names += [resource["name"] for resource in result["resources"]]
        if "nextCursor" not in result:
            return names, seconds
        params = {"cursor": result["nextCursor"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--notes", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most", type=float, default=20)
    arguments = parser.parse_args()
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        fill(folder, arguments.notes)
        server = Server(arguments.program, folder)
        expected = [f"note-{number:06}" for number in range(arguments.notes)]
        times = []
        for _ in range(arguments.rounds + 1):
            names, seconds = all_pages(server)
            if names != expected:
                sys.exit("the pages do not hold each note once, in order")
            times.append(seconds)
        listing = min(listing_time(folder) for _ in range(arguments.rounds))
        server.close()
    pages = min(times[1:])
    print(f"listing of {arguments.notes} files: {listing * 1000:.1f} ms")
    print(f"first pass through the pages:  {times[0] * 1000:.1f} ms")
    print(f"pages of all notes:            {pages * 1000:.1f} ms, {pages / listing:.1f} times the listing")
    return 0 if pages < arguments.most * listing else 1


if __name__ == "__main__":
    sys.exit(main())

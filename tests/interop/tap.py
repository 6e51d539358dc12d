"""Runs a command and copies its standard input and output, writing every line of both to a file in the order it passed.

Usage: tap.py FILE COMMAND ARG...      (each run appends to FILE.PID, since a client may start its server twice)
"""

import os
import subprocess
import sys
import threading

file = open(f"{sys.argv[1]}.{os.getpid()}", "ab", buffering=0)
child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
lock = threading.Lock()


def copy(source, target):
    for line in iter(source.readline, b""):
        # It is written down before it goes on, so that no answer stands before its request.
        with lock:
            file.write(line if line.endswith(b"\n") else line + b"\n")
        try:
            target.write(line)
            target.flush()
        except BrokenPipeError:
            break
    target.close()


threading.Thread(target=copy, args=(sys.stdin.buffer, child.stdin), daemon=True).start()
copy(child.stdout, sys.stdout.buffer)
sys.exit(child.wait())

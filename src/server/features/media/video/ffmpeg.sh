#!/bin/sh
# ffmpeg with 2 GB of memory at most. 4K with 16 threads needs 0.8 GB; a hostile file of a kilobyte could take all.
ulimit -d 2097152
exec "${FFMPEG_PATH:-ffmpeg}" "$@"

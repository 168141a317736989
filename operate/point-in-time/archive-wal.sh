#!/usr/bin/env bash
# PostgreSQL's archive_command: keeps one finished piece of the write-ahead log.
#
#   archive_command = '/opt/purser/operate/point-in-time/archive-wal.sh "%p" "%f" /backups/wal'
#
# It succeeds only when the piece is on disk under its name. PostgreSQL keeps a piece until then, and tries again.
set -euo pipefail

source_file=$1
name=$2
archive=$3

if [ -e "$archive/$name" ]; then
  # PostgreSQL repeats itself after a crash: the same piece again is fine, another one of the same name never is.
  cmp --silent "$source_file" "$archive/$name" && exit 0
  echo "$archive/$name exists and is another piece: two servers must not share an archive." >&2
  exit 1
fi

draft="$archive/.unfinished-$name.$$"
trap 'rm -f "$draft"' EXIT
cp "$source_file" "$draft"
sync "$draft"
mv --no-clobber "$draft" "$archive/$name"
sync "$archive"
[ -e "$archive/$name" ] && [ ! -e "$draft" ]

#!/usr/bin/env bash
# Takes a base backup of a running PostgreSQL, from which any later moment can be restored with the archived log.
#
#   base-backup.sh FOLDER [CONNECTION]
#
# Makes FOLDER/base-2026-11-15-031500. CONNECTION is what pg_basebackup --dbname takes; without one, the PG… variables
# say where. The login needs the right REPLICATION. Run it every night, and keep the log since the oldest one you keep.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/find-postgresql.sh"
need pg_basebackup

folder=${1:?"Usage: base-backup.sh FOLDER [CONNECTION]"}
connection=${2:-}
target="$folder/base-$(date -u +%Y-%m-%d-%H%M%S)"
draft="$folder/.unfinished-$(basename "$target")"

umask 077
mkdir -p "$folder"
rm -rf "$draft"
# With the log that was written meanwhile: the base backup is whole by itself, even if the archive is behind.
pg_basebackup ${connection:+--dbname="$connection"} --pgdata="$draft" --wal-method=stream --checkpoint=fast
if command -v pg_verifybackup > /dev/null; then
  pg_verifybackup --quiet "$draft"
fi
mv "$draft" "$target"
sync "$folder"
echo "$target"

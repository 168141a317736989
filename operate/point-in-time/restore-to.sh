#!/usr/bin/env bash
# Restores a base backup and replays the archived log up to a moment, into a new folder, and starts PostgreSQL on it.
#
#   restore-to.sh BASE ARCHIVE TARGET TIME [OPTIONS]
#
#   restore-to.sh /backups/base-2026-11-15-031500 /backups/wal /var/lib/postgresql/restored '2026-11-15 14:29:00+00'
#
# TIME is the last moment that is kept; say its time zone. OPTIONS go to postgres as they are, such as '-p 5433'. Run it as
# the user that PostgreSQL runs as: PostgreSQL does not run as root.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/find-postgresql.sh"
need pg_ctl postgres pg_controldata

usage='Usage: restore-to.sh BASE ARCHIVE TARGET TIME [OPTIONS]'
base=${1:?"$usage"}
archive=$(cd "${2:?"$usage"}" && pwd)
target=${3:?"$usage"}
moment=${4:?"$usage"}
options=${5:-}

if [ -e "$target" ]; then
  echo "$target exists already. Restore into a new folder, and keep the old one until you have looked at the new." >&2
  exit 1
fi
case $moment in *[+-][0-9][0-9]*|*UTC|*Z) ;; *)
  echo "Say the time zone, such as '$moment+00': the server's own may be another." >&2
  exit 1 ;;
esac

umask 077
cp -a "$base" "$target"
cat >> "$target/postgresql.auto.conf" << SETTINGS
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
# What is written from now on is a history of its own. Set this again once a new base backup was taken.
archive_mode = 'off'
SETTINGS
touch "$target/recovery.signal"

failed() {
  echo "The log could not be replayed up to $moment. PostgreSQL said:" >&2
  grep -E "FATAL|LOG: .*(recover|target|archive)" "$target/restore.log" | tail -5 >&2
  echo "Is the archive complete, and was anything written after that moment? $target can be removed." >&2
  exit 1
}

# It takes connections while it still replays the log; it is done when it writes again.
pg_ctl --pgdata="$target" --wait --timeout=86400 --log="$target/restore.log" ${options:+--options="$options"} start \
  > /dev/null || failed
until LC_ALL=C pg_controldata "$target" | grep -q 'cluster state: *in production'; do
  pg_ctl --pgdata="$target" status > /dev/null || failed
  sleep 0.2
done
echo "PostgreSQL runs on $target as it was at $moment. Now run \"purser verify\" with its DATABASE_URL."

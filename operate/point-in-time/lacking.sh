#!/usr/bin/env bash
# Tells which acknowledged calls a restored database lacks.
#
#   lacking.sh LIST DATABASE
#
#   lacking.sh acknowledged.txt 'postgresql://purser:…@db.example:5433/purser'
#
# LIST has a line for each call that was answered with success after the moment of the restore, or around it: its brand and
# its requestRef, with a blank between, as tills, shops or the access log of a proxy have kept them. Prints the lines whose
# call the database does not have, and ends with 1 if there is any. Whoever made such a call repeats it with its
# customRequestId: it is carried out then, and one that is there is not carried out twice.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/find-postgresql.sh"
need psql

usage='Usage: lacking.sh LIST DATABASE'
list=${1:?"$usage"}
database=${2:?"$usage"}

if grep -vqE '^[^[:blank:]]+ [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' "$list"; then
  echo "$list: each line has a brand, a blank and a requestRef. This one has not:" >&2
  grep -vE '^[^[:blank:]]+ [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' "$list" | head -1 >&2
  exit 2
fi

lacking=$(
  {
    echo 'create temporary table told (brand_id text not null, request_ref uuid not null);'
    echo "copy told from stdin (delimiter ' ');"
    cat "$list"
    echo '\.'
    echo "select brand_id || ' ' || request_ref from told where not exists (
      select from request where request.brand_id = told.brand_id and request.request_ref = told.request_ref)
      order by brand_id, request_ref;"
  } | psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$database"
)
if [ -z "$lacking" ]; then
  echo 'The database has all of them.' >&2
  exit 0
fi
echo "$lacking"
exit 1

#!/bin/sh
# Makes the secrets of the compose file, once. The folder keeps other users of this machine out; within the containers
# the files must be readable by their own users.
set -eu
cd "${1:-$(dirname "$0")}"
if [ -e secrets ]; then
  echo "There is a folder named secrets already. A new password would not fit the database that exists." >&2
  exit 1
fi
mkdir -m 700 secrets
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
password=$(random)
random > secrets/postgres-password
printf '%s' "$password" > secrets/purser-password
printf 'postgresql://purser:%s@database:5432/purser' "$password" > secrets/database-url
chmod 444 secrets/*
echo "Made $(pwd)/secrets. Keep a copy of it in a safe place."

#!/bin/sh
# Run once by the PostgreSQL container, when it makes its database: a login that owns Purser's database and nothing else,
# and the role that write-protects the ledger (docs/own-postgresql.md).
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
  --set password="$(cat /run/secrets/purser-password)" <<'SQL'
create role purser login password :'password';
create database purser owner purser;
revoke connect on database purser from public;
create role purser_app nologin;
grant purser_app to purser;
SQL

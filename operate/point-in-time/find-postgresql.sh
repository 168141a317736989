# Sourced by the others: puts PostgreSQL's programs on the path, where pg_config or the path knows them.
if command -v pg_config > /dev/null; then
  PATH="$(pg_config --bindir):$PATH"
fi

need() {
  for program in "$@"; do
    command -v "$program" > /dev/null && continue
    echo "$program was not found. Install the server and client programs of PostgreSQL, or put them on the path." >&2
    exit 1
  done
}

import type pg from 'pg'

/**
 * Says that a database must not be served. `filling`: a restore or a move is under way here, or was interrupted.
 * `filled`: all of it is here, and only the last step of a move is missing. `moved`: its data lives elsewhere now.
 */
export interface DatabaseMark {
  readonly kind: 'filling' | 'filled' | 'moved'
  /** The same on both sides of a move. */
  readonly id: string
  /** Where the data comes from, or where it went. Never a password. */
  readonly place: string
}

/** A table of its own, and only while it says something: a database without it is an ordinary one. */
export const markTable = 'purser_mark'

export async function findMark(client: pg.ClientBase): Promise<DatabaseMark | undefined> {
  const found = await client.query('select to_regclass($1) is not null as there', [markTable])
  if (!found.rows[0]?.there) return undefined
  const { rows } = await client.query<DatabaseMark>('select kind, id::text as id, place from purser_mark')
  return rows[0]
}

/** Replaces the mark that is there. In a transaction of its own: it is there or it is not. */
export async function writeMark(client: pg.ClientBase, { kind, id, place }: DatabaseMark): Promise<void> {
  await client.query('begin')
  await client.query(`
    create table if not exists purser_mark (
      kind text not null,
      id uuid not null,
      place text not null,
      marked_at timestamptz not null default now()
    )`)
  await client.query('delete from purser_mark')
  await client.query('insert into purser_mark (kind, id, place) values ($1, $2, $3)', [kind, id, place])
  await client.query('commit')
}

export async function dropMark(client: pg.ClientBase): Promise<void> {
  await client.query('drop table if exists purser_mark')
}

/** Whatever works on a database calls this first. */
export async function refuseMarked(client: pg.ClientBase): Promise<void> {
  const mark = await findMark(client)
  if (mark) throw new Error(reasonOf(mark))
}

function reasonOf({ kind, place }: DatabaseMark): string {
  if (kind === 'moved') {
    return (
      `The data of this database was moved to ${place}. Set DATABASE_URL or --database-file to that database; ` +
      'the secret key stays the same. What is left here is a copy from the moment of the move and is not served.'
    )
  }
  return (
    `This database is incomplete: it is being filled from ${place}, or that was interrupted. ` +
    'Wait for it to finish, or run the same "purser restore" or "purser move" again: it begins anew.'
  )
}

import type pg from 'pg'
import {
  advanceSequences,
  countRelations,
  listForeignKeys,
  listIndexes,
  listStoredTables,
} from '../../ground/database/catalogue.sql.ts'
import { type DatabaseMark, findMark, writeMark } from '../../ground/database/database-mark.sql.ts'
import { checkKnown, migrateFilled, migrateUntil, withSchemaLock } from '../../ground/database/migrate.ts'
import {
  addForeignKey,
  addIndex,
  dropEverything,
  dropForeignKey,
  dropIndex,
  makePartition,
} from '../../ground/database/schema-change.sql.ts'
import { readThrough } from './check-backup.ts'
import { copyIn } from './copy.sql.ts'
import { cutOff, openCopyClient } from './copy-client.ts'
import { DatabaseSnapshot } from './database-snapshot.ts'
import { analyse, tryFillLock } from './fill-lock.sql.ts'
import { isSameContent } from './row-measure.ts'
import type { OnProgress, RowSource, SourceContent, SourceHead } from './row-source.ts'

/** The database that something was to be written into holds something already. */
export class NotEmpty extends Error {}

export interface FillOptions {
  readonly id: string
  /** Where the rows come from, for whoever finds the database half filled. */
  readonly place: string
  readonly log: (line: string) => void
  readonly progress: OnProgress
  /** Told when the rows are in and are being compared. */
  readonly compares: () => void
  /** Whether rows that an unfinished move left here may be deleted: only while its source is still the live database. */
  readonly replacesFilled?: boolean
  readonly migrations?: string
}

/**
 * Writes a whole database into an empty one: the schema as it was, the rows in one transaction, and then whatever
 * migrations came later. The database is marked from the beginning, and whoever calls this takes the mark away.
 */
export async function fillDatabase(url: string, source: RowSource, options: FillOptions): Promise<SourceContent> {
  const { id, place, log, progress, compares, migrations } = options
  checkKnown(source.head.migrations, migrations)
  const client = await openCopyClient(url)
  try {
    if (!(await tryFillLock(client)))
      throw new Error('Another "purser restore" or "purser move" is filling this database at this moment.')
    await claim(url, { kind: 'filling', id, place }, options)
    await migrateUntil(url, source.head.migrations, migrations)
    const content = await writeRows(client, source, progress)
    await analyse(client)
    compares()
    await compare(url, content)
    await migrateFilled(url, log, migrations)
    return content
  } finally {
    cutOff(client)
  }
}

/** Takes an empty database, or one that an earlier attempt left half filled, which is emptied. */
async function claim(url: string, mark: DatabaseMark, { replacesFilled = false }: FillOptions): Promise<void> {
  await withSchemaLock(url, async (owner) => {
    const found = await findMark(owner)
    if (found?.kind === 'moved')
      throw new NotEmpty(`Its data was moved to ${found.place}, and what is left here is kept as it was.`)
    if (found?.kind === 'filled' && !replacesFilled)
      throw new NotEmpty(`A move from ${found.place} is complete but for its last step: run that "purser move" again.`)
    if (found) await dropEverything(owner)
    const count = await countRelations(owner)
    if (count > 0) throw new NotEmpty(`It holds ${count} tables, views and sequences.`)
    await writeMark(owner, mark)
  })
}

async function writeRows(client: pg.Client, source: RowSource, progress: OnProgress): Promise<SourceContent> {
  await checkTables(client, source.head)
  await client.query('begin')
  for (const { name, partitions } of source.head.tables) {
    for (const partition of partitions) await makePartition(client, name, partition)
  }
  const [foreignKeys, indexes] = [await listForeignKeys(client), await listIndexes(client)]
  for (const foreignKey of foreignKeys) await dropForeignKey(client, foreignKey)
  for (const index of indexes) await dropIndex(client, index)
  const content = await source.feed((table, rows) => copyIn(client, table, rows), progress)
  for (const index of indexes) await addIndex(client, index)
  for (const foreignKey of foreignKeys) await addForeignKey(client, foreignKey)
  await advanceSequences(client, content.sequences)
  await client.query('commit')
  return content
}

/** The names come from a file, so only those that the migrations made are believed. */
async function checkTables(client: pg.Client, { tables }: SourceHead): Promise<void> {
  const ours = new Map((await listStoredTables(client)).map((table) => [table.name, table]))
  for (const { name, columns } of tables) {
    const known = ours.get(name)?.columns
    const unknown = known === undefined ? [] : columns.filter((column) => !known.includes(column))
    if (known === undefined) throw new Error(`The table ${name} is not one that the migrations make.`)
    if (unknown.length > 0) throw new Error(`The table ${name} has no column ${unknown.join(', ')}.`)
  }
  const missing = [...ours.keys()].filter((name) => !tables.some((table) => table.name === name))
  if (missing.length > 0) throw new Error(`The tables ${missing.join(', ')} are missing from what is to be restored.`)
}

/** Reads everything back: what is stored must be what was written. */
async function compare(url: string, { measures }: SourceContent): Promise<void> {
  const stored = await DatabaseSnapshot.with(url, (snapshot) => snapshot.feed(readThrough, () => undefined))
  const different = [...measures.keys()].filter((name) => !isSameContent(measures.get(name), stored.measures.get(name)))
  if (different.length > 0)
    throw new Error(`What was stored is not what was read, in these tables: ${different.join(', ')}.`)
}

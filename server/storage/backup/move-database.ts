import { setTimeout as sleep } from 'node:timers/promises'
import { dropMark, findMark, refuseMarked, writeMark } from '../../ground/database/database-mark.sql.ts'
import { readHistory, withSchemaLock } from '../../ground/database/migrate.ts'
import { DatabaseSnapshot } from './database-snapshot.ts'
import { type FillOptions, fillDatabase } from './fill-database.ts'
import type { SourceContent } from './row-source.ts'
import { countOthers } from './sessions.sql.ts'

interface MovePlace {
  readonly url: string
  /** How it is called, without a password. */
  readonly name: string
}

export interface MoveOptions extends Omit<FillOptions, 'place' | 'replacesFilled'> {
  readonly from: MovePlace
  readonly to: MovePlace
  /** Derives everything again in the database that was moved to; throws if something does not add up. */
  readonly verify: (url: string) => Promise<void>
}

export type DatabaseMove =
  | { readonly kind: 'moved'; readonly content: SourceContent }
  /** An earlier run had been interrupted before its last step. */
  | { readonly kind: 'finished' }
  | { readonly kind: 'alreadyMoved'; readonly place: string }

/**
 * Copies a database that nobody else uses into another, and leaves exactly one of the two to be served, whenever it is
 * interrupted: the target is marked until the source is. Before that, a second run begins anew; after it, it only
 * takes the mark of the target away.
 */
export async function moveDatabase(options: MoveOptions): Promise<DatabaseMove> {
  const { from, to, id, verify } = options
  const mark = await withSchemaLock(from.url, findMark)
  if (mark?.kind === 'moved') return finishMove(mark.id, mark.place, to)
  await withSchemaLock(from.url, refuseMarked)
  await refuseOthers(from.url)
  const content = await DatabaseSnapshot.with(from.url, (source) =>
    fillDatabase(to.url, source, { ...options, place: from.name, replacesFilled: true }),
  )
  await verify(to.url)
  await refuseOthers(from.url)
  await withSchemaLock(to.url, (client) => writeMark(client, { kind: 'filled', id, place: from.name }))
  await withSchemaLock(from.url, (client) => writeMark(client, { kind: 'moved', id, place: to.name }))
  await withSchemaLock(to.url, dropMark)
  return { kind: 'moved', content }
}

/** The source is not served any more, so the target has to be. */
async function finishMove(id: string, place: string, to: MovePlace): Promise<DatabaseMove> {
  return withSchemaLock(to.url, async (client) => {
    const mark = await findMark(client)
    if (mark?.kind === 'filled' && mark.id === id) {
      await dropMark(client)
      return { kind: 'finished' }
    }
    const isServed = mark === undefined && (await readHistory(client)).length > 0
    if (isServed && place === to.name) return { kind: 'alreadyMoved', place }
    throw new Error(`The data was moved to ${place} before. It is not moved to ${to.name} as well.`)
  })
}

/** A connection that was just closed is still there for a moment. */
const closingMs = 5000

/** What another process writes meanwhile would be left behind. */
async function refuseOthers(url: string): Promise<void> {
  const until = Date.now() + closingMs
  for (;;) {
    const others = await withSchemaLock(url, countOthers)
    if (others === 0) return
    if (Date.now() > until)
      throw new Error(
        `${others} other connections use the database that is to be moved. Stop every Purser server and worker first.`,
      )
    await sleep(100)
  }
}

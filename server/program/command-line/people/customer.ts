import { randomBytes } from 'node:crypto'
import { type ErasedPerson, erasePerson } from '../../../calls/privacy/erase-person.ts'
import { exportPerson } from '../../../calls/privacy/export-person.ts'
import type { NamedPerson } from '../../../calls/privacy/named-person.ts'
import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import { CommandFailed } from '../command-failed.ts'
import { withPool } from '../pool.ts'

/** Prints everything that is kept about the holder of a card and its child cards, as one JSON document. */
export async function customerExport(url: string, named: NamedPerson, origin: AuditOrigin): Promise<void> {
  const document = await withPool(url, (pool) => exportCustomer(pool, named, origin))
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
}

export async function exportCustomer(
  pool: ConnectionPool,
  named: NamedPerson,
  origin: AuditOrigin,
): Promise<Readonly<Record<string, unknown>>> {
  const exported = await exportPerson(pool, named, origin)
  if (exported.kind === 'notDone') throw new CommandFailed([exported.text])
  return exported.document
}

/** Removes the holder of a card and its child cards from every table, and prints what was removed. */
export async function customerErase(url: string, named: NamedPerson, order: Erasing): Promise<void> {
  const { lines } = await withPool(url, (pool) => eraseCustomer(pool, named, order))
  const done = order.dryRun
    ? 'This is what would be removed; nothing was changed.'
    : 'The person is erased; the ledger is unchanged.'
  process.stdout.write(`${[...lines, done].join('\n')}\n`)
}

interface Erasing {
  readonly origin: AuditOrigin
  readonly dryRun?: boolean
}

export async function eraseCustomer(
  pool: ConnectionPool,
  named: NamedPerson,
  order: Erasing,
): Promise<{ readonly lines: readonly string[] }> {
  const erased = await erasePerson(pool, named, { ...order, random: randomBytes })
  if (erased.kind === 'notDone') throw new CommandFailed([erased.text])
  return { lines: linesOf(erased) }
}

function linesOf({ removed, sharedAddresses, formerCards, ref }: ErasedPerson): string[] {
  const lines = removed.map(({ what, count }) => `${what}: ${count}`)
  if (sharedAddresses > 0)
    lines.push(`phone numbers and addresses that other cards have too, and that stay: ${sharedAddresses}`)
  if (formerCards.length > 0)
    lines.push(`cards that were transferred to this one, whose persons are untouched: ${formerCards.join(', ')}`)
  return ref === undefined ? lines : [...lines, `recorded as request ${ref}`]
}

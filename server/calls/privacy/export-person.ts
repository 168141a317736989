import type { AuditOrigin } from '../../domain/audit/entry.ts'
import { readNow } from '../../ground/database/clock.sql.ts'
import type { ConnectionPool, Sql } from '../../ground/database/connection.ts'
import { insertAuditEntries } from '../../storage/store/audit/entry.sql.ts'
import { listAccounts } from '../../storage/store/batch/account.sql.ts'
import { addressTables, cardTables, listItems } from '../../storage/store/privacy/export.sql.ts'
import { channelsOf, findFormerCards, waitPatiently } from '../../storage/store/privacy/person.sql.ts'
import { findCardsOf, type NamedPerson, type NotDone } from './named-person.ts'

interface ExportedPerson {
  readonly kind: 'exported'
  readonly document: Readonly<Record<string, unknown>>
}

/** Everything that is kept about the holder of a card, as of one moment. Nobody gets it without an audit entry. */
export function exportPerson(
  pool: ConnectionPool,
  named: NamedPerson,
  origin: AuditOrigin,
): Promise<ExportedPerson | NotDone> {
  return pool.withConnection(async (db) => {
    await db.rows`begin isolation level repeatable read`
    await waitPatiently(db)
    const exported = await collect(db, named)
    if (exported.kind === 'notDone') {
      await db.rows`rollback`
      return exported
    }
    const { brand, cardNumber } = named
    await insertAuditEntries(db, brand, [{ ...origin, action: 'customer.exported', subject: cardNumber }])
    await db.rows`commit`
    return exported
  })
}

async function collect(db: Sql, named: NamedPerson): Promise<ExportedPerson | NotDone> {
  const { brand, cardNumber } = named
  const cards = await findCardsOf(db, named)
  if (!Array.isArray(cards)) return cards
  const users = channelsOf(await listAccounts(db, brand, cards))
  const exportedAt = new Date(await readNow(db)).toISOString()
  const document: Record<string, unknown> = { brand, cardNumber, exportedAt }
  for (const { name, items } of [...cardTables(brand, cards), ...addressTables(brand, users)])
    document[name] = await listItems(db, items)
  document.cardsTransferredHere = await findFormerCards(db, brand, cards)
  return { kind: 'exported', document }
}

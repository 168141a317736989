import type { Balance, Card, Lot } from '../../../domain/card/card.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import { namingTime } from '../../../ground/kernel/settled.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import {
  type CardRow,
  listBalances,
  listOpenLots,
  listPortions,
  lockCards,
  toCards,
} from '../../../storage/store/batch/card.sql.ts'
import {
  countCards,
  insertBalances,
  insertLots,
  type Owned,
  updateBalances,
} from '../../../storage/store/batch/card-changes.sql.ts'
import { readClock } from '../../../storage/store/batch/load.ts'
import {
  insertLedger,
  insertRequests,
  type LedgerLine,
  type RequestRecord,
} from '../../../storage/store/batch/record.sql.ts'

interface WantedCards {
  readonly numbers: readonly string[]
  readonly isLoading: boolean
}

/** Root cards with what they hold. Those that will be changed are locked first, in the order in which everybody locks them. */
export async function loadCards(
  db: Sql,
  brand: BrandId,
  { numbers, isLoading }: WantedCards,
): Promise<{ readonly cards: readonly Card[]; readonly now: Instant; readonly namedAt: Instant }> {
  const rows = isLoading ? await lockCards(db, brand, numbers, false) : await readCards(db, brand, numbers)
  const ids = rows.map((row) => row.card_id)
  const [{ now, settled }, balances, lots, portions] = await Promise.all([
    readClock(db, brand),
    listBalances(db, brand, ids),
    isLoading ? listOpenLots(db, brand, ids) : [],
    isLoading ? listPortions(db, brand, ids) : [],
  ])
  return { cards: toCards({ cards: rows, balances, lots, portions }), now, namedAt: namingTime(now, settled) }
}

/** The same without locks, for whoever only looks. */
export function readCards(db: Sql, brand: BrandId, numbers: readonly string[]): Promise<CardRow[]> {
  return db.rows<CardRow>`
    select card_id, card_number, card_set_id, custom_card_number, status, seq, lot_count, null::bytea as pin_sealed,
      null::bytea as pin_check, pin_failures, pin_locked_until, activated_at, expires_at, lock_by, lock_until
    from card
    where brand_id = ${brand} and card_number = any(${textArray(numbers)}::text[]) and root_id is null`
}

/** The cards, and their value types, that another import has given a balance: `cardId valueTypeId`. */
export async function findImportedCards(
  db: Sql,
  brand: BrandId,
  { cards, except }: { readonly cards: readonly CardId[]; readonly except: string },
): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ card_id: CardId; value_type_id: number }>`
    select distinct ledger.card_id, ledger.value_type_id
    from request
    join ledger on ledger.brand_id = ${brand} and ledger.request_ref = request.request_ref and ledger.kind = 'Import'
    where request.brand_id = ${brand} and request.card_id = any(${plainArray(cards)}::bigint[])
      and request.card_seq is not null and request.operation = 'importBalances' and request.voided_by is null
      and request.detail -> 'import' ->> 'id' <> ${except}`
  return new Set(rows.map((row) => `${row.card_id} ${row.value_type_id}`))
}

interface Entered {
  readonly before: readonly Card[]
  readonly after: readonly Card[]
  readonly records: readonly RequestRecord[]
  readonly lines: readonly LedgerLine[]
}

/** Writes the cards as they have become: new lots, sums, counters, records and rows of the ledger. */
export async function writeBalances(
  db: Sql,
  brand: BrandId,
  { before, after, records, lines }: Entered,
): Promise<void> {
  if (records.length === 0) return
  const owned = <T>(pick: (card: Card, old: Card) => readonly T[]): Owned<T>[] =>
    after.flatMap((card, place) => pick(card, before[place] ?? card).map((part) => ({ card: card.id, part })))
  const lots = owned<Lot>((card, old) => card.lots.filter(({ no }) => no > old.lotCount))
  const changed = (isKnown: boolean) =>
    owned<Balance>((card, old) =>
      card.balances.filter((one) => !old.balances.includes(one) && old.balances.some(isSame(one)) === isKnown),
    )
  const [added, updated] = [changed(false), changed(true)]
  await countCards(db, brand, after)
  await insertLots(db, brand, lots)
  if (added.length > 0) await insertBalances(db, brand, added)
  if (updated.length > 0) await updateBalances(db, brand, updated)
  await insertRequests(db, brand, records)
  await insertLedger(db, brand, lines)
}

const isSame = (one: Balance) => (other: Balance) => other.valueType === one.valueType && other.bucket === one.bucket

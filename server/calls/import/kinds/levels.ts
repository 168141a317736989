import { programOf } from '../../../domain/brand/value-types.ts'
import { LocalClock } from '../../../domain/campaign/clock.ts'
import type { TierPast } from '../../../domain/campaign/tier/tier-state.ts'
import { type Card, lockOf } from '../../../domain/card/card.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type CardId, uuidV7 } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { loadTiers } from '../../../storage/store/facts/tiers.ts'
import { type CellFault, cardColumn, dated, faultIn, openColumn, required } from '../column.ts'
import {
  CardBusy,
  type ImportContext,
  type ImportKind,
  type JudgeContext,
  type PlacedRow,
  type RowVerdict,
} from '../kind.ts'
import { CellReader } from '../values/cells.ts'
import { loadCards } from './balances.sql.ts'
import { type GivenLevel, judgeLevel, type LevelVerdict } from './judge-level.ts'
import { type EnteredLevel, writeLevels } from './levels.sql.ts'

interface LevelValues {
  readonly number: string
  /** Absent: the customer has none. */
  readonly level?: string
  readonly reachedAt?: Instant
  readonly until?: Instant
}

const none = 'none'

const columnsOf = () => [
  cardColumn,
  required(openColumn('level', `The level, by id or name. Empty or ${none}: the customer has none.`)),
  dated(openColumn('reachedDate', 'When it was reached. Empty: today.')),
  dated(
    openColumn(
      'expirationDate',
      'The last day of it. Empty: as long as the program keeps a level that was reached then.',
    ),
  ),
]

/** Levels that customers have brought along: each is given by hand, and ends at its time. */
export const levelsKind: ImportKind<LevelValues> = {
  name: 'levels',
  columns: columnsOf,
  read: readLevel,
  keyOf: ({ number }) => number,
  keyColumn: 'cardNumber',
  batchRows: 500,
  judge: judgeLevels,
}

function readLevel(cells: ReadonlyMap<string, string>, context: ImportContext): LevelValues | readonly CellFault[] {
  const reader = new CellReader(cells, context.brand.timeZone)
  const number = reader.needed('cardNumber')
  const level = reader.name('level', { max: 64 })
  const [reachedAt, until] = [reader.moment('reachedDate'), reader.end('expirationDate')]
  if (reader.faults.length > 0) return reader.faults
  return defined({ number, level: level?.toLowerCase() === none ? undefined : level, reachedAt, until })
}

type Rows = readonly PlacedRow<LevelValues>[]

async function judgeLevels(db: Sql, rows: Rows, context: JudgeContext) {
  const { brand, isLoading, overwrites, importId, random } = context
  const numbers = rows.map(({ value }) => value.number)
  const { cards, now, namedAt } = await loadCards(db, brand.id, { numbers, isLoading })
  const waits = cards.map((card) => (lockOf(card, now)?.until ?? now) - now)
  if (isLoading && Math.max(0, ...waits) > 0) throw new CardBusy(Math.max(...waits))
  const known = new Map(cards.map((card) => [card.number, card]))
  const pasts = await loadPasts(db, cards, { ...context, now })
  const clock = new LocalClock(now, brand.timeZone)
  const entered: EnteredLevel[] = []
  const verdicts = rows.map(({ row, value }): RowVerdict => {
    const card = known.get(value.number)
    if (!card) return noCard
    const judged = judgeRow(value, card, { brand, clock, overwrites, past: pasts.get(card.id) })
    if (judged === 'same' || judged.kind === 'fault') return judged
    const ref = uuidV7(namedAt, random(10))
    entered.push({ card, ref, happenedAt: now, given: judged.given, detail: { import: { id: importId, row } } })
    return 'write'
  })
  return { verdicts, store: () => writeLevels(db, brand.id, entered) }
}

const noCard = faultIn(
  'cardNumber',
  'is no card of the brand, or a child card: import the cards first, levels are of root cards',
)

/** The levels of the cards as they are now, program by program. */
async function loadPasts(
  db: Sql,
  cards: readonly Card[],
  { brand, now }: Pick<ImportContext, 'brand'> & { readonly now: Instant },
): Promise<ReadonlyMap<CardId, TierPast>> {
  const found = new Map<CardId, TierPast>()
  for (const [program, own] of Map.groupBy(cards, (card) => programOf(brand, card)?.id ?? '')) {
    const ids = own.map(({ id }) => id)
    for (const [id, past] of await loadTiers({ db, brand, now }, program, ids)) found.set(id, past)
  }
  return found
}

interface Judging extends Pick<ImportContext, 'brand' | 'overwrites'> {
  readonly clock: LocalClock
  readonly past: TierPast | undefined
}

function judgeRow(value: LevelValues, card: Card, { brand, past, ...judging }: Judging): LevelVerdict {
  const { level, reachedAt, until } = value
  if (level === undefined) return 'same'
  if (card.status === 'Closed' || card.status === 'Transfer')
    return faultIn('cardNumber', `is ${card.status}: such a card has no level`)
  if (card.status === 'Inventory' || card.status === 'Distributed')
    return faultIn('cardNumber', `is ${card.status}: whoever is given the card would have the level`)
  const program = programOf(brand, card)
  if (!program?.tiers || !past)
    return faultIn('level', `is given, and the program ${program?.id} of the card has no levels`)
  const wanted: GivenLevel = defined({ level, reachedAt, until })
  return judgeLevel(wanted, { ...judging, card, program: program.id, tiers: program.tiers, past })
}

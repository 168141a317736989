import type { ValueType } from '../../../domain/brand/brand.ts'
import { findValueType, programOf } from '../../../domain/brand/value-types.ts'
import { mostOf } from '../../../domain/card/balance-limits.ts'
import { CardBook, type Posting } from '../../../domain/card/book.ts'
import { type Card, isOf, lockOf, ownBucket } from '../../../domain/card/card.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import { type Decimal, formatMinor, toMinor } from '../../../ground/kernel/money.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { LedgerLine, RequestRecord } from '../../../storage/store/batch/record.sql.ts'
import { type CellFault, cardColumn, dated, faultIn, openColumn, required } from '../column.ts'
import {
  CardBusy,
  type ImportContext,
  type ImportKind,
  type JudgeContext,
  type PlacedRow,
  type RowVerdict,
} from '../kind.ts'
import { readAmount, toSumUnits } from '../values/amount.ts'
import { CellReader } from '../values/cells.ts'
import { findImportedCards, loadCards, writeBalances } from './balances.sql.ts'

const balanceTypes = ['Points', 'Currency', 'Punches', 'Custom'] as const

interface BalanceValues {
  readonly number: string
  readonly balanceType: (typeof balanceTypes)[number]
  readonly balanceCode: string
  readonly amount: Decimal
  readonly expiresAt?: Instant
  readonly activeAt?: Instant
  readonly returnRelated: boolean
}

const columnsOf = () => [
  cardColumn,
  openColumn('parentCardNumber', 'Must be empty: balances of child cards are not imported.'),
  required(openColumn('balanceType', `One of ${balanceTypes.join(', ')}.`)),
  openColumn('balanceCode', 'Of Currency and Custom: the code of the value, such as USD.'),
  required(openColumn('amount', 'How much there is. Rows with 0 are counted, and load nothing.')),
  dated(
    openColumn(
      'expirationDate',
      'The last day on which it can be used, or the instant at which it expires. Empty: never.',
    ),
  ),
  dated(openColumn('activeDate', 'From when on it can be used. Empty: at once.')),
  openColumn('isReturnRelated', 'true for store credit that came from returns. Empty: false.'),
]

/** What a request of an imported balance is called in the history of its card. */
const importBalances = 'importBalances'

/** Opening balances: each row is a lot, a row of the ledger and an entry in the history of its card. */
export const balancesKind: ImportKind<BalanceValues> = {
  name: 'balances',
  columns: columnsOf,
  read: readBalance,
  keyOf: (row, { takesSeveral }) => {
    const amount = takesSeveral ? toSumUnits(row.amount) : ''
    return [row.number, nameOf(row), amount, row.expiresAt, row.activeAt, row.returnRelated].join('|')
  },
  keyColumn: 'cardNumber',
  repeated:
    'in card, value and dates: two customers with one number, or the same balance twice? If both are meant, say --several',
  amountOf: (row) => ({ name: nameOf(row), units: toSumUnits(row.amount) }),
  // Tills wait for cards that a batch has locked, so a batch is short.
  batchRows: 1000,
  judge: judgeBalances,
}

const nameOf = ({ balanceType, balanceCode }: Pick<ValueType, 'balanceType' | 'balanceCode'>) =>
  balanceCode === '' ? balanceType : `${balanceType} ${balanceCode}`

function readBalance(cells: ReadonlyMap<string, string>, context: ImportContext): BalanceValues | readonly CellFault[] {
  const reader = new CellReader(cells, context.brand.timeZone)
  const number = reader.needed('cardNumber')
  if (cells.has('parentCardNumber')) reader.fault('parentCardNumber', ofChild)
  const balanceType = reader.oneOf('balanceType', balanceTypes) ?? reader.needed('balanceType')
  const balanceCode = reader.name('balanceCode', { max: 64 }) ?? ''
  const amount = readAmountCell(cells, reader, context)
  const [expiresAt, activeAt] = [reader.end('expirationDate'), reader.moment('activeDate')]
  const returnRelated = reader.flag('isReturnRelated') ?? false
  const needsCode = balanceType === 'Currency' || balanceType === 'Custom'
  if (needsCode && balanceCode === '') reader.fault('balanceCode', `is empty, and ${balanceType} needs one`)
  if (!needsCode && balanceCode !== '') reader.fault('balanceCode', `is given, and ${balanceType} has none`)
  if (expiresAt !== undefined && activeAt !== undefined && activeAt >= expiresAt)
    reader.fault('activeDate', 'is not before the expirationDate')
  const type = balanceTypes.find((one) => one === balanceType)
  if (reader.faults.length > 0 || !amount || !type) return reader.faults
  return defined({ number, balanceType: type, balanceCode, amount, expiresAt, activeAt, returnRelated })
}

const ofChild =
  'is given, and balances of child cards are not imported: issue them with updateBalance, its childCardNumber and isAccountingAdjustment'

function readAmountCell(cells: ReadonlyMap<string, string>, reader: CellReader, { reading }: ImportContext) {
  const text = cells.get('amount')
  if (text === undefined) return reader.fault('amount', 'is empty: write 0 for nothing')
  const amount = readAmount(text, reading.decimalMark)
  return typeof amount === 'string' ? reader.fault('amount', amount) : amount
}

type Rows = readonly PlacedRow<BalanceValues>[]

async function judgeBalances(db: Sql, rows: Rows, context: JudgeContext) {
  const { brand, isLoading } = context
  const numbers = [...new Set(rows.map(({ value }) => value.number))]
  const { cards, ...clock } = await loadCards(db, brand.id, { numbers, isLoading })
  const known = new Map(cards.map((card) => [card.number, card]))
  if (isLoading) waitForCheckouts(cards, clock.now)
  const imported = await findImportedCards(db, brand.id, { cards: cards.map(({ id }) => id), except: context.importId })
  const books = new Books(clock, context)
  const verdicts = rows.map((one): RowVerdict => {
    const card = known.get(one.value.number)
    const valueType = judgeType(one.value, card, context)
    if (!card || 'kind' in valueType) return 'kind' in valueType ? valueType : noCard
    if (imported.has(`${card.id} ${valueType.id}`) && !context.loadsAgain) return loadedBefore
    return books.enter(card, valueType, one)
  })
  return { verdicts, store: () => writeBalances(db, brand.id, books.result()) }
}

const noCard = faultIn('cardNumber', 'is no card of the brand: import the cards first')
const loadedBefore = faultIn(
  'cardNumber',
  'has a balance of this value from an earlier import: loading another would double it; if it is meant, say --load-again',
)

function waitForCheckouts(cards: readonly Card[], now: Instant): void {
  const waits = cards.map((card) => (lockOf(card, now)?.until ?? now) - now)
  if (Math.max(0, ...waits) > 0) throw new CardBusy(Math.max(...waits))
}

/** The card's value type, or why it has none. */
function judgeType(value: BalanceValues, card: Card | undefined, { brand }: JudgeContext): ValueType | CellFault {
  if (!card) return noCard
  if (card.status === 'Closed' || card.status === 'Transfer')
    return faultIn('cardNumber', `is ${card.status}: nothing can be on such a card`)
  const program = programOf(brand, card)
  const valueType = findValueType(program, value)
  if (valueType) return valueType
  const has = program?.valueTypes.map(nameOf).join(', ')
  return faultIn(
    'balanceType',
    `is ${nameOf(value)}, which the program ${program?.id} of the card lacks; it has ${has}`,
  )
}

interface Entered {
  readonly before: readonly Card[]
  readonly after: readonly Card[]
  readonly records: readonly RequestRecord[]
  readonly lines: readonly LedgerLine[]
}

/** The cards of a batch as its rows leave them, one after the other, and what the ledger says of it. */
class Books {
  private readonly cards = new Map<string, { readonly before: Card; readonly after: Card }>()
  private readonly records: RequestRecord[] = []
  private readonly lines: LedgerLine[] = []
  private readonly now: Instant
  /** The time in the references of its calls. */
  private readonly namedAt: Instant
  private readonly context: JudgeContext

  constructor({ now, namedAt }: { readonly now: Instant; readonly namedAt: Instant }, context: JudgeContext) {
    this.now = now
    this.namedAt = namedAt
    this.context = context
  }

  enter(before: Card, valueType: ValueType, { row, value }: PlacedRow<BalanceValues>): RowVerdict {
    const { now } = this
    const card = this.cards.get(before.number)?.after ?? before
    const amount = toMinor(value.amount, valueType.scale)
    if (amount === undefined)
      return faultIn('amount', `has more decimals than ${nameOf(valueType)} has (${valueType.scale})`)
    if (amount === 0) return 'same'
    if (value.expiresAt !== undefined && value.expiresAt <= now)
      return faultIn('expirationDate', 'has passed: it would expire at once')
    const purse = { valueType: valueType.id, bucket: ownBucket }
    const already = card.balances.find(isOf(purse))?.amount ?? 0
    const most = mostOf(valueType)
    if (already + amount > most)
      return faultIn('amount', `brings the card above its maximum balance of ${formatMinor(most, valueType.scale)}`)
    const book = new CardBook(card, now)
    const { returnRelated, expiresAt } = value
    const activeAt = value.activeAt !== undefined && value.activeAt > now ? value.activeAt : undefined
    book.issue(defined({ ...purse, amount, returnRelated, expiresAt, activeAt }), 'Import')
    this.keep(before, { ...book.card, seq: card.seq + 1 }, { row, postings: book.postings })
    return 'write'
  }

  private keep(
    before: Card,
    after: Card,
    { row, postings }: { readonly row: number; readonly postings: readonly Posting[] },
  ): void {
    const { importId: id, random } = this.context
    const ref = uuidV7(this.namedAt, random(10))
    this.cards.set(before.number, { before: this.cards.get(before.number)?.before ?? before, after })
    this.records.push({
      call: { ref, locationId: '', terminalId: '' },
      happenedAt: this.now,
      operation: importBalances,
      callType: 'UPDATE_BALANCE',
      cardId: after.id,
      cardSeq: after.seq,
      detail: { import: { id, row } },
    })
    this.lines.push(...postings.map((posting, place) => ({ ...posting, ref, line: place + 1 })))
  }

  result(): Entered {
    const changed = [...this.cards.values()]
    return {
      before: changed.map(({ before }) => before),
      after: changed.map(({ after }) => after),
      records: this.records,
      lines: this.lines,
    }
  }
}

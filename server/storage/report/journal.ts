import type { Brand, ValueType } from '../../domain/brand/brand.ts'
import type { JournalReason } from '../../domain/brand/shapes/accounts-shape.ts'
import { valueTypeName } from '../../domain/brand/shapes/program-shape.ts'
import type { LedgerKind } from '../../domain/card/book.ts'
import { valueCells } from './behind.ts'
import { lateKind } from './closed/late-calls.sql.ts'
import { addDays, addMonths } from './days.ts'
import { formatUnits } from './format-units.ts'
import { titlesOf, unnamed } from './grouping.ts'
import { type GoodwillSum, listGoodwill } from './hand-day.sql.ts'
import { remarksIn } from './remarks.ts'
import type { AskedDays, Report } from './report.ts'
import { amountColumn, dayColumn, type FigureRow, textColumn } from './report-table.ts'
import { type LedgerMovement, listMovements } from './roll-forward.sql.ts'

/** The account of what was added to balances and of what was taken from them, for each kind of change. */
const reasonOf: Readonly<Record<LedgerKind, readonly [added: JournalReason, taken: JournalReason]>> = {
  Campaign: ['campaign', 'campaignRedeem'],
  UpdateBalance: ['issue', 'redeem'],
  Hold: ['issue', 'redeem'],
  Cashout: ['cashout', 'cashout'],
  ReturnMerchandise: ['return', 'return'],
  Void: ['void', 'void'],
  Expiration: ['expire', 'expire'],
  Adjustment: ['adjust', 'adjust'],
  Transfer: ['transfer', 'transfer'],
  Uknown: ['other', 'other'],
  Import: ['import', 'import'],
}

export const journalReport: Report = {
  name: 'journal',
  about: 'entries for the books: each change of what is owed, by its reason, with accounts, in debit and credit',
  over: 'period',
  by: [],
  hasDays: true,
  hasMonths: true,
  run: async ({ db, brand, books }, asked) => {
    const wanted = { ...asked, by: 'location', perMonth: true }
    const changes = changesOf(await listMovements(db, books, wanted), await listGoodwill(db, books, asked))
    const entries = entriesOf(changes, brand, asked)
    return {
      title: `Journal of ${brand.name}, ${asked.from} to ${asked.to}`,
      notes: [
        'Debit and credit are equal, and add up to the roll-forward of the same days. Amounts are of the value type: points are',
        'points. Without an account in the section accounts of the brand file, the account is (none).',
      ],
      remarks: [...tiesOf(changes, brand, asked), ...missingOf(entries, asked)],
      columns: [
        dayColumn('date', 'Date'),
        textColumn('account', 'Account'),
        amountColumn('debit', 'Debit'),
        amountColumn('credit', 'Credit'),
        textColumn('valueType', 'Value type'),
        textColumn('program', 'Program'),
        textColumn('reason', 'Reason'),
        textColumn('location', 'Location'),
      ],
      rows: entries.flatMap((entry) => rowsOf(entry, brand)),
    }
  },
}

/** A change of what is owed, which becomes more or less. */
interface Change {
  /** Absent for what happened before the period. */
  readonly day: string | null
  readonly valueType: number
  readonly location: string
  readonly reason: JournalReason
  readonly units: bigint
}

/** What was given as goodwill is told apart from what else was issued. */
function changesOf(movements: readonly LedgerMovement[], goodwill: readonly GoodwillSum[]): Change[] {
  const moved = movements.flatMap(({ day, value_type_id: valueType, location_id: location, kind, added, taken }) => {
    const [plus, minus] = reasonsOfKind(kind)
    const own = { day, valueType, location }
    return [
      { ...own, reason: plus, units: BigInt(added) },
      { ...own, reason: minus, units: -BigInt(taken) },
    ]
  })
  const given = goodwill.flatMap(({ day, value_type_id: valueType, location_id: location, added }): Change[] => [
    { day, valueType, location, reason: 'goodwill', units: BigInt(added) },
    { day, valueType, location, reason: 'issue', units: -BigInt(added) },
  ])
  return [...moved, ...given]
}

function reasonsOfKind(kind: string): readonly [JournalReason, JournalReason] {
  return kind === lateKind ? ['correction', 'correction'] : (reasonOf[kind as LedgerKind] ?? reasonOf.Uknown)
}

/** One change of one account against another. */
interface Entry {
  readonly date: string
  readonly valueType: ValueType
  readonly location: string
  readonly reason: JournalReason
  readonly liability: string
  readonly against: string
  /** Above 0: more is owed. */
  units: bigint
}

/** In the order of their dates. Both sides of a reason stand by themselves: what returns gave, and what they took. */
function entriesOf(changes: readonly Change[], brand: Brand, asked: AskedDays): Entry[] {
  const { accounts } = brand.document
  const entries = new Map<string, Entry>()
  for (const { day, valueType: id, location, reason, units } of changes) {
    if (day === null || units === 0n) continue
    const date = asked.perDay ? day : lastDay(day, asked.to)
    const side = isOfIssues(reason) || units > 0n ? '+' : '-'
    const key = JSON.stringify([date, id, location, reason, side])
    const valueType = typeOf(brand, id)
    const liability = accounts?.liability[valueTypeName(valueType)] ?? unnamed
    const against = accounts?.reasons[reason] ?? unnamed
    const entry = entries.get(key) ?? { date, valueType, location, reason, liability, against, units: 0n }
    entries.set(key, entry)
    entry.units += units
  }
  return [...entries]
    .filter(([, { units }]) => units !== 0n)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entry]) => entry)
}

/** What was given as goodwill is taken off what was issued, so that it must not stand by itself. */
const isOfIssues = (reason: JournalReason) => reason === 'issue' || reason === 'goodwill'

/** The day on which a month is booked: its last, or the last of the period. */
function lastDay(day: string, to: string): string {
  const last = addDays(addMonths(day, 1), -1)
  return last < to ? last : to
}

function typeOf(brand: Brand, id: number): ValueType {
  const valueType = brand.valueTypes.get(id)
  if (!valueType) throw new Error(`value type ${id} is not known`)
  return valueType
}

/** More is owed: the liability is credited, and the reason debited. */
function rowsOf({ date, valueType, location, reason, liability, against, units }: Entry, brand: Brand): FigureRow[] {
  const amount = formatUnits(units < 0n ? -units : units, valueType.scale)
  const more = { ...valueCells(brand, valueType), reason, location: titlesOf(brand).location(location) }
  const [debited, credited] = units > 0n ? [against, liability] : [liability, against]
  return [
    { date, account: debited, debit: amount, ...more },
    { date, account: credited, credit: amount, ...more },
  ]
}

/** From opening to closing, as the roll-forward has it. */
function tiesOf(changes: readonly Change[], brand: Brand, { language }: AskedDays): string[] {
  const types = [...new Set(changes.map(({ valueType }) => valueType))].toSorted((a, b) => a - b)
  return types.map((id) => {
    const own = changes.filter(({ valueType }) => valueType === id)
    const sum = (which: (change: Change) => boolean) =>
      own.filter(which).reduce((total, { units }) => total + units, 0n)
    const opening = sum(({ day }) => day === null)
    const { scale, ...valueType } = typeOf(brand, id)
    const show = (units: bigint) => formatUnits(units, scale)
    const changed = sum(({ day }) => day !== null)
    const name = `${valueTypeName(valueType)} (${valueType.program})`
    return remarksIn(language).ties(name, show(opening), show(changed), show(opening + changed))
  })
}

/** What the file names no account for. */
function missingOf(entries: readonly Entry[], { language }: AskedDays): string[] {
  const missing = new Set(
    entries.flatMap(({ valueType, reason, liability, against }) => [
      ...(liability === unnamed ? [`liability.${valueTypeName(valueType)}`] : []),
      ...(against === unnamed ? [`reasons.${reason}`] : []),
    ]),
  )
  return missing.size > 0 ? [remarksIn(language).noAccounts([...missing].toSorted())] : []
}

import type { Brand, ValueType } from '../../domain/brand/brand.ts'
import { valueTypeName } from '../../domain/brand/shapes/program-shape.ts'
import type { LedgerKind } from '../../domain/card/book.ts'
import { valueCells } from './behind.ts'
import type { CellRows, NameFilter } from './cell-rows.sql.ts'
import { closingOf, movementsOf } from './closed/closed-figures.ts'
import { listFigures } from './closed/closing.sql.ts'
import { type Correction, listCorrections } from './closed/corrections.sql.ts'
import { lateKind } from './closed/late-calls.sql.ts'
import { closedLine, sinceLine } from './closed/lines.ts'
import { addDays } from './days.ts'
import { formatUnits } from './format-units.ts'
import { type Grouping, groupings, groupingTitles, groupOf, titlesOf } from './grouping.ts'
import type { Report } from './report.ts'
import { amountColumn, type Chart, dayColumn, type FigureRow, type ReportTable, textColumn } from './report-table.ts'
import { type LedgerMovement, listMovements } from './roll-forward.sql.ts'

/** The lines between opening and closing. Each change of a balance is in exactly one. */
const steps = [
  'imported',
  'issued',
  'issuedByCampaigns',
  'redeemed',
  'redeemedByCampaigns',
  'cashedOut',
  'returned',
  'voided',
  'expired',
  'adjusted',
  'transferred',
  'other',
  'corrections',
] as const
type Step = (typeof steps)[number]

/** What was added to balances and what was taken from them, for each reason. */
export const stepOf: Readonly<Record<LedgerKind, readonly [added: Step, taken: Step]>> = {
  Campaign: ['issuedByCampaigns', 'redeemedByCampaigns'],
  UpdateBalance: ['issued', 'redeemed'],
  Hold: ['issued', 'redeemed'],
  Cashout: ['cashedOut', 'cashedOut'],
  ReturnMerchandise: ['returned', 'returned'],
  Void: ['voided', 'voided'],
  Expiration: ['expired', 'expired'],
  Adjustment: ['adjusted', 'adjusted'],
  Transfer: ['transferred', 'transferred'],
  Uknown: ['other', 'other'],
  Import: ['imported', 'imported'],
}

const titles: Readonly<Record<Step, string>> = {
  imported: 'Imported',
  issued: 'Issued',
  issuedByCampaigns: 'Issued by campaigns',
  redeemed: 'Redeemed',
  redeemedByCampaigns: 'Redeemed by campaigns',
  cashedOut: 'Cashed out',
  returned: 'Returns',
  voided: 'Voids',
  expired: 'Expired',
  adjusted: 'Adjusted',
  transferred: 'Transferred',
  other: 'Other',
  corrections: 'Corrections of closed months',
}

interface Shape {
  readonly from: string
  readonly to: string
  readonly by: Grouping | undefined
  readonly perDay: boolean
  /** Whether months are closed, so that there may be corrections. */
  readonly hasClosed: boolean
  /** Whether opening balances were imported in the period. */
  readonly hasImported: boolean
  /** What was dated into the period since it was closed, and is booked after it. */
  readonly corrections: readonly Correction[]
}

export const rollForwardReport: Report = {
  name: 'roll-forward',
  about: 'opening, issued, redeemed, expired, adjusted and closing balance of each value type',
  over: 'period',
  by: groupings,
  hasDays: true,
  run: async ({ db, brand, books }, asked) => {
    const by = groupings.find((one) => one === asked.by)
    const closing = by === undefined && !asked.perDay ? closingOf(books, asked) : undefined
    const movements = closing
      ? movementsOf(await listFigures(db, books.brand, closing.month), closing.month)
      : await listMovements(db, books, asked)
    const corrections = await listCorrections(db, books, asked)
    const hasImported = movements.some(({ kind, day }) => kind === 'Import' && day !== null)
    const hasClosed = books.closings.length > 0
    return rollForward(movements, brand, { ...asked, by, hasClosed, hasImported, corrections })
  },
}

/** Which changes are in a column; undefined for what is none. Opening and closing are made of all before their day. */
export function rollForwardCell(
  column: string,
  { from, to }: { readonly from: string; readonly to: string },
): Pick<CellRows, 'from' | 'to' | 'kinds' | 'late'> | undefined {
  if (column === 'opening') return { to: addDays(from, -1) }
  if (column === 'closing') return { to }
  if (column === 'corrections') return { from, to, late: 'booked' }
  const step = steps.find((one) => one === column)
  return step && { from, to, kinds: { added: kindsIn(step, 0), taken: kindsIn(step, 1) } }
}

/** Kinds that have no column of their own are in the last. */
function kindsIn(step: Step, place: 0 | 1): NameFilter {
  const kinds = Object.entries(stepOf)
  if (step === 'other')
    return {
      names: [lateKind, ...kinds.filter(([, own]) => own[place] !== 'other').map(([kind]) => kind)],
      isExcept: true,
    }
  return { names: kinds.filter(([, own]) => own[place] === step).map(([kind]) => kind), isExcept: false }
}

interface Account {
  readonly valueType: ValueType
  readonly group: string
  readonly opening: Map<Step | 'before', bigint>
  readonly days: Map<string, Map<Step, bigint>>
}

/** Opening + everything in between = closing, to the smallest unit. */
function rollForward(movements: readonly LedgerMovement[], brand: Brand, options: Shape): ReportTable {
  const moved = [...accountsOf(movements, brand, options.by).values()]
  const isNew = moved.length === 0 && options.by === undefined && !options.perDay
  const accounts = (isNew ? untouched(brand) : moved).toSorted(byName)
  const shown = options.by === undefined ? [] : [textColumn('group', groupingTitles[options.by], { word: options.by })]
  return {
    title: `Roll-forward of ${brand.name}, ${options.from} to ${options.to}`,
    notes: notesOf(options.by),
    columns: [
      textColumn('valueType', 'Value type'),
      textColumn('program', 'Program'),
      ...shown,
      ...(options.perDay ? [dayColumn('day', 'Day')] : []),
      ...(options.corrections.length > 0 ? [textColumn('line', 'Line')] : []),
      amountColumn('opening', 'Opening', { total: options.perDay ? 'first' : 'sum', opens: true }),
      ...shownSteps(options).map((step) => amountColumn(step, titles[step], { opens: true })),
      amountColumn('closing', 'Closing', { total: options.perDay ? 'last' : 'sum', opens: true }),
    ],
    rows: [...accounts.flatMap((account) => rowsOf(brand, account, options)), ...correctionRows(brand, options)],
    chart: chartOf(options),
  }
}

/** Without days and groups, from opening to closing; else what happened in each. */
function chartOf(shape: Shape): Chart {
  const { by, perDay, corrections } = shape
  const own = corrections.length > 0 ? { only: { line: closedLine } } : {}
  if (by === undefined && !perDay)
    return { kind: 'steps', along: [], of: ['opening', ...shownSteps(shape), 'closing'], ...own }
  return { kind: 'stack', along: [perDay ? 'day' : 'group'], of: shownSteps(shape), ...own }
}

function notesOf(by: Grouping | undefined): string[] {
  if (by === 'location' || by === 'group')
    return ['By where it happened: a card may be loaded in one place and used in another.']
  return by === 'campaign'
    ? [
        'What campaigns issued and redeemed themselves. What customers spent of it: campaigns; what is left of it: liability.',
      ]
    : []
}

function accountsOf(
  movements: readonly LedgerMovement[],
  brand: Brand,
  by: Grouping | undefined,
): Map<string, Account> {
  const accounts = new Map<string, Account>()
  const titles = titlesOf(brand)
  for (const movement of movements) {
    const valueType = brand.valueTypes.get(movement.value_type_id)
    if (!valueType) throw new Error(`value type ${movement.value_type_id} is not known`)
    const group = groupOf(titles, movement, by)
    const key = `${movement.value_type_id} ${group}`
    const account = accounts.get(key) ?? { valueType, group, opening: new Map(), days: new Map() }
    accounts.set(key, account)
    add(account, movement)
  }
  return accounts
}

function add(account: Account, { kind, added, taken, day }: LedgerMovement): void {
  const [plus, minus] = stepsOfKind(kind)
  if (day === null) {
    account.opening.set('before', (account.opening.get('before') ?? 0n) + BigInt(added) - BigInt(taken))
    return
  }
  const sums = account.days.get(day) ?? new Map<Step, bigint>()
  account.days.set(day, sums)
  sums.set(plus, (sums.get(plus) ?? 0n) + BigInt(added))
  sums.set(minus, (sums.get(minus) ?? 0n) - BigInt(taken))
}

function rowsOf(brand: Brand, { valueType, group, opening, days }: Account, shape: Shape): FigureRow[] {
  const { perDay, from, corrections } = shape
  const show = (units: bigint) => formatUnits(units, valueType.scale)
  let balance = opening.get('before') ?? 0n
  const all = days.size > 0 || perDay ? [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)) : []
  const wanted = all.length > 0 ? all : [[from, new Map<Step, bigint>()] as const]
  return wanted.map(([day, sums]) => {
    const before = balance
    balance += [...sums.values()].reduce((sum, one) => sum + one, 0n)
    return {
      ...valueCells(brand, valueType),
      group,
      day,
      ...(corrections.length > 0 && { line: closedLine }),
      opening: show(before),
      ...Object.fromEntries(shownSteps(shape).map((step) => [step, show(sums.get(step) ?? 0n)])),
      closing: show(balance),
    }
  })
}

/** The first report of a brand of which nobody has anything yet says 0 of each value type, not nothing. */
function untouched(brand: Brand): Account[] {
  return [...brand.valueTypes.values()]
    .filter(({ switchedOff }) => !switchedOff)
    .map((valueType) => ({ valueType, group: '', opening: new Map(), days: new Map() }))
}

function stepsOfKind(kind: string): readonly [Step, Step] {
  return kind === lateKind ? ['corrections', 'corrections'] : (stepOf[kind as LedgerKind] ?? stepOf.Uknown)
}

/** Without closed months there is nothing to correct in them, and most brands never import anything. */
const shownSteps = ({ hasClosed, hasImported }: Pick<Shape, 'hasClosed' | 'hasImported'>) =>
  steps.filter((step) => (step !== 'corrections' || hasClosed) && (step !== 'imported' || hasImported))

/** Lines of their own, below those that add up: what was dated into the period since, by why. */
function correctionRows(brand: Brand, { corrections, by, from }: Shape): FigureRow[] {
  const made = corrections.map((one): LedgerMovement => ({ ...one, day: from }))
  const accounts = [...accountsOf(made, brand, by).values()].toSorted(byName)
  return accounts.map(({ valueType, group, days }) => {
    const sums = days.get(from) ?? new Map<Step, bigint>()
    const own = steps.filter((step) => step !== 'corrections')
    return {
      ...valueCells(brand, valueType),
      group,
      line: sinceLine,
      ...Object.fromEntries(own.map((step) => [step, formatUnits(sums.get(step) ?? 0n, valueType.scale)])),
    }
  })
}

function byName(a: Account, b: Account): number {
  const name = ({ valueType, group }: Account) => `${valueType.program} ${valueTypeName(valueType)} ${group}`
  return name(a) < name(b) ? -1 : 1
}

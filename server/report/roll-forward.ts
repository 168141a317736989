import type { Brand, ValueType } from '../brand/brand.ts'
import { valueTypeName } from '../brand/shapes/program-shape.ts'
import type { MutationType } from '../card/book.ts'
import { valueCells } from './behind.ts'
import type { CellRows, Names } from './cell-rows.sql.ts'
import { addDays } from './days.ts'
import { formatUnits } from './format-units.ts'
import { type Grouping, groupings, groupingTitles, groupOf, titlesOf } from './grouping.ts'
import type { Report } from './report.ts'
import { amountColumn, type Chart, dayColumn, type ReportTable, type Row, textColumn } from './report-table.ts'
import { listMovements, type Movement } from './roll-forward.sql.ts'

/** The lines between opening and closing. Each change of a balance is in exactly one. */
const steps = [
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
] as const
type Step = (typeof steps)[number]

/** What was added to balances and what was taken from them, for each reason. */
const stepOf: Readonly<Record<MutationType, readonly [added: Step, taken: Step]>> = {
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
}

const titles: Readonly<Record<Step, string>> = {
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
}

interface Shape {
  readonly from: string
  readonly to: string
  readonly by: Grouping | undefined
  readonly perDay: boolean
}

export const rollForwardReport: Report = {
  name: 'roll-forward',
  about: 'opening, issued, redeemed, expired, adjusted and closing balance of each value type',
  over: 'period',
  by: groupings,
  hasDays: true,
  run: async ({ db, brand, books }, asked) => {
    const by = groupings.find((one) => one === asked.by)
    return rollForward(await listMovements(db, books, asked), brand, { ...asked, by })
  },
}

/** Which changes are in a column; undefined for what is none. Opening and closing are made of all before their day. */
export function rollForwardCell(
  column: string,
  { from, to }: { readonly from: string; readonly to: string },
): Pick<CellRows, 'from' | 'to' | 'kinds'> | undefined {
  if (column === 'opening') return { to: addDays(from, -1) }
  if (column === 'closing') return { to }
  const step = steps.find((one) => one === column)
  return step && { from, to, kinds: { added: kindsIn(step, 0), taken: kindsIn(step, 1) } }
}

/** Kinds that have no column of their own are in the last. */
function kindsIn(step: Step, place: 0 | 1): Names {
  const kinds = Object.entries(stepOf)
  if (step === 'other')
    return { names: kinds.filter(([, own]) => own[place] !== 'other').map(([kind]) => kind), isExcept: true }
  return { names: kinds.filter(([, own]) => own[place] === step).map(([kind]) => kind), isExcept: false }
}

interface Account {
  readonly valueType: ValueType
  readonly group: string
  readonly opening: Map<Step | 'before', bigint>
  readonly days: Map<string, Map<Step, bigint>>
}

/** Opening + everything in between = closing, to the smallest unit. */
function rollForward(movements: readonly Movement[], brand: Brand, options: Shape): ReportTable {
  const accounts = [...accountsOf(movements, brand, options.by).values()].toSorted(byName)
  const shown = options.by === undefined ? [] : [textColumn('group', groupingTitles[options.by], { word: options.by })]
  return {
    title: `Roll-forward of ${brand.name}, ${options.from} to ${options.to}`,
    notes: notesOf(options.by),
    columns: [
      textColumn('valueType', 'Value type'),
      textColumn('program', 'Program'),
      ...shown,
      ...(options.perDay ? [dayColumn('day', 'Day')] : []),
      amountColumn('opening', 'Opening', { total: options.perDay ? 'first' : 'sum', opens: true }),
      ...steps.map((step) => amountColumn(step, titles[step], { opens: true })),
      amountColumn('closing', 'Closing', { total: options.perDay ? 'last' : 'sum', opens: true }),
    ],
    rows: accounts.flatMap((account) => rowsOf(brand, account, options)),
    chart: chartOf(options),
  }
}

/** Without days and groups, from opening to closing; else what happened in each. */
function chartOf({ by, perDay }: Shape): Chart {
  if (by === undefined && !perDay) return { kind: 'steps', along: [], of: ['opening', ...steps, 'closing'] }
  return { kind: 'stack', along: [perDay ? 'day' : 'group'], of: steps }
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

function accountsOf(movements: readonly Movement[], brand: Brand, by: Grouping | undefined): Map<string, Account> {
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

function add(account: Account, { kind, added, taken, day }: Movement): void {
  const [plus, minus] = stepOf[kind as MutationType] ?? stepOf.Uknown
  if (day === null) {
    account.opening.set('before', (account.opening.get('before') ?? 0n) + BigInt(added) - BigInt(taken))
    return
  }
  const sums = account.days.get(day) ?? new Map<Step, bigint>()
  account.days.set(day, sums)
  sums.set(plus, (sums.get(plus) ?? 0n) + BigInt(added))
  sums.set(minus, (sums.get(minus) ?? 0n) - BigInt(taken))
}

function rowsOf(brand: Brand, { valueType, group, opening, days }: Account, { perDay, from }: Shape): Row[] {
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
      opening: show(before),
      ...Object.fromEntries(steps.map((step) => [step, show(sums.get(step) ?? 0n)])),
      closing: show(balance),
    }
  })
}

function byName(a: Account, b: Account): number {
  const name = ({ valueType, group }: Account) => `${valueType.program} ${valueTypeName(valueType)} ${group}`
  return name(a) < name(b) ? -1 : 1
}

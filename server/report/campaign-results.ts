import type { Brand, ValueType } from '../brand/brand.ts'
import { valueTypeName } from '../brand/shapes/program-shape.ts'
import { countCustomers, listRuleSums, type RuleSum } from './campaign-results.sql.ts'
import { formatUnits } from './format-units.ts'
import { type Asked, booksOf, type Report } from './report.ts'
import { numberColumn, type ReportTable, type Row, textColumn } from './report-table.ts'
import { listMovements, type Movement } from './roll-forward.sql.ts'

/** What campaigns, or their rules, did in a period. */
export const campaignResultsReport: Report = {
  name: 'campaigns',
  about: 'what each campaign did: visits, customers, discounts and value given, cost of a visit',
  over: 'period',
  by: ['rule'],
  run: async (db, brand, asked) => {
    const books = booksOf(brand)
    const sums = await listRuleSums(db, books, asked)
    const fired = sums.filter(({ measure }) => measure === 'firing').map(({ rule_id }) => rule_id)
    const customers = await countCustomers(db, books, asked, fired)
    const moved = await listMovements(db, books, { ...asked, perDay: false })
    const issued = moved.filter(({ day, kind, rule_id }) => day !== null && kind === 'Campaign' && rule_id !== '')
    return results(brand, asked, {
      sums,
      issued,
      customers: new Map(customers.map((one) => [one.rule_id, one.customers])),
    })
  },
}

interface Known {
  readonly sums: readonly RuleSum[]
  readonly issued: readonly Movement[]
  readonly customers: ReadonlyMap<string, number>
}

/** Of a campaign or a rule. Amounts by what they are of. */
interface Result {
  times: bigint
  readonly discounts: Map<string, bigint>
  readonly issued: Map<number, bigint>
}

function results(brand: Brand, { from, to, by }: Asked, known: Known): ReportTable {
  const isByRule = by === 'rule'
  const found = gather(known, isByRule)
  const currencies = [...new Set([...found.values()].flatMap(({ discounts }) => [...discounts.keys()]))].toSorted()
  const ids = new Set([...found.values()].flatMap(({ issued }) => [...issued.keys()]))
  const valueTypes = [...brand.valueTypes.values()].filter(({ id }) => ids.has(id))
  const rows = [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, result]): Row => {
      const counted = known.customers.get(isByRule ? id : `${id}/`)
      return {
        campaign: campaignName(brand, id.split('/', 1)[0] ?? ''),
        ...(isByRule && { rule: ruleName(brand, id) }),
        visits: String(result.times),
        ...(id !== '' && { customers: String(counted ?? 0) }),
        ...Object.fromEntries(
          currencies.map((unit) => [discountKey(unit), money(result.discounts.get(unit) ?? 0n, unit)]),
        ),
        ...Object.fromEntries(
          valueTypes.map((one) => [issuedKey(one), formatUnits(result.issued.get(one.id) ?? 0n, one.scale)]),
        ),
        ...costs(result, currencies, valueTypes),
      }
    })
  return {
    title: `Campaigns of ${brand.name}, ${from} to ${to}`,
    notes,
    columns: [
      textColumn('campaign', 'Campaign'),
      ...(isByRule ? [textColumn('rule', 'Rule')] : []),
      numberColumn('visits', isByRule ? 'Fired' : 'Visits'),
      numberColumn('customers', 'Customers'),
      ...currencies.map((unit) => numberColumn(discountKey(unit), `Discounts ${codeOf(unit)}`)),
      ...valueTypes.map((one) => numberColumn(issuedKey(one), `${valueTypeName(one)} given`)),
      ...currencies.map((unit) => numberColumn(costKey(unit), `Cost of a visit ${codeOf(unit)}`)),
    ],
    rows,
  }
}

const notes = [
  'Less what voids and returns took back, on the day of the void or return. Customers: those whose calls still stand.',
  'Cost of a visit: discounts and currency given, divided by the visits; points and punches have no price, and are not in it.',
  'What customers spent later of what a campaign gave them is not known by campaign: balances of one type are one purse.',
]

function gather({ sums, issued }: Known, isByRule: boolean): Map<string, Result> {
  const found = new Map<string, Result>()
  const at = (rule: string): Result => {
    const id = isByRule ? rule : (rule.split('/', 1)[0] ?? '')
    const result = found.get(id) ?? { times: 0n, discounts: new Map(), issued: new Map() }
    found.set(id, result)
    return result
  }
  for (const { rule_id, measure, unit, amount } of sums) {
    if (measure === (isByRule ? 'firing' : 'visit')) at(rule_id).times += BigInt(amount)
    else if (measure === 'discount') increase(at(rule_id).discounts, unit, BigInt(amount))
    else if (measure === 'takenBack') increase(at(rule_id).issued, Number(unit), -BigInt(amount))
  }
  for (const { rule_id, value_type_id, added } of issued) increase(at(rule_id).issued, value_type_id, BigInt(added))
  return found
}

function increase<Key>(sums: Map<Key, bigint>, key: Key, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

/** Rounded half up to the smallest unit. */
function costs({ times, discounts, issued }: Result, units: readonly string[], valueTypes: readonly ValueType[]): Row {
  if (times <= 0n) return {}
  return Object.fromEntries(
    units.map((unit) => {
      const given = valueTypes
        .filter(({ balanceType, balanceCode }) => balanceType === 'Currency' && balanceCode === codeOf(unit))
        .reduce((sum, { id }) => sum + (issued.get(id) ?? 0n), 0n)
      const cost = (discounts.get(unit) ?? 0n) + given
      return [costKey(unit), money((cost * 2n + times) / (times * 2n), unit)]
    }),
  )
}

const codeOf = (unit: string) => unit.split('/', 1)[0] ?? ''
const money = (amount: bigint, unit: string) => formatUnits(amount, Number(unit.split('/')[1]))
const discountKey = (unit: string) => `discounts${codeOf(unit)}`
const costKey = (unit: string) => `costPerVisit${codeOf(unit)}`
const issuedKey = (one: ValueType) => `given ${valueTypeName(one)} ${one.program}`

function campaignName({ document }: Brand, id: string): string {
  if (id === '') return '(personal offers)'
  return document.campaigns.find((one) => one.id === id)?.name ?? id
}

function ruleName({ document }: Brand, rule: string): string {
  const [campaign, id] = rule.split('/')
  const found = document.campaigns.find((one) => one.id === campaign)?.rules.find((one) => one.id === id)
  return found?.name ?? id ?? ''
}

import type { Brand, ValueType } from '../brand/brand.ts'
import { valueTypeName } from '../brand/shapes/program-shape.ts'
import type { Sql } from '../database/connection.ts'
import { countCustomers, listRuleSums, type RuleSum } from './campaign-results.sql.ts'
import { codeOf, formatMoney, formatUnits } from './format-units.ts'
import { groupingTitles, groupOf, type PlaceGrouping, placeGroupings, type Titles, titlesOf } from './grouping.ts'
import { listOriginSums, type OriginSum } from './origin-day.sql.ts'
import { remarksIn } from './remarks.ts'
import type { Asked, Report } from './report.ts'
import {
  type Chart,
  type Column,
  countColumn,
  moneyColumn,
  numberColumn,
  type ReportTable,
  type Row,
  textColumn,
} from './report-table.ts'
import type { Books } from './sums-mark.sql.ts'

/** What campaigns, or their rules, did in a period. */
export const campaignResultsReport: Report = {
  name: 'campaigns',
  about: 'what each campaign did: visits, customers, discounts, value given and redeemed later, cost of a visit',
  over: 'period',
  by: ['rule', ...placeGroupings],
  run: async ({ db, brand, books }, asked) => {
    const sums = await listRuleSums(db, books, asked)
    const place = placeGroupings.find((one) => one === asked.by)
    const origins = await listOriginSums(db, books, { ...asked, hasPlace: place !== undefined, hasRule: true })
    return results(brand, asked, {
      sums,
      origins: origins.filter(({ rule_id }) => rule_id !== ''),
      customers: place ? undefined : await findCustomers(db, books, asked, sums),
      place,
    })
  },
}

/** To count customers, all firings of the period are read: about a second for so many. */
const firingsMax = 1_000_000

export async function findCustomers(
  db: Sql,
  books: Books,
  asked: Asked,
  sums: readonly RuleSum[],
): Promise<Map<string, number> | undefined> {
  const firings = sums.filter(({ measure, rule_id }) => isFiring(measure) && !isWhole(rule_id))
  if (firings.reduce((all, { amount }) => all + Number(amount), 0) > firingsMax) return undefined
  const rulesOf = (some: readonly RuleSum[]) => [...new Set(some.map(({ rule_id }) => rule_id))]
  const rules = { all: rulesOf(firings), idle: rulesOf(sums.filter(({ measure }) => measure === 'idle')) }
  const counted = await countCustomers(db, books, { ...asked, isByRule: asked.by === 'rule' }, rules)
  return new Map(counted.map((one) => [one.id, one.customers]))
}

export interface Known {
  readonly sums: readonly RuleSum[]
  /** Of what campaigns issued. */
  readonly origins: readonly OriginSum[]
  /** By campaign or rule; absent if they are not counted. */
  readonly customers: ReadonlyMap<string, number> | undefined
  readonly place: PlaceGrouping | undefined
}

/** Of a campaign or a rule, at a place if asked for. Amounts by what they are of. */
export interface Result {
  /** campaignId or campaignId/ruleId */
  readonly id: string
  readonly place: string
  fired: bigint
  visits: bigint
  readonly discounts: Map<string, bigint>
  readonly given: Map<number, bigint>
  readonly redeemed: Map<number, bigint>
  readonly open: Map<number, bigint>
}

function results(brand: Brand, { from, to, by, language }: Asked, known: Known): ReportTable {
  const isByRule = by === 'rule'
  const titles = titlesOf(brand)
  const found = gather(known, titles, isByRule)
  const currencies = [...new Set(found.flatMap(({ discounts }) => [...discounts.keys()]))].toSorted()
  const ids = new Set(
    found.flatMap(({ given, redeemed, open }) => [...given.keys(), ...redeemed.keys(), ...open.keys()]),
  )
  const valueTypes = named([...brand.valueTypes.values()]).filter(({ id }) => ids.has(id))
  return {
    title: `Campaigns of ${brand.name}, ${from} to ${to}`,
    notes,
    remarks: known.customers || known.place ? [] : [remarksIn(language).notCounted(firingsMax)],
    columns: [
      textColumn('campaign', 'Campaign'),
      ...(isByRule ? [textColumn('rule', 'Rule')] : []),
      ...(known.place ? [textColumn('group', groupingTitles[known.place], { word: known.place })] : []),
      countColumn('fired', 'Fired'),
      countColumn('visits', 'Visits'),
      ...(known.customers ? [countColumn('customers', 'Customers', { total: undefined })] : []),
      ...currencies.map(discountColumn),
      ...valueTypes.flatMap((one) => steps.map((step) => stepColumn(step, one))),
      ...currencies.map(costColumn),
    ],
    chart: chartOf(isByRule, known.place),
    rows: found
      .toSorted((a, b) => (`${a.id}\0${a.place}` < `${b.id}\0${b.place}` ? -1 : 1))
      .map((result): Row => {
        const { id, place } = result
        return {
          campaign: id === '' ? '(personal offers)' : titles.campaign(id),
          ...(isByRule && { rule: titles.rule(id) }),
          ...(known.place && { group: place }),
          fired: String(result.fired),
          visits: String(result.visits),
          ...(id !== '' && known.customers && { customers: String(known.customers.get(id) ?? 0) }),
          ...amounts(result, currencies, valueTypes),
          ...costs(result, currencies, valueTypes),
        }
      }),
  }
}

const steps = ['given', 'redeemed', 'open'] as const
type Step = (typeof steps)[number]

const notes = [
  'Fired: calls in which it gave something; visits: those of them that are checkouts. Firings of which nothing came do not count.',
  'Less what voids and returns took back, on the day of the void or return. Customers: those whose calls still stand.',
  'Cost of a visit: discounts and currency given, divided by the visits; points and punches have no price, and are not in it.',
  'Redeemed: in the period, of whatever the campaign ever gave, by the lots that were spent. Open: what is left of it at its end.',
]

export function gather({ sums, origins, place }: Known, titles: Titles, isByRule: boolean): Result[] {
  const found = new Map<string, Result>()
  const at = (row: { readonly rule_id: string; readonly location_id: string }): Result => {
    const id = isByRule ? row.rule_id : (row.rule_id.split('/', 1)[0] ?? '')
    const group = groupOf(titles, row, place)
    const key = `${id}\0${group}`
    const result = found.get(key) ?? {
      id,
      place: group,
      fired: 0n,
      visits: 0n,
      discounts: new Map(),
      given: new Map(),
      redeemed: new Map(),
      open: new Map(),
    }
    found.set(key, result)
    return result
  }
  for (const sum of sums) {
    const { measure, unit, amount } = sum
    if (isFiring(measure)) {
      if (isWhole(sum.rule_id) === isByRule) continue
      at(sum).fired += BigInt(amount)
      if (measure === 'visit') at(sum).visits += BigInt(amount)
    } else if (measure === 'discount') increase(at(sum).discounts, unit, BigInt(amount))
    else if (measure === 'takenBack') increase(at(sum).given, Number(unit), -BigInt(amount))
  }
  for (const sum of origins) {
    const { value_type_id, change, in_period, so_far } = sum
    const { given, redeemed, open } = at(sum)
    if (change === 'given') increase(given, value_type_id, BigInt(in_period))
    if (change === 'spent') increase(redeemed, value_type_id, -BigInt(in_period))
    increase(open, value_type_id, BigInt(so_far))
  }
  return [...found.values()]
}

/** Whether sums are of a whole campaign. */
const isWhole = (ruleId: string) => ruleId.endsWith('/')
const isFiring = (measure: string) => measure === 'visit' || measure === 'elsewhere'

interface NamedValue extends ValueType {
  readonly title: string
  readonly key: string
}

/** With their program where several programs have one of the same name. Keys that would be the same have numbers. */
function named(valueTypes: readonly ValueType[]): NamedValue[] {
  const keys = valueTypes.map((one) => camelCase(valueTypeName(one), one.program))
  return valueTypes.map((one, index) => {
    const isShared = valueTypes.some((other) => other !== one && valueTypeName(other) === valueTypeName(one))
    const isTwice = keys.indexOf(keys[index] ?? '') < index
    return {
      ...one,
      title: isShared ? `${one.program} ${valueTypeName(one)}` : valueTypeName(one),
      key: isTwice ? `${keys[index]}${one.id}` : (keys[index] ?? ''),
    }
  })
}

/** As all keys of columns are written: letters and digits, words after the first begin with a capital. */
function camelCase(...texts: readonly string[]): string {
  const [first = '', ...rest] = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '')
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function increase<Key>(sums: Map<Key, bigint>, key: Key, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

function amounts(result: Result, units: readonly string[], valueTypes: readonly NamedValue[]): Row {
  return Object.fromEntries([
    ...units.map((unit) => [discountKey(unit), formatMoney(result.discounts.get(unit) ?? 0n, unit)]),
    ...valueTypes.flatMap((one) =>
      steps.map((step) => [keyOf(step, one), formatUnits(result[step].get(one.id) ?? 0n, one.scale)]),
    ),
  ])
}

/** Rounded half up to the smallest unit. */
function costs({ visits, discounts, given }: Result, units: readonly string[], valueTypes: readonly ValueType[]): Row {
  if (visits <= 0n) return {}
  return Object.fromEntries(
    units.map((unit) => {
      const money = valueTypes
        .filter(({ balanceType, balanceCode }) => balanceType === 'Currency' && balanceCode === codeOf(unit))
        .reduce((sum, { id }) => sum + (given.get(id) ?? 0n), 0n)
      const cost = (discounts.get(unit) ?? 0n) + money
      return [costKey(unit), formatMoney((cost * 2n + visits) / (visits * 2n), unit)]
    }),
  )
}

function discountColumn(unit: string): Column {
  const code = codeOf(unit)
  return moneyColumn(discountKey(unit), `Discounts ${code}`, { currency: code, word: 'discounts', of: code })
}

function costColumn(unit: string): Column {
  const code = codeOf(unit)
  const named = { currency: code, word: 'costPerVisit', of: code }
  return moneyColumn(costKey(unit), `Cost of a visit ${code}`, { ...named, total: undefined })
}

function stepColumn(step: Step, one: NamedValue): Column {
  const named = { word: step, of: one.title }
  return one.balanceType === 'Currency'
    ? moneyColumn(keyOf(step, one), `${one.title} ${step}`, { ...named, currency: one.balanceCode })
    : numberColumn(keyOf(step, one), `${one.title} ${step}`, { ...named, total: 'sum' })
}

/** Visits are what campaigns can be compared by, whatever they give. */
function chartOf(isByRule: boolean, place: PlaceGrouping | undefined): Chart {
  if (place) return { kind: 'stack', along: ['campaign'], of: ['visits'], each: 'group' }
  return { kind: 'bars', along: isByRule ? ['campaign', 'rule'] : ['campaign'], of: ['visits'] }
}

const discountKey = (unit: string) => `discounts${codeOf(unit)}`
const costKey = (unit: string) => `costPerVisit${codeOf(unit)}`
const keyOf = (step: Step, { key }: NamedValue) => camelCase(step, key)

import type { Brand, ValueType } from '../../domain/brand/brand.ts'
import { valueTypeName } from '../../domain/brand/shapes/program-shape.ts'
import { valueTitle } from '../../domain/brand/value-names.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { currencyScale } from '../../ground/kernel/currency.ts'
import { costOfGiven, increase } from './campaign-cost.ts'
import { countCustomers, listRuleSums, type RuleSum } from './campaign-results.sql.ts'
import { codeOf, formatMoney, formatUnits } from './format-units.ts'
import { groupingTitles, groupOf, type PlaceGrouping, placeGroupings, type Titles, titlesOf } from './grouping.ts'
import { listOriginSums, type OriginSum } from './origin-day.sql.ts'
import { remarksIn } from './remarks.ts'
import type { AskedDays, Report } from './report.ts'
import {
  type Chart,
  countColumn,
  type FigureColumn,
  type FigureRow,
  moneyColumn,
  numberColumn,
  type ReportTable,
  textColumn,
} from './report-table.ts'
import type { SummedBooks } from './sums-mark.sql.ts'
import { countFirings, countVariantCalls } from './variant-calls.sql.ts'
import { allVariants, campaignOf, type IdOf, variantBook } from './variants.ts'

/** What campaigns, or their rules, did in a period. */
export const campaignResultsReport: Report = {
  name: 'campaigns',
  about:
    'what each campaign did: sales touched, customers, cost, cost per sale, discounts, value given and redeemed later',
  over: 'period',
  by: ['rule', 'variant', ...placeGroupings],
  run: async ({ db, brand, books }, asked) => {
    const sums = await listRuleSums(db, books, asked)
    const place = placeGroupings.find((one) => one === asked.by)
    const origins = await listOriginSums(db, books, { ...asked, hasPlace: place !== undefined, hasRule: true })
    const idOf = idsOf(brand, asked.by)
    return results(brand, asked, {
      sums,
      origins: origins.filter(({ rule_id }) => rule_id !== ''),
      customers: place ? undefined : await findCustomers(db, books, asked, { sums, idOf }),
      place,
      idOf,
      ...(asked.by === 'variant' && { variantCalls: await findVariantCalls(db, brand, books, asked) }),
    })
  },
}

/** To count customers, all firings of the period are read: about a second for so many. */
const firingsMax = 1_000_000

/** By what rules are put together. */
export function idsOf(brand: Brand, by: string | undefined): IdOf {
  if (by === 'rule') return (rule) => rule
  return by === 'variant' ? variantBook(brand).idOf : campaignOf
}

/** By id, in how many calls and in how many visits it gave something; undefined if there are too many to count. */
export type VariantCalls = ReadonlyMap<string, { readonly fired: bigint; readonly visits: bigint }>

export async function findVariantCalls(
  db: Sql,
  brand: Brand,
  books: SummedBooks,
  asked: AskedDays,
): Promise<VariantCalls | undefined> {
  const { rules, idOf } = variantBook(brand)
  if ((await countFirings(db, books, rules, firingsMax)) > firingsMax) return undefined
  const named = rules.map((rule) => [rule, idOf(rule)] as const)
  const found = new Map<string, { fired: bigint; visits: bigint }>()
  for (const { id, is_visit, calls } of await countVariantCalls(db, books, asked, named)) {
    const { fired, visits } = found.get(id) ?? { fired: 0n, visits: 0n }
    found.set(id, { fired: fired + BigInt(calls), visits: is_visit ? visits + BigInt(calls) : visits })
  }
  return found
}

export async function findCustomers(
  db: Sql,
  books: SummedBooks,
  asked: AskedDays,
  { sums, idOf }: { readonly sums: readonly RuleSum[]; readonly idOf: IdOf },
): Promise<Map<string, number> | undefined> {
  const firings = sums.filter(({ measure, rule_id }) => isFiring(measure) && !isWhole(rule_id))
  if (firings.reduce((all, { amount }) => all + Number(amount), 0) > firingsMax) return undefined
  const rulesOf = (some: readonly RuleSum[]) => [...new Set(some.map(({ rule_id }) => rule_id))]
  const all = rulesOf(firings)
  const rules = { all, ids: all.map(idOf), idle: rulesOf(sums.filter(({ measure }) => measure === 'idle')) }
  const counted = await countCustomers(db, books, asked, rules)
  return new Map(counted.map((one) => [one.id, one.customers]))
}

export interface KnownSums {
  readonly sums: readonly RuleSum[]
  /** Of what campaigns issued. */
  readonly origins: readonly OriginSum[]
  /** By campaign or rule; absent if they are not counted. */
  readonly customers: ReadonlyMap<string, number> | undefined
  readonly place: PlaceGrouping | undefined
  readonly idOf: IdOf
  /** By variant: their calls, which are no sums of the calls of their rules. Absent if they are not counted. */
  readonly variantCalls?: VariantCalls | undefined
}

/** Of a campaign or a rule, at a place if asked for. Amounts by what they are of. */
export interface CampaignResult {
  /** campaignId, campaignId/ruleId or campaignId/@variant */
  readonly id: string
  readonly place: string
  fired: bigint
  visits: bigint
  readonly discounts: Map<string, bigint>
  readonly given: Map<number, bigint>
  /** What its rules took from balances for what they gave. */
  readonly used: Map<number, bigint>
  readonly redeemed: Map<number, bigint>
  readonly open: Map<number, bigint>
}

function results(brand: Brand, { from, to, by, language }: AskedDays, known: KnownSums): ReportTable {
  const isByRule = by === 'rule'
  const titles = titlesOf(brand)
  const found = gather(known, titles, by)
  const isByVariant = by === 'variant'
  const ofCalls = isByVariant ? { total: undefined } : ({ opens: true } as const)
  const currencies = [...new Set(found.flatMap(({ discounts }) => [...discounts.keys()]))].toSorted()
  const ids = new Set(
    found.flatMap(({ given, redeemed, open }) => [...given.keys(), ...redeemed.keys(), ...open.keys()]),
  )
  const valueTypes = namedValues([...brand.valueTypes.values()]).filter(({ id }) => ids.has(id))
  return {
    title: `Campaigns of ${brand.name}, ${from} to ${to}`,
    notes,
    remarks: [
      ...(known.customers || known.place ? [] : [remarksIn(language).notCounted(firingsMax)]),
      ...(isByVariant && !known.variantCalls ? [remarksIn(language).notCountedCalls(firingsMax)] : []),
    ],
    columns: [
      textColumn('campaign', 'Campaign'),
      ...(isByRule ? [textColumn('rule', 'Rule')] : []),
      ...(known.place ? [textColumn('group', groupingTitles[known.place], { word: known.place })] : []),
      ...(isByVariant ? [textColumn('variant', 'Variant')] : []),
      countColumn('fired', 'Times given', ofCalls),
      countColumn('visits', 'Sales touched', ofCalls),
      ...(known.customers ? [countColumn('customers', 'Customers', { total: undefined })] : []),
      moneyColumn('cost', 'Cost', { currency: brand.currency }),
      moneyColumn('costPerSale', 'Cost per sale', { currency: brand.currency, total: undefined }),
      ...currencies.map(discountColumn),
      ...valueTypes.flatMap((one) => steps.map((step) => stepColumn(step, one))),
    ],
    chart: chartOf(by, known.place),
    rows: found
      .toSorted((a, b) => (`${a.id}\0${a.place}` < `${b.id}\0${b.place}` ? -1 : 1))
      .map((result): FigureRow => {
        const { id, place } = result
        return {
          campaign: id === '' ? '(personal offers)' : titles.campaign(id),
          ...(isByRule && { rule: titles.rule(id) }),
          ...(isByVariant && { variant: variantCell(id) }),
          ...(known.place && { group: place }),
          rowId: JSON.stringify([id, place]),
          ...((known.variantCalls || !isOfVariant(id)) && {
            fired: String(result.fired),
            visits: String(result.visits),
          }),
          ...(id !== '' && known.customers && { customers: String(known.customers.get(id) ?? 0) }),
          ...amounts(result, currencies, valueTypes),
          ...costs(result, brand, { hasSales: known.variantCalls !== undefined || !isOfVariant(id) }),
        }
      }),
  }
}

/** Campaigns without variants have none. */
function variantCell(id: string): string {
  const variant = id.split('/@')[1]
  return variant === '' ? allVariants : (variant ?? '')
}

export const steps = ['given', 'redeemed', 'open'] as const
type Step = (typeof steps)[number]

const notes = [
  'Times given: calls in which it gave something; sales touched: those of them that are checkouts. Firings of which nothing came do not count.',
  'Less what voids and returns took back, on the day of the void or return. Customers: those whose calls still stand.',
  'Cost: discounts and value given in the main currency, less balance that it took for them; points and punches by their worth (promotions.worth, or what they are converted into).',
  'Redeemed: in the period, of whatever the campaign ever gave, by the lots that were spent. Open: what is left of it at its end.',
]

export function gather(known: KnownSums, titles: Titles, by: string | undefined): CampaignResult[] {
  const { sums, origins, place, idOf, variantCalls } = known
  const isByRule = by === 'rule'
  const found = new Map<string, CampaignResult>()
  const at = (row: {
    readonly rule_id: string
    readonly location_id: string
    readonly id?: string
  }): CampaignResult => {
    const { id = idOf(row.rule_id) } = row
    const group = groupOf(titles, row, place)
    const key = `${id}\0${group}`
    const result = found.get(key) ?? {
      id,
      place: group,
      fired: 0n,
      visits: 0n,
      discounts: new Map(),
      given: new Map(),
      used: new Map(),
      redeemed: new Map(),
      open: new Map(),
    }
    found.set(key, result)
    return result
  }
  for (const sum of sums) {
    const { measure, unit, amount } = sum
    if (isFiring(measure)) {
      if (isWhole(sum.rule_id) === isByRule || isOfVariant(idOf(sum.rule_id))) continue
      at(sum).fired += BigInt(amount)
      if (measure === 'visit') at(sum).visits += BigInt(amount)
    } else if (measure === 'discount') increase(at(sum).discounts, unit, BigInt(amount))
    else if (measure === 'takenBack') increase(at(sum).given, Number(unit), -BigInt(amount))
    else if (measure === 'used') increase(at(sum).used, Number(unit), BigInt(amount))
  }
  for (const sum of origins) {
    const { value_type_id, change, in_period, so_far } = sum
    const { given, redeemed, open } = at(sum)
    if (change === 'given') increase(given, value_type_id, BigInt(in_period))
    if (change === 'spent') increase(redeemed, value_type_id, -BigInt(in_period))
    increase(open, value_type_id, BigInt(so_far))
  }
  for (const [id, { fired, visits }] of variantCalls ?? []) {
    const result = at({ rule_id: '', location_id: '', id })
    result.fired = fired
    result.visits = visits
  }
  return [...found.values()]
}

const isOfVariant = (id: string) => id.includes('/@')

/** Whether sums are of a whole campaign. */
const isWhole = (ruleId: string) => ruleId.endsWith('/')
const isFiring = (measure: string) => measure === 'visit' || measure === 'elsewhere'

export interface NamedValue extends ValueType {
  readonly title: string
  readonly key: string
}

/** With their program where several programs have one of the same name. Keys that would be the same have numbers. */
export function namedValues(valueTypes: readonly ValueType[]): NamedValue[] {
  const keys = valueTypes.map((one) => camelCase(valueTypeName(one), one.program))
  return valueTypes.map((one, index) => {
    const isShared = valueTypes.some((other) => other !== one && valueTitle(other) === valueTitle(one))
    const isTwice = keys.indexOf(keys[index] ?? '') < index
    return {
      ...one,
      title: isShared ? `${one.program} ${valueTitle(one)}` : valueTitle(one),
      key: isTwice ? `${keys[index]}${one.id}` : (keys[index] ?? ''),
    }
  })
}

/** As all keys of columns are written: letters and digits, words after the first begin with a capital. */
function camelCase(...texts: readonly string[]): string {
  const [first = '', ...rest] = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '')
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function amounts(result: CampaignResult, units: readonly string[], valueTypes: readonly NamedValue[]): FigureRow {
  return Object.fromEntries([
    ...units.map((unit) => [discountKey(unit), formatMoney(result.discounts.get(unit) ?? 0n, unit)]),
    ...valueTypes.flatMap((one) =>
      steps.map((step) => [stepKey(step, one), formatUnits(result[step].get(one.id) ?? 0n, one.scale)]),
    ),
  ])
}

/** Of all sales that it touched. What it gave elsewhere is in the cost, too. */
function costs(result: CampaignResult, brand: Brand, { hasSales }: { readonly hasSales: boolean }): FigureRow {
  const { visits } = result
  const scale = currencyScale(brand.currency)
  const cost = costOfGiven(brand, result)
  const perSale = hasSales && visits > 0n && { costPerSale: formatUnits(divideHalfUp(cost, visits), scale) }
  return { cost: formatUnits(cost, scale), ...perSale }
}

function divideHalfUp(sum: bigint, count: bigint): bigint {
  const size = sum < 0n ? -sum : sum
  const rounded = (size * 2n + count) / (count * 2n)
  return sum < 0n ? -rounded : rounded
}

function discountColumn(unit: string): FigureColumn {
  const code = codeOf(unit)
  return moneyColumn(discountKey(unit), `Discounts ${code}`, {
    ...{ currency: code, word: 'discounts', of: code },
    opens: true,
  })
}

function stepColumn(step: Step, one: NamedValue): FigureColumn {
  const named = { word: step, of: one.title, opens: true } as const
  return one.balanceType === 'Currency'
    ? moneyColumn(stepKey(step, one), `${one.title} ${step}`, { ...named, currency: one.balanceCode })
    : numberColumn(stepKey(step, one), `${one.title} ${step}`, { ...named, total: 'sum' })
}

/** Visits are what campaigns can be compared by, whatever they give. */
function chartOf(by: string | undefined, place: PlaceGrouping | undefined): Chart {
  if (place) return { kind: 'stack', along: ['campaign'], of: ['visits'], each: 'group' }
  return { kind: 'bars', along: by === 'rule' || by === 'variant' ? ['campaign', by] : ['campaign'], of: ['visits'] }
}

const discountKey = (unit: string) => `discounts${codeOf(unit)}`
export const stepKey = (step: Step, { key }: NamedValue) => camelCase(step, key)

import { defined } from '../../../ground/kernel/defined.ts'
import { parseDecimal } from '../../../ground/kernel/money.ts'
import type { AttributeTest } from '../../brand/attributes.ts'
import { factNamed, isFactName } from '../../brand/facts/all.ts'
import { valueKindOf } from '../../brand/facts/fact.ts'
import type { Comparison } from '../../brand/rules/conditions.ts'
import { customerFields } from '../../brand/rules/customer-fields.ts'
import { isKeyOf } from './marks.ts'
import type { Names } from './names.ts'
import type { FactMeasure } from './phrases.ts'

/** Undefined for facts that are no measures. */
export function measureOf(asked: Comparison, names: Names): FactMeasure | undefined {
  const { fact } = asked
  const { measures, amounts } = names.words
  const price = (value: string) => amounts.price(value, names.currency)
  if (fact === 'products.total') return amount(measures.cost(goodsOf(asked, names)), price)
  if (fact === 'payments.total') return amount(measures.paid(asked.type), price)
  if (fact === 'history.spend')
    return amount(past(measures.spending, asked, names), (value) => amounts.price(value, names.mainCurrency))
  return countOf(asked, names) ?? ownMeasure(asked, names) ?? orderedField(asked, names)
}

/** What a fact is called by itself, whatever a condition asks of it besides. */
function ownMeasure(asked: Comparison, { words: { amounts }, language, currency }: Names): FactMeasure | undefined {
  if (!isFactName(asked.fact)) return undefined
  const fact = factNamed(asked.fact)
  const { measured: noun, unit } = fact[language]
  if (noun === undefined) return undefined
  if (asked.fact === 'request.hour') return { noun, order: 'hour', show: amounts.hour }
  switch (valueKindOf(fact).kind) {
    case 'day':
      return { noun, order: 'date', show: amounts.date }
    case 'money':
      return amount(noun, (value) => amounts.price(value, currency))
    case 'balance': {
      const of = asked.balanceCode ? `${asked.balanceType} ${asked.balanceCode}` : String(asked.balanceType)
      return amount(noun, (value) => amounts.balance(value, of, asked.subtrack))
    }
    default:
      return defined({ noun, unit, show: amounts.number, order: 'amount' as const })
  }
}

const ordering: readonly string[] = ['<', '<=', '>', '>=', 'between']

/** A number or a date of the customer's, where it is compared and not only named. */
function orderedField({ fact, op }: Comparison, { words: { marks, amounts } }: Names): FactMeasure | undefined {
  const field = fact.replace(/^customer\./, '')
  if (field === fact || !ordering.includes(op) || !isKeyOf(customerFields, field)) return undefined
  const noun = marks.customer[field]
  const { type } = customerFields[field]
  if (type === 'date') return { noun, order: 'date', show: amounts.date }
  return type === 'number' ? { noun, order: 'amount', show: amounts.number } : undefined
}

const amount = (noun: string, show: FactMeasure['show']): FactMeasure => ({
  noun,
  show,
  order: 'amount',
  isWorth: true,
})

/** Facts that count something, and plain numbers. */
function countOf(asked: Comparison, names: Names): FactMeasure | undefined {
  const { fact, key, categoryId, rule = '' } = asked
  const { measures, marks, amounts } = names.words
  const counted = (noun: string, unit?: string): FactMeasure =>
    defined({ noun, unit, show: amounts.number, order: 'amount' })
  const inPast = (what: string) => counted(past(what, asked, names), past(what, asked, names))
  switch (fact) {
    case 'products.quantity':
      return counted(measures.quantity(goodsOf(asked, names)), goodsOf(asked, names))
    case 'products.lines':
      return counted(measures.lines(goodsOf(asked, names)), measures.lines(goodsOf(asked, names)))
    case 'history.checkouts':
      return inPast(measures.visits)
    case 'history.quantity':
      return inPast(measures.unitsBought)
    case 'history.distinctLocations':
      return inPast(measures.stores)
    case 'event.count':
      return inPast(measures.events(categoryId === undefined ? undefined : names.of('eventType', categoryId)))
    case 'counter':
      return inPast(measures.firings(names.of('rule', rule)))
    case 'keyValue.number':
      return counted(marks.keyValue(key))
    default:
      return undefined
  }
}

/** `Espresso or Latte`, `products of drinks, except Mugs`, `units`. */
function goodsOf({ where }: Pick<Comparison, 'where'>, names: Names): string {
  const { amounts, measures } = names.words
  const { goods } = measures
  if (!where) return goods.units
  const { except } = where
  const listed = (skus: readonly string[]) => amounts.orList(skus.map((sku) => names.products.get(sku) ?? sku))
  const price = (value: number) => amounts.price(String(value), names.currency)
  const named = [
    ...(where.sku ? [listed(where.sku)] : []),
    ...(where.parent ? [listed(where.parent)] : []),
    ...(where.category ? [goods.ofCategory(amounts.orList(where.category))] : []),
    ...attributesOf(where.attributes ?? {}, names),
    ...(where.minUnitPrice === undefined ? [] : [goods.from(price(where.minUnitPrice))]),
    ...(where.maxUnitPrice === undefined ? [] : [goods.upTo(price(where.maxUnitPrice))]),
  ]
  const all = named.length === 0 ? goods.products : named.join(', ')
  return except ? goods.except(all, goodsOf({ where: except }, names)) : all
}

/** `brand Acme or Bolt`, `margin from 0.3`. */
function attributesOf(
  asked: Readonly<Record<string, AttributeTest>>,
  { words: { amounts, measures } }: Names,
): string[] {
  const { goods } = measures
  const shown = (test: AttributeTest): string => {
    if (typeof test === 'boolean') return goods.flag(test)
    if (isList(test))
      return amounts.orList(test.map((one) => (typeof one === 'number' ? amounts.number(String(one)) : one)))
    const bound = (one: number | undefined) => (one === undefined ? undefined : amounts.number(String(one)))
    return goods.bounds(bound(test.min), bound(test.max))
  }
  return Object.entries(asked).map(([name, test]) => goods.attribute(name, shown(test)))
}

const isList = (test: AttributeTest): test is readonly string[] | readonly number[] => Array.isArray(test)

/** What happened, with what was bought, and when: `visits with Espresso in the last 30 days`. */
function past(what: string, { within, where }: Comparison, names: Names): string {
  const { goods, lastDays, this: since } = names.words.measures
  const parts = [
    what,
    ...(where ? [goods.with(goodsOf({ where }, names))] : []),
    ...(within ? ['days' in within ? lastDays(within.days) : since[within.calendar]] : []),
  ]
  return parts.join(' ')
}

/** What is missing from `has` to `needs`, exactly; undefined where one of them is no number. */
export function gapOf(has: string, needs: string): string | undefined {
  const [a, b] = [parseDecimal(has), parseDecimal(needs)]
  if (!a || !b) return undefined
  const scale = Math.max(a.scale, b.scale)
  const units = (one: typeof a) => BigInt(one.units) * 10n ** BigInt(scale - one.scale)
  const gap = units(b) - units(a)
  if (gap <= 0n) return undefined
  const digits = String(gap).padStart(scale + 1, '0')
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '')
  const whole = scale === 0 ? digits : digits.slice(0, -scale)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

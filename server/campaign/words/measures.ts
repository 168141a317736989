import type { Comparison } from '../../brand/rules/conditions.ts'
import { defined } from '../../kernel/defined.ts'
import { parseDecimal } from '../../kernel/money.ts'
import { balanceWords, priceWords } from '../effect-words.ts'
import { type Names, orList } from './names.ts'

/** A fact that is a number, an amount or a time, in words. */
export interface Measure {
  /** `total`, `visits in the last 30 days`. */
  readonly noun: string
  /** A value: `3.50 USD`, `100 Points`, `4`. */
  readonly show: (value: string) => string
  /** Of what is counted: `Espresso`, `visits in the last 30 days`. */
  readonly unit?: string
  /** It is worth something, and a value says of what. */
  readonly isWorth?: true
  /** How values are compared: times are before and after each other. */
  readonly order: 'amount' | 'date' | 'hour'
}

/** Undefined for facts that are no measures. */
export function measureOf(asked: Comparison, names: Names): Measure | undefined {
  const { fact } = asked
  const time = times[fact]
  if (time) return { ...time, show: fact === 'request.hour' ? (hour) => `${hour}:00` : String }
  const money = moneyNouns[fact]
  if (money !== undefined) return amount(money, (value) => priceWords(value, names.currency))
  if (fact === 'products.total') {
    return amount(`what the ${goodsOf(asked, names)} cost`, (value) => priceWords(value, names.currency))
  }
  if (fact === 'payments.total') {
    const noun = asked.type === undefined ? 'what was paid' : `what was paid by ${asked.type}`
    return amount(noun, (value) => priceWords(value, names.currency))
  }
  if (fact === 'history.spend') {
    return amount(`spending ${pastOf(asked, names)}`.trimEnd(), (value) => priceWords(value, names.mainCurrency))
  }
  if (fact.startsWith('balance')) {
    const of = asked.balanceCode ? `${asked.balanceType} ${asked.balanceCode}` : String(asked.balanceType)
    return amount(balanceNouns[fact] ?? 'balance', (value) => balanceWords(value, of, asked.subtrack))
  }
  return countOf(asked, names)
}

const amount = (noun: string, show: Measure['show']): Measure => ({ noun, show, order: 'amount', isWorth: true })

const times: Readonly<Record<string, Pick<Measure, 'noun' | 'order'>>> = {
  'request.hour': { noun: 'the time', order: 'hour' },
  'request.date': { noun: 'the date', order: 'date' },
}

const moneyNouns: Readonly<Record<string, string>> = {
  'checkout.total': 'total',
  // Rules with discounts run one after another, so that later ones may lower it further.
  'checkout.netTotal': 'total after the discounts so far',
  'checkout.shipping': 'shipping',
  'checkout.tip': 'tip',
  'referral.total': 'what referred customers spent',
}

const balanceNouns: Readonly<Record<string, string>> = {
  balance: 'balance',
  'balance.held': 'balance on hold',
  'balance.expiring': 'balance that expires soon',
}

/** Facts that count something, and plain numbers. */
function countOf(asked: Comparison, names: Names): Measure | undefined {
  const { fact, key, categoryId, rule = '' } = asked
  const counted = (noun: string, unit?: string): Measure => defined({ noun, unit, show: String, order: 'amount' })
  const past = (what: string) => `${what} ${pastOf(asked, names)}`.trimEnd()
  switch (fact) {
    case 'products.quantity':
      return counted(`units of ${goodsOf(asked, names)}`, goodsOf(asked, names))
    case 'products.lines':
      return counted(`lines with ${goodsOf(asked, names)}`, `lines with ${goodsOf(asked, names)}`)
    case 'history.checkouts':
      return counted(past('visits'), past('visits'))
    case 'history.quantity':
      return counted(past('units bought'), past('units bought'))
    case 'history.distinctLocations':
      return counted(past('stores visited'), past('stores visited'))
    case 'event.count': {
      const events = categoryId === undefined ? 'events' : `events "${names.of('eventType', categoryId)}"`
      return counted(past(events), past(events))
    }
    case 'counter':
      return counted(past(`firings of ${names.of('rule', rule)}`), past(`firings of ${names.of('rule', rule)}`))
    case 'keyValue.number':
      return counted(`the value ${key}`)
  }
  const noun = unitNouns[fact]
  if (noun) return counted(...noun)
  const plain = numberNouns[fact]
  return plain === undefined ? undefined : counted(plain)
}

const unitNouns: Readonly<Record<string, readonly [noun: string, unit: string]>> = {
  'checkout.units': ['units in the basket', 'units in the basket'],
  'checkout.lines': ['lines of the basket', 'lines in the basket'],
  'referral.checkouts': ['visits of referred customers', 'visits of referred customers'],
  'card.daysSinceActivation': ['days since the card was activated', 'days since the card was activated'],
  'card.daysSinceEnrollment': ['days since the customer enrolled', 'days since the customer enrolled'],
  'history.daysSinceLast': ['days since the last visit', 'days since the last visit'],
  'event.daysSinceLast': ['days since the last event', 'days since the last event'],
}

const numberNouns: Readonly<Record<string, string>> = {
  'checkout.orderMode': 'the order mode',
  'customer.age': "the customer's age",
  'customer.birthdayInDays': 'the number of days to the birthday',
  'request.dayOfMonth': 'the day of the month',
  'score.total': "the customer's score",
  'score.recency': 'the score for recency',
  'score.frequency': 'the score for frequency',
  'score.monetary': 'the score for spending',
  random: "the card's draw from 0 to 99",
  'tier.rank': 'the rank of the tier',
  'tier.missing': 'what is missing to the next tier',
}

/** `Espresso or Latte`, `products of drinks, except Mugs`, `units`. */
function goodsOf({ where }: Comparison, names: Names): string {
  if (!where) return 'units'
  const { except } = where
  const named = [
    ...(where.sku ? [orList(where.sku.map((sku) => names.products.get(sku) ?? sku))] : []),
    ...(where.parent ? [orList(where.parent.map((parent) => names.products.get(parent) ?? parent))] : []),
    ...(where.category ? [`products of ${orList(where.category)}`] : []),
    ...(where.minUnitPrice === undefined
      ? []
      : [`from ${priceWords(String(where.minUnitPrice), names.currency)} each`]),
    ...(where.maxUnitPrice === undefined
      ? []
      : [`up to ${priceWords(String(where.maxUnitPrice), names.currency)} each`]),
  ]
  const goods = named.length === 0 ? 'products' : named.join(', ')
  return except ? `${goods}, except ${goodsOf({ fact: '', op: '=', where: except }, names)}` : goods
}

function pastOf({ within, where, fact }: Comparison, names: Names): string {
  const goods = where && fact !== '' ? `with ${goodsOf({ fact: '', op: '=', where }, names)} ` : ''
  if (!within) return goods.trimEnd()
  return `${goods}${'days' in within ? `in the last ${within.days} days` : `this ${within.calendar}`}`
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

import { gap, isRaw, numberIn, type Raw, rawIn, severalIn, textIn } from '../../brand/facts/draft.ts'
import type { Teller } from '../../brand/facts/say.ts'
import { balance } from './balances.ts'
import { andList } from './phrasing.ts'

const whose: Readonly<Record<string, string>> = {
  card: 'per customer',
  child: 'per child card',
  location: 'per location',
  terminal: 'per terminal',
  code: 'per code',
  brand: 'for all customers together',
}

/** ` a day`, ` in 30 days`; nothing if it is counted for ever. */
function everyWords(every: unknown, t: Teller, times?: unknown): string {
  if (isRaw(every))
    return ` ${numberIn(times) === 1 ? 'every' : 'in'} ${t.number(every.days)} ${numberIn(every.days) === 1 ? 'day' : 'days'}`
  const name = textIn(every)
  return name === undefined || name === 'ever' ? '' : ` a ${name}`
}

function timesWords(times: unknown, t: Teller): string {
  const number = numberIn(times)
  if (number === 1) return 'once'
  return number === 2 ? 'twice' : `${t.number(times)} times`
}

/** `at most twice a day and 10 times a month per customer`. */
export function limitWords(limit: unknown, t: Teller): string | undefined {
  const limits = severalIn(limit).map(rawIn)
  if (limits.length === 0) return undefined
  const kinds = [...new Set(limits.map(({ per }) => textIn(per) ?? 'card'))]
  const said = kinds.map((kind) => {
    const own = limits.filter(({ per }) => (textIn(per) ?? 'card') === kind)
    const times = own.map(({ times: count, every }) => `${timesWords(count, t)}${everyWords(every, t, count)}`)
    return `${andList(times)} ${whose[kind] ?? gap}`
  })
  return `at most ${andList(said)}`
}

/** `$500 of discounts a day`, `10,000 points in all`. */
export function budgetWords(budget: unknown, t: Teller): string | undefined {
  if (budget === undefined || budget === null) return undefined
  const { amount, of, every } = rawIn(budget)
  const worth = isRaw(of) ? balance(amount, of, t) : `${t.money(amount)} of discounts`
  return `${worth}${everyWords(every, t) || ' in all'}`
}

/** Who does not get it, and how the others are split. */
export function experimentWords({ holdout, variants }: Raw, t: Teller): string | undefined {
  const held = numberIn(holdout)
  const heldWords =
    held === undefined || held === 0 ? undefined : `${t.number(held)} % of customers never get it, as a control group`
  const shares = Object.entries(rawIn(variants)).map(([name, share]) => `${name} ${t.number(share)} %`)
  const rest = held === undefined || held === 0 ? 'customers are split' : 'the others are split'
  const split = shares.length === 0 ? undefined : `${rest} into variants: ${andList(shares)}`
  const parts = [heldWords, split].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join('; ')
}

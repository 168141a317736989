import { gap, isRaw, numberIn, type Raw, rawIn, severalIn, textIn } from '../../brand/facts/draft.ts'
import { balance } from './balances.ts'
import { named, timesWords } from './counts.ts'
import type { Voice } from './voice.ts'

/** ` a day`, ` in 30 days`; nothing if it is counted for ever. */
function everyWords(every: unknown, voice: Voice, times?: unknown): string {
  const { inDays, periods, unknownPeriod } = voice.words.limits
  if (isRaw(every)) return inDays(voice.number(every.days), numberIn(every.days) === 1, numberIn(times) === 1)
  const name = textIn(every)
  return name === undefined || name === 'ever' ? '' : (named(periods, name) ?? unknownPeriod)
}

/** `at most twice a day and 10 times a month per customer`. */
export function limitWords(limit: unknown, voice: Voice): string | undefined {
  const { limits: p, lists, choices } = voice.words
  const limits = severalIn(limit).map(rawIn)
  if (limits.length === 0) return undefined
  const kinds = [...new Set(limits.map(({ per }) => textIn(per) ?? 'card'))]
  const said = kinds.map((kind) => {
    const own = limits.filter(({ per }) => (textIn(per) ?? 'card') === kind)
    const times = own.map(({ times: count, every }) => `${timesWords(count, voice)}${everyWords(every, voice, count)}`)
    return `${lists.andList(times)} ${named(choices.per, kind) ?? gap}`
  })
  return p.atMost(lists.andList(said))
}

/** `$500 of discounts a day`, `10,000 points in all`. */
export function budgetWords(budget: unknown, voice: Voice): string | undefined {
  if (budget === undefined || budget === null) return undefined
  const { discounts, inAll } = voice.words.limits
  const { amount, of, every } = rawIn(budget)
  const worth = isRaw(of) ? balance(amount, of, voice) : discounts(voice.money(amount))
  return `${worth}${everyWords(every, voice) || inAll}`
}

/** Who does not get it, and how the others are split. */
export function experimentWords({ holdout, variants }: Raw, { words, number }: Voice): string | undefined {
  const { heldOut, split } = words.limits
  const held = numberIn(holdout)
  const isHeld = held !== undefined && held !== 0
  const shares = Object.entries(rawIn(variants)).map(([name, share]) => `${name} ${number(share)} %`)
  const parts = [
    isHeld ? heldOut(number(held)) : '',
    shares.length === 0 ? '' : split(words.lists.andList(shares), isHeld),
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join('; ')
}

import { factNamed, isFactName } from '../../brand/facts/all.ts'
import { gap, isRaw, numberIn, type Raw, textIn } from '../../brand/facts/draft.ts'
import { type Fact, valueKindOf } from '../../brand/facts/fact.ts'
import { formulaWords, isReckoned } from './reckoned.ts'
import type { Voice } from './voice.ts'

interface SaidAmount {
  /** How an amount is said: `5 points`, `$5 off`. */
  readonly said: (amount: unknown) => string
  /** What follows a share of an amount of money; left out where the amount is none of money. */
  readonly afterShare?: string | undefined
}

/** A fixed amount, or so much for every so much of a fact, with its bounds. */
export function amountWords(amount: unknown, { said, afterShare }: SaidAmount, voice: Voice): string {
  if (!isRaw(amount) || !isRate(amount)) return said(amount)
  if (isReckoned(amount)) return reckonedWords(amount, said, voice)
  const name = textIn(amount.of)
  const fact = name !== undefined && isFactName(name) ? factNamed(name) : undefined
  const share = afterShare !== undefined && fact !== undefined ? shareWords(amount, fact, voice) : undefined
  const words = share === undefined ? rateWords(amount, said, fact, voice) : `${share}${afterShare}`
  return `${words}${boundWords(amount, said, share !== undefined, voice)}`
}

/** The formula stands where the number would. */
function reckonedWords(amount: Raw, said: SaidAmount['said'], voice: Voice): string {
  return `${said(undefined).replace(gap, `[${formulaWords(amount, voice)}]`)}${boundWords(amount, said, false, voice)}`
}

function rateWords(amount: Raw, said: SaidAmount['said'], fact: Fact | undefined, { words, spoken }: Voice): string {
  const each = fact && spoken(fact).each(amount.per, amount)
  return `${said(amount.give)} ${each ?? words.amounts.forEvery}`
}

/** Rather than amounts by currency. */
const isRate = (amount: Raw) => ['give', 'per', 'of'].some((key) => Object.hasOwn(amount, key))

/** 5 cents for every dollar, fractions too, is 5 % of it. */
function shareWords(amount: Raw, fact: Fact, { words, spoken, number }: Voice): string | undefined {
  const [give, per] = [numberIn(amount.give), amount.per === undefined ? 1 : numberIn(amount.per)]
  if (amount.steps !== 'proportional' || give === undefined || !per) return undefined
  if (valueKindOf(fact).kind !== 'money') return undefined
  const percent = number(Math.round((give / per) * 1_000_000) / 10_000)
  return words.amounts.share(percent, spoken(fact).each(1, amount) ?? '')
}

function boundWords(amount: Raw, said: SaidAmount['said'], isShare: boolean, { words }: Voice): string {
  const p = words.amounts
  const parts = [
    amount.steps === 'proportional' && !isShare ? p.fractions : '',
    amount.min === undefined ? '' : p.atLeast(said(amount.min)),
    amount.max === undefined ? '' : p.atMostAtATime(said(amount.max)),
    amount.round === 'up' ? p.roundedUp : '',
    amount.round === 'nearest' ? p.roundedToNearest : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

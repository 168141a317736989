import { factNamed, isFactName } from '../../brand/facts/all.ts'
import { gap, isRaw, numberIn, type Raw, textIn } from '../../brand/facts/draft.ts'
import { valueKindOf } from '../../brand/facts/fact.ts'
import type { Teller } from '../../brand/facts/say.ts'
import { type SpokenFact, spokenBy } from '../speech.ts'
import { german } from './say.ts'

/** How an amount is said: `5 Punkte`, `5 $ Rabatt`. */
export type SaidGerman = (amount: unknown) => string

export interface GermanAmountManner {
  /** What follows a share of an amount of money; undefined where the amount is none of money. */
  readonly share: string | undefined
  readonly t: Teller
}

/** A fixed amount, or so much for every so much of a fact, with its bounds. */
export function amountWords(amount: unknown, said: SaidGerman, { share: shareWord, t }: GermanAmountManner): string {
  if (!isRaw(amount) || !isRate(amount)) return said(amount)
  const fact = textIn(amount.of)
  const spoken = fact !== undefined && isFactName(fact) ? spokenBy(factNamed(fact).de, german(t)) : undefined
  const share = shareWord !== undefined && fact !== undefined ? shareWords(amount, fact, t) : undefined
  const words = share === undefined ? rateWords(amount, said, spoken) : `${share}${shareWord}`
  return `${words}${boundWords(amount, said, share !== undefined)}`
}

function rateWords(amount: Raw, said: SaidGerman, spoken: SpokenFact | undefined): string {
  return `${said(amount.give)} ${spoken?.each(amount.per, amount) ?? `für je ${gap}`}`
}

/** Rather than amounts by currency. */
const isRate = (amount: Raw) => ['give', 'per', 'of'].some((key) => Object.hasOwn(amount, key))

/** 5 cents for every dollar, fractions too, is 5 % of it. */
function shareWords(amount: Raw, fact: string, t: Teller): string | undefined {
  const [give, per] = [numberIn(amount.give), amount.per === undefined ? 1 : numberIn(amount.per)]
  if (amount.steps !== 'proportional' || give === undefined || !per) return undefined
  if (!isFactName(fact) || valueKindOf(factNamed(fact)).kind !== 'money') return undefined
  const percent = t.number(Math.round((give / per) * 1_000_000) / 10_000)
  const of = spokenBy(factNamed(fact).de, german(t)).each(1, amount) ?? ''
  return `${percent} % ${of.replace(/^(pro \S+|für je \S+( \S+)?)/, 'vom Betrag')}`
}

function boundWords(amount: Raw, said: SaidGerman, isShare: boolean): string {
  const parts = [
    amount.steps === 'proportional' && !isShare ? 'auch Bruchteile zählen' : '',
    amount.min === undefined ? '' : `mindestens ${said(amount.min)}`,
    amount.max === undefined ? '' : `höchstens ${said(amount.max)} auf einmal`,
    amount.round === 'up' ? 'aufgerundet' : '',
    amount.round === 'nearest' ? 'kaufmännisch gerundet' : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

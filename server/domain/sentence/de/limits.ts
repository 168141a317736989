import { gap, isRaw, numberIn, type Raw, rawIn, severalIn, textIn } from '../../brand/facts/draft.ts'
import type { Teller } from '../../brand/facts/say.ts'
import { balance } from './balances.ts'
import { andList, timesWords } from './phrasing.ts'

const whose: Readonly<Record<string, string>> = {
  card: 'je Kunde',
  child: 'je Kinderkarte',
  location: 'je Standort',
  terminal: 'je Kasse',
  code: 'je Code',
  brand: 'für alle Kunden zusammen',
}

const periods: Readonly<Record<string, string>> = {
  day: ' am Tag',
  week: ' pro Woche',
  month: ' im Monat',
  year: ' im Jahr',
}

/** ` am Tag`, ` in 30 Tagen`; nothing if it is counted for ever. */
function everyWords(every: unknown, t: Teller): string {
  if (isRaw(every)) return ` in ${t.number(every.days)} ${numberIn(every.days) === 1 ? 'Tag' : 'Tagen'}`
  const name = textIn(every)
  return name === undefined || name === 'ever' ? '' : (periods[name] ?? ` in ${gap}`)
}

/** `höchstens zweimal am Tag und 10-mal im Monat je Kunde`. */
export function limitWords(limit: unknown, t: Teller): string | undefined {
  const limits = severalIn(limit).map(rawIn)
  if (limits.length === 0) return undefined
  const kinds = [...new Set(limits.map(({ per }) => textIn(per) ?? 'card'))]
  const said = kinds.map((kind) => {
    const own = limits.filter(({ per }) => (textIn(per) ?? 'card') === kind)
    const times = own.map(({ times: count, every }) => `${timesWords(count, t)}${everyWords(every, t)}`)
    return `${andList(times)} ${whose[kind] ?? gap}`
  })
  return `höchstens ${andList(said)}`
}

/** `500 $ Rabatt am Tag`, `10.000 Punkte insgesamt`. */
export function budgetWords(budget: unknown, t: Teller): string | undefined {
  if (budget === undefined || budget === null) return undefined
  const { amount, of, every } = rawIn(budget)
  const worth = isRaw(of) ? balance(amount, of, t) : `${t.money(amount)} Rabatt`
  return `${worth}${everyWords(every, t) || ' insgesamt'}`
}

/** Who does not get it, and how the others are split. */
export function experimentWords({ holdout, variants }: Raw, t: Teller): string | undefined {
  const held = numberIn(holdout)
  const isHeld = held !== undefined && held !== 0
  const heldWords = isHeld ? `${t.number(held)} % der Kunden bekommen sie nie (Kontrollgruppe)` : undefined
  const shares = Object.entries(rawIn(variants)).map(([name, share]) => `${name} ${t.number(share)} %`)
  const rest = isHeld ? 'die übrigen' : 'die Kunden'
  const split = shares.length === 0 ? undefined : `${rest} verteilen sich auf Varianten: ${andList(shares)}`
  const parts = [heldWords, split].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join('; ')
}

import { gap, numberIn, type Raw, textIn } from '../../brand/facts/draft.ts'
import type { Voice } from './voice.ts'

/** `50 points`, `$5`, `1 Espresso punch`, `5 Stars`. */
export function balance(amount: unknown, valueType: Raw, voice: Voice): string {
  const code = textIn(valueType.balanceCode)
  if (valueType.balanceType === 'Currency')
    return code === undefined ? voice.money(amount) : voice.money({ [code]: amount })
  return `${voice.number(amount)} ${unit(valueType, numberIn(amount) === 1, voice)}`
}

/** What a balance is counted in: `points`, `Espresso punches`, `dollars`. */
export function unit(valueType: Raw, isOne: boolean, voice: Voice): string {
  const { points, punches } = voice.words.balances
  switch (valueType.balanceType) {
    case 'Points':
      return ownName('Points', isOne, voice) ?? points[isOne ? 0 : 1]
    case 'Punches':
      return punches(textIn(valueType.subtrack), isOne)
    case 'Custom': {
      const code = textIn(valueType.balanceCode)
      return code === undefined ? gap : (nameFor(`Custom ${code}`, isOne, voice) ?? code)
    }
    case 'Currency':
      return textIn(valueType.balanceCode) ?? voice.currency
    default:
      return gap
  }
}

/** Brands may call their points otherwise. */
function ownName(balanceType: string, isOne: boolean, voice: Voice): string | undefined {
  const name = nameFor(balanceType, isOne, voice)
  return name === undefined || name === balanceType ? undefined : name
}

/** What one of a value type is called, or several of it. */
function nameFor(valueType: string, isOne: boolean, { nameOf }: Voice): string | undefined {
  const name = nameOf('valueType', valueType)
  return isOne ? (nameOf('oneOfValueType', valueType) ?? name) : name
}

/** As something that is given: money on a card is credit. */
export function given(amount: unknown, valueType: Raw, voice: Voice): string {
  const words = balance(amount, valueType, voice)
  return valueType.balanceType === 'Currency' ? voice.words.balances.credit(words) : words
}

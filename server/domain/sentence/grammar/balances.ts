import { gap, numberIn, type Raw, textIn } from '../../brand/facts/draft.ts'
import { singular } from '../teller.ts'
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
      return ownName('Points', voice) ?? points[isOne ? 0 : 1]
    case 'Punches':
      return punches(textIn(valueType.subtrack), isOne)
    case 'Custom': {
      const code = textIn(valueType.balanceCode)
      const name = code === undefined ? gap : (voice.nameOf('valueType', `Custom ${code}`) ?? code)
      return isOne ? singular(name) : name
    }
    case 'Currency':
      return textIn(valueType.balanceCode) ?? voice.currency
    default:
      return gap
  }
}

/** Brands may call their points otherwise. */
function ownName(balanceType: string, { nameOf }: Voice): string | undefined {
  const name = nameOf('valueType', balanceType)
  return name === undefined || name === balanceType ? undefined : name
}

/** As something that is given: money on a card is credit. */
export function given(amount: unknown, valueType: Raw, voice: Voice): string {
  const words = balance(amount, valueType, voice)
  return valueType.balanceType === 'Currency' ? voice.words.balances.credit(words) : words
}

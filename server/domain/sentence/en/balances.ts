import { gap, numberIn, type Raw, textIn } from '../../brand/facts/draft.ts'
import type { Teller } from '../../brand/facts/say.ts'
import { singular } from '../teller.ts'

/** `50 points`, `$5`, `1 Espresso punch`, `5 Stars`. */
export function balance(amount: unknown, valueType: Raw, t: Teller): string {
  const code = textIn(valueType.balanceCode)
  if (valueType.balanceType === 'Currency') return code === undefined ? t.money(amount) : t.money({ [code]: amount })
  return `${t.number(amount)} ${unit(valueType, numberIn(amount) === 1, t)}`
}

/** What a balance is counted in: `points`, `Espresso punches`, `dollars`. */
export function unit(valueType: Raw, isOne: boolean, t: Teller): string {
  switch (valueType.balanceType) {
    case 'Points':
      return ownName('Points', t) ?? (isOne ? 'point' : 'points')
    case 'Punches': {
      const subtrack = textIn(valueType.subtrack)
      return `${subtrack === undefined ? '' : `${subtrack} `}${isOne ? 'punch' : 'punches'}`
    }
    case 'Custom': {
      const code = textIn(valueType.balanceCode)
      const name = code === undefined ? gap : (t.nameOf('valueType', `Custom ${code}`) ?? code)
      return isOne ? singular(name) : name
    }
    case 'Currency':
      return textIn(valueType.balanceCode) ?? t.currency
    default:
      return gap
  }
}

/** Brands may call their points otherwise. */
function ownName(balanceType: string, t: Teller): string | undefined {
  const name = t.nameOf('valueType', balanceType)
  return name === undefined || name === balanceType ? undefined : name
}

/** As something that is given: money on a card is credit. */
export function given(amount: unknown, valueType: Raw, t: Teller): string {
  const words = balance(amount, valueType, t)
  return valueType.balanceType === 'Currency' ? `${words} credit` : words
}

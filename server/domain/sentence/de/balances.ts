import { gap, numberIn, type Raw, textIn } from '../../brand/facts/draft.ts'
import type { Teller } from '../../brand/facts/say.ts'
import { singular } from '../teller.ts'

/** `50 Punkte`, `5 $`, `1 Espresso-Stempel`, `5 Stars`. */
export function balance(amount: unknown, valueType: Raw, t: Teller): string {
  const code = textIn(valueType.balanceCode)
  if (valueType.balanceType === 'Currency') return code === undefined ? t.money(amount) : t.money({ [code]: amount })
  return `${t.number(amount)} ${unit(valueType, numberIn(amount) === 1, t)}`
}

/** What a balance is counted in: `Punkte`, `Espresso-Stempel`. */
export function unit(valueType: Raw, isOne: boolean, t: Teller): string {
  switch (valueType.balanceType) {
    case 'Points':
      return ownName('Points', t) ?? (isOne ? 'Punkt' : 'Punkte')
    case 'Punches':
      return punchWords(textIn(valueType.subtrack))
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

function punchWords(subtrack: string | undefined): string {
  if (subtrack === undefined) return 'Stempel'
  return /\s/.test(subtrack) ? `Stempel für ${subtrack}` : `${subtrack}-Stempel`
}

/** Brands may call their points otherwise. */
function ownName(balanceType: string, t: Teller): string | undefined {
  const name = t.nameOf('valueType', balanceType)
  return name === undefined || name === balanceType ? undefined : name
}

/** As something that is given: money on a card is Guthaben. */
export function given(amount: unknown, valueType: Raw, t: Teller): string {
  const words = balance(amount, valueType, t)
  return valueType.balanceType === 'Currency' ? `${words} Guthaben` : words
}

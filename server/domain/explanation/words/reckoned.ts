import type { Language } from '../../../ground/kernel/language.ts'
import { factNamed, isFactName } from '../../brand/facts/all.ts'
import type { AmountHow } from '../../campaign/amount-formula.ts'

/** What a language says of several numbers of which one counts. */
interface ChoiceWords {
  readonly least: (list: string) => string
  readonly greatest: (list: string) => string
}

/** `(amount spent 12.5 + shipping 4.9) × 0.05 − 2`: each fact with what it came to. */
export function formulaWords(
  { by, of, times, plus, minus }: AmountHow,
  language: Language,
  number: (value: string) => string,
  choice: ChoiceWords,
): string {
  const terms = of.map(({ fact, value }) =>
    fact === undefined ? number(value) : `${nameOf(fact, language)} ${number(value)}`,
  )
  const further = `${after('×', times)}${after('+', plus)}${after('−', minus)}`
  const base = baseOf()
  return `${base}${further}`

  function baseOf(): string {
    if (by === 'least' || by === 'greatest') return choice[by](terms.join('; '))
    const whole = terms.join(by === 'sum' ? ' + ' : ' × ')
    return terms.length > 1 && further !== '' ? `(${whole})` : whole
  }

  function after(sign: string, value: string | undefined): string {
    return value === undefined ? '' : ` ${sign} ${number(value)}`
  }
}

function nameOf(fact: string, language: Language): string {
  if (!isFactName(fact)) return fact
  const { measured, name } = factNamed(fact)[language]
  return measured ?? name
}

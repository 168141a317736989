import { useMemo } from 'react'
import type { FieldProps } from '../../../parts/schema-form/form-context.ts'
import { useWords } from '../../../parts/schema-form/words.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { countryChoices, currencyChoices } from '../../begin/country-money.ts'
import { ChoiceLine } from './lines.tsx'

/** A country by its name. */
export function CountryField(props: FieldProps) {
  const { language } = useSpoken()
  const choices = useMemo(() => countryChoices(language), [language])
  return <ChoiceLine {...props} choices={choices} placeholder={useInherited(props)} />
}

/** A currency by its name. */
export function CurrencyField(props: FieldProps) {
  const { language } = useSpoken()
  const choices = useMemo(() => currencyChoices(language), [language])
  return <ChoiceLine {...props} choices={choices} placeholder={useInherited(props)} />
}

/** What need not be chosen is as the brand has it. */
function useInherited({ isRequired }: FieldProps): string | undefined {
  const { settings } = useTexts()
  return isRequired ? undefined : settings.forms.asBrand
}

const kinds = ['loyalty', 'gift', 'storeCredit', 'prepaid'] as const

/** What a program is for. */
export function ProgramKindField(props: FieldProps) {
  const { choice } = useWords('programs')
  const { settings } = useTexts()
  const choices = kinds.map((value) => ({ value, label: choice(value) }))
  return (
    <ChoiceLine
      {...props}
      value={props.value ?? 'loyalty'}
      choices={choices}
      about={settings.forms.programKindAbout}
      isRequired
    />
  )
}

const pinLengths = [0, 4, 5, 6] as const

/** How many digits a card's PIN has, or that it has none. */
export function PinLengthField(props: FieldProps) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const choices = pinLengths.map((length) => ({ value: String(length), label: texts.pinDigits(length) }))
  return (
    <ChoiceLine
      {...props}
      value={props.value ?? 4}
      onChange={(next) => props.onChange(Number(next))}
      about={texts.pinAbout}
      choices={choices}
      isRequired
    />
  )
}

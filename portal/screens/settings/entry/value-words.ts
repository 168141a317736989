import { languageName } from '../../../parts/language-name.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { useWords } from '../../../parts/schema-form/words.ts'
import type { Texts } from '../../../texts/shape.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { isByLanguage, useValueTypeTitle } from '../forms/value-type-title.ts'
import { decimalIn, isOwnText } from './read-back.ts'

type FormTexts = Texts['settings']['forms']

/** A value of an entry as people say it: no brackets, no keys of the file. */
export function useValueWords(section: string): (value: unknown, key: string) => string {
  const { settings, parts } = useTexts()
  const { language } = useSpoken()
  const { label, choice } = useWords(section)
  const typeTitle = useValueTypeTitle()
  const told = (value: unknown, key: string): string => {
    if (value === undefined || value === null || value === '') return settings.forms.nothing
    if (typeof value === 'boolean') return value ? parts.yes : parts.no
    if (typeof value === 'number') return new Intl.NumberFormat(language, plainNumber).format(value)
    if (Array.isArray(value))
      return value.length === 0 ? settings.forms.nothing : value.map((one) => told(one, key)).join(', ')
    if (!isRecord(value)) {
      const text = String(value)
      return isOwnText(key) ? text : (decimalIn(text, language) ?? choice(text))
    }
    if (spokenKeys.has(key) && isByLanguage(value))
      return Object.entries(value)
        .map(([tag, one]) => `${languageName(tag, language)}: ${told(one, key)}`)
        .join('; ')
    if (key === 'display') return [value.one, value.other].map((one) => told(one, 'name')).join(' / ')
    const duration = durationWords(value, settings.forms)
    if (duration !== undefined) return duration
    if (value.balanceType !== undefined) return typeTitle(value)
    const called = value.name ?? value.code ?? value.id ?? value.cardNumber
    if (typeof called === 'string') return called
    return Object.entries(value)
      .map(([name, inner]) => `${label(name)}: ${told(inner, name)}`)
      .join(', ')
  }
  return told
}

/** Keys of texts that may be there in several languages. */
const spokenKeys: ReadonlySet<string> = new Set(
  'subject body html text message display name label organizationName logoText'.split(' '),
)

const plainNumber = { useGrouping: false, maximumFractionDigits: 6 } as const

/** `{ days: 1095 }` is “1095 days”. Undefined: it is no duration. */
function durationWords(value: Readonly<Record<string, unknown>>, { durations, durationWords: words }: FormTexts) {
  const [[key, count] = ['', undefined], ...others] = Object.entries(value)
  if (others.length === 0 && typeof count === 'number' && (key === 'days' || key === 'months' || key === 'years'))
    return words[key](count)
  const end = `endOf ${value.endOf}`
  if (!Object.hasOwn(durations, end)) return undefined
  const until = durations[end as keyof typeof durations]
  return typeof value.plus === 'number' && value.plus > 0 ? `${until} ${words.andMore(value.plus)}` : until
}

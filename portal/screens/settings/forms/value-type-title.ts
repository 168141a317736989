import { isRecord } from '../../../parts/schema-form/field.ts'
import { useWords } from '../../../parts/schema-form/words.ts'
import { useSpoken } from '../../../texts/texts.ts'
import type { Entry } from '../entry/merge.ts'

/** Whether a text has entries for each language. No language is called other. */
export const isByLanguage = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && !Object.hasOwn(value, 'one') && !Object.hasOwn(value, 'other') && Object.keys(value).length > 0

/** The names of a value type: a text is the name of one and of several. */
export function displayOf(display: unknown): { readonly one: string; readonly other: string } | undefined {
  if (typeof display === 'string') return { one: display, other: display }
  if (isByLanguage(display)) return displayOf(Object.values(display)[0])
  return isRecord(display) ? { one: String(display.one ?? ''), other: String(display.other ?? '') } : undefined
}

/** The names as the file has them: the same for both is one text. What stays the same stays as it was written. */
export function withNames(display: unknown, one: string, other: string): unknown {
  const before = displayOf(display)
  const [single, several] = [one || other, other || one]
  if (before?.one === single && before.other === several) return display
  if (single === '') return undefined
  // Languages with more forms of numbers keep theirs.
  const others = isRecord(display) && !isByLanguage(display) ? display : {}
  return single === several ? single : { ...others, one: single, other: several }
}

/** What a value type is called where it stands alone. */
export function useValueTypeTitle() {
  const { choice } = useWords('programs')
  const { language } = useSpoken()
  return ({ display, balanceType, balanceCode }: Entry): string => {
    const named = displayOf(display)?.other
    if (named !== undefined && named !== '') return named
    if (typeof balanceCode !== 'string') return typeof balanceType === 'string' ? choice(balanceType) : ''
    if (balanceType !== 'Currency' || !/^[A-Z]{3}$/.test(balanceCode)) return balanceCode
    return new Intl.DisplayNames(language, { type: 'currency' }).of(balanceCode) ?? balanceCode
  }
}

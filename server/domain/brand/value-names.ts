import { type ByLanguage, chooseFor, type Listener, listenerOf } from './texts/spoken-text.ts'

/** What one of a value type is called, and several of it. */
export interface ValueName {
  readonly one: string
  readonly other: string
}

/** What so much of it is called in a language: a form for each kind of number that the language tells apart. */
export type NumberForms = { readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string }

/** A name in one language: the same for every amount, or by number. */
type NameInLanguage = string | NumberForms

export type NamesByLanguage = ByLanguage<NameInLanguage>

/** As the file has it. */
export type ValueDisplay = string | ValueName | NamesByLanguage

interface SpokenType extends NamedType {
  readonly names?: NamesByLanguage | undefined
}

interface NamedType {
  readonly balanceType: string
  /** '' for those that have none. */
  readonly balanceCode: string
  readonly display?: ValueName | undefined
}

/** Whether a display is one for all languages. No language is called `other`. */
export const isOneAndOther = (display: object): display is ValueName =>
  Object.hasOwn(display, 'one') || Object.hasOwn(display, 'other')

/** The names by language, of a display that has some. */
export const namesByLanguage = (display: ValueDisplay | undefined): NamesByLanguage | undefined =>
  typeof display !== 'object' || isOneAndOther(display) ? undefined : display

/** Both names of an entry of the file, in the first of the brand's languages: one text is the name of any amount. */
export function displayNames(display: ValueDisplay, languages?: readonly string[]): ValueName
export function displayNames(display: ValueDisplay | undefined, languages?: readonly string[]): ValueName | undefined
export function displayNames(display: ValueDisplay | undefined, languages?: readonly string[]): ValueName | undefined {
  if (display === undefined) return undefined
  const names = namesByLanguage(display)
  if (!names) return oneAndOther(display as NameInLanguage)
  const listener = listenerOf(languages)
  return oneAndOther((listener && chooseFor(names, listener)?.value) ?? Object.values(names)[0] ?? '')
}

const oneAndOther = (name: NameInLanguage): ValueName =>
  typeof name === 'string' ? { one: name, other: name } : { one: name.one ?? name.other, other: name.other }

/**
 * What people call a value type where it stands alone: in reports, choices and columns. The file's own name, `Custom
 * STARS`, is for files and calls.
 */
export const valueTitle = ({ display, balanceType, balanceCode }: NamedType): string =>
  display?.other ?? (balanceCode || balanceType)

/** What so much of it is called: 1 star, 2 stars. */
export function valueNameFor(type: NamedType, amount: string | number): string {
  const title = valueTitle(type)
  return Number(amount) === 1 ? (type.display?.one ?? title) : title
}

/** What a customer calls so much of it, in their language and by its rules for numbers. */
export function valueNameTo(listener: Listener | undefined, type: SpokenType, amount: string): string {
  const chosen = listener && type.names && chooseFor(type.names, listener)
  if (!chosen) return valueNameFor(type, amount)
  const { value: name, locale } = chosen
  if (typeof name === 'string') return name
  return name[new Intl.PluralRules(locale).select(Number(amount))] ?? name.other
}

/** The same where it stands alone. */
export function valueTitleTo(listener: Listener | undefined, type: SpokenType): string {
  const name = listener && type.names && chooseFor(type.names, listener)?.value
  return name === undefined ? valueTitle(type) : typeof name === 'string' ? name : name.other
}

/** Both names of an entry as a file has it, however unfinished it is. */
export function displayIn(display: unknown, languages?: readonly string[]): ValueName | undefined {
  if (typeof display === 'string') return displayNames(display)
  if (typeof display !== 'object' || display === null) return undefined
  if (!isOneAndOther(display)) {
    const names: readonly (readonly [string, unknown])[] = Object.entries(display)
    const first = languages?.find((language) => Object.hasOwn(display, language))
    const [, name] = names.find(([language]) => language === first) ?? names[0] ?? []
    return typeof name === 'string' || (typeof name === 'object' && name && isOneAndOther(name))
      ? displayIn(name)
      : undefined
  }
  const { one, other } = display as { readonly one?: unknown; readonly other?: unknown }
  if (typeof other !== 'string') return undefined
  return typeof one === 'string' ? { one, other } : undefined
}

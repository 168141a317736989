import { languageAndBases } from '../../../ground/kernel/language-tag.ts'

/** Something for each language, by its tag. */
export type ByLanguage<T> = Readonly<Record<string, T>>

/** A text that customers read: one for all of them, or one for each language. */
export type SpokenText = string | ByLanguage<string>

/** More languages than these no brand speaks. */
export const languagesMax = 16

/** Whoever reads a text of a brand that speaks several languages. */
export interface Listener {
  /** Languages of the brand that they read, the best one first. */
  readonly own: readonly string[]
  /** All of the brand's, the fallback first. */
  readonly spoken: readonly string[]
  /** How they want amounts and dates. */
  readonly locale: string
}

/** What was chosen for a listener, and the locale of amounts and dates in it. */
export interface Chosen<T> {
  readonly value: T
  readonly locale: string
}

/**
 * The listener of a language, or of none that is known. Undefined for a brand that names no languages: its texts are
 * the same for everybody, and amounts in them are written as in calls.
 */
export function listenerOf(spoken: readonly string[] | undefined, wanted?: unknown): Listener | undefined {
  const [fallback] = spoken ?? []
  if (!spoken || fallback === undefined) return undefined
  const tag = typeof wanted === 'string' ? wanted : ''
  const own = languageAndBases(tag).filter((one) => spoken.includes(one))
  return { own, spoken, locale: own.length > 0 ? tag : fallback }
}

/** The listener of a brand. */
export const listenerIn = (
  { document }: { readonly document: { readonly brand: { readonly languages?: readonly string[] } } },
  wanted?: unknown,
): Listener | undefined => listenerOf(document.brand.languages, wanted)

/** The entry for a listener: of their language, of what it is a kind of, else of the brand's first that has one. */
export function chooseFor<T>(entries: ByLanguage<T>, listener: Listener): Chosen<T> | undefined {
  for (const language of [...listener.own, ...listener.spoken]) {
    const value = Object.hasOwn(entries, language) ? entries[language] : undefined
    if (value === undefined) continue
    // Words in another language than the listener's own have its amounts, too.
    return { value, locale: listener.own.includes(language) ? listener.locale : language }
  }
  return undefined
}

/** The text for a listener. Without one it is the first that there is. */
export function textFor(text: SpokenText, listener: Listener | undefined): string {
  if (typeof text === 'string') return text
  return (listener && chooseFor(text, listener)?.value) ?? Object.values(text)[0] ?? ''
}

/**
 * The same with the locale of amounts and dates in it, if there are languages at all. One text for all is in the brand's
 * first language.
 */
export function sayingFor(
  text: SpokenText,
  listener: Listener | undefined,
): { readonly text: string; readonly locale?: string } {
  if (!listener) return { text: textFor(text, listener) }
  const [first = listener.locale] = listener.spoken
  const chosen = chooseFor(typeof text === 'string' ? { [first]: text } : text, listener)
  return { text: chosen?.value ?? textFor(text, listener), locale: chosen?.locale ?? first }
}

/** The languages that an entry has nothing for, neither itself nor by what they are a kind of. */
export const languagesWithout = (entries: ByLanguage<unknown>, spoken: readonly string[]): string[] =>
  spoken.filter((language) => !languageAndBases(language).some((one) => Object.hasOwn(entries, one)))

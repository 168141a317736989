/** What a text that was typed or scanned at a till is, by its shape. */
export type TypedText =
  /** A card's number, and nothing else. */
  | { readonly kind: 'number' }
  /** A phone number, if there is no card of this number. */
  | { readonly kind: 'phone' }
  | { readonly kind: 'email'; readonly email: string }
  /** A name, and what tells two people of one name apart. */
  | { readonly kind: 'name'; readonly words: readonly string[]; readonly second: string }
  /** A name alone: too many people have it. */
  | { readonly kind: 'nameAlone' }

const phoneDigitsMin = 5
/** No phone number of the world has more. */
const phoneDigitsMax = 15

export function readTyped(typed: string): TypedText {
  const text = typed.replaceAll(',', ' ').replace(/\s+/g, ' ').trim()
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: 'email', email: text.toLowerCase() }
  if (/^\+?[\d ()/.-]+$/.test(text)) return isPhoneLength(text) ? { kind: 'phone' } : { kind: 'number' }
  return readName(text.toLowerCase())
}

const isPhoneLength = (text: string) => {
  const digits = text.replace(/\D/g, '').length
  return digits >= phoneDigitsMin && digits <= phoneDigitsMax
}

/** Words without a digit are the name; from the first digit on it is a postal code or a birthday. */
function readName(text: string): TypedText {
  const words = text.split(' ')
  const at = words.findIndex((word) => /\d/.test(word))
  const isName = words.slice(0, at < 0 ? words.length : at).every((word) => /^[\p{L}\p{M}'’.-]+$/u.test(word))
  if (at === 0 || !isName) return { kind: 'number' }
  if (at < 0) return { kind: 'nameAlone' }
  return { kind: 'name', words: words.slice(0, at), second: words.slice(at).join(' ') }
}

const dayForms = [
  { form: /^(\d{4})-(\d{1,2})-(\d{1,2})$/, places: [1, 2, 3] },
  { form: /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, places: [3, 2, 1] },
  // Some write the day first, and some the month.
  { form: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, places: [3, 1, 2] },
  { form: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, places: [3, 2, 1] },
] as const

/** The days that a second fact may mean, as birthdays are kept: 1990-05-17. */
export function birthdaysIn(second: string): readonly string[] {
  const days = dayForms.flatMap(({ form, places }) => {
    const found = form.exec(second)
    if (!found) return []
    const [year = '', month = '', day = ''] = places.map((place) => (found[place] ?? '').padStart(2, '0'))
    return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
      ? [`${year}-${month}-${day}`]
      : []
  })
  return [...new Set(days)]
}

/** No postal code of the world is longer. */
const postalMax = 12

/** A postal code in the ways in which it may be kept: with the space anywhere, or without. */
export function postalsIn(second: string): readonly string[] {
  const bare = second.replaceAll(' ', '')
  if (bare.length > postalMax) return [second]
  const spaced = Array.from({ length: bare.length - 1 }, (_, at) => `${bare.slice(0, at + 1)} ${bare.slice(at + 1)}`)
  return [...new Set([second, bare, ...spaced])]
}

interface Named {
  readonly firstName?: unknown
  readonly lastName?: unknown
}

/** A last name, and the first name that has to go with it; without one, any does. */
interface WholeName {
  readonly last: string
  readonly first?: string
}

/** Whom such words may mean: somebody of this last name, or of both names in either order. */
export function namesIn(words: readonly string[]): readonly WholeName[] {
  const parted = words.slice(1).flatMap((_, at): WholeName[] => {
    const [front, back] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]
    return [
      { last: back, first: front },
      { last: front, first: back },
    ]
  })
  return [{ last: words.join(' ') }, ...parted]
}

/** What a till shows of a name, so that whoever stands there can be asked whether it is theirs: Ana L. */
export function shortName({ firstName, lastName }: Named): string | undefined {
  const [initial] = typeof lastName === 'string' ? lastName.trim() : ''
  const first = typeof firstName === 'string' ? firstName.trim() : ''
  const parts = [...(first === '' ? [] : [first]), ...(initial === undefined ? [] : [`${initial.toUpperCase()}.`])]
  return parts.length > 0 ? parts.join(' ') : undefined
}

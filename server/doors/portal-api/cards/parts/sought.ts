import { toE164 } from '../../../../domain/account/phone.ts'
import { toTermText } from '../../../../domain/account/terms.ts'
import type { Brand } from '../../../../domain/brand/brand.ts'
import type { TextBeginning } from '../../../../storage/store/portal/find.sql.ts'

/** What a text that somebody typed into the search may be. */
export interface SoughtText {
  readonly text: string
  /** The beginning of a card number. */
  readonly beginning?: TextBeginning
  /** A phone number, in the forms that it has in the countries of the brand. */
  readonly phones: readonly string[]
  /** The beginning of an e-mail address. */
  readonly email?: string
  /** The beginnings of names, one or two. */
  readonly names: readonly string[]
}

const charactersMin = 3

export function toSought(typed: string, brand: Brand): SoughtText {
  const text = typed.trim().replace(/\s+/g, ' ')
  const lower = toTermText(text)
  const beginning = toBeginning(text)
  const isName = /\p{L}/u.test(text) && !/[@\d]/.test(text)
  return {
    text,
    ...(beginning && { beginning }),
    phones: phonesOf(text, brand),
    ...(lower.length >= charactersMin && /^[^\s]+$/.test(lower) && /[@.\d_-]|\p{L}/u.test(lower) && { email: lower }),
    names: isName ? namesOf(lower) : [],
  }
}

/** The first word and the rest, if there are two: "ana lopez garcia" is Ana and Lopez Garcia. */
function namesOf(lower: string): string[] {
  const [first = '', ...rest] = lower.split(' ')
  const names = rest.length > 0 ? [first, rest.join(' ')] : [first]
  // One letter of a second name is still being typed, and says little; the first one has to say something.
  return (names[0]?.length ?? 0) >= 2 ? names : []
}

/** The numbers that begin so lie between the text and its last character's successor, in whatever order texts have. */
function toBeginning(text: string): TextBeginning | undefined {
  const compact = text.replaceAll(' ', '')
  if (compact.length < charactersMin || !/^[A-Za-z0-9-]+$/.test(compact)) return undefined
  const [, kept = '', last = ''] = /^(.*?)([0-8A-Ya-y-])[9Zz]*$/.exec(compact) ?? []
  if (last === '' || last === '-') return undefined
  return { text: compact, end: kept + String.fromCharCode(last.charCodeAt(0) + 1) }
}

/** "(212) 555-0100" is a number of the countries in which the brand is; "+49 …" says its own. */
export function phonesOf(text: string, brand: Brand): string[] {
  const digits = text.replace(/\D/g, '')
  if (digits.length < 5 || digits.length > 15 || /\p{L}/u.test(text)) return []
  const countries = new Set([brand.country, ...[...brand.locations.values()].map(({ country }) => country)])
  return [...new Set([...countries].flatMap((country) => toE164(text, country) ?? []))]
}

/** How whoever types writes numbers, and how many decimals there can be; any up to six if it is not known. */
export interface AmountManner {
  readonly language: string
  readonly scale?: number | undefined
  /** Whether it may be below zero. */
  readonly isSigned?: boolean | undefined
}

/** `text` is the amount as files and calls have it: digits, and a point before decimals. */
export type AmountRead =
  | { readonly kind: 'read'; readonly amount: number; readonly text: string }
  /** Either of two, written so that each can be only one. */
  | { readonly kind: 'ambiguous'; readonly whole: string; readonly part: string }
  | { readonly kind: 'tooFine'; readonly scale: number }
  | { readonly kind: 'malformed' }

const digitsMax = 12
const decimalsMax = 6
const malformed = { kind: 'malformed' } as const

/**
 * The one reader of amounts and counts that people type. Where both signs are there, the last stands before the
 * decimals. One that is there several times groups. One alone groups if it is the language's sign for that and exactly
 * three digits follow, and stands before decimals otherwise: tills' number pads have a point in every language. Where
 * three decimals are possible, such a one could be either, and is refused.
 */
export function readAmount(typed: string, manner: AmountManner): AmountRead {
  const [, sign = '', text = ''] = /^([-−]?)(\d[\d.,]*)$/.exec(typed.trim()) ?? []
  const marks = [...text.matchAll(/[.,]/g)].map(([mark]) => mark)
  const last = marks.at(-1)
  if (text === '' || (sign !== '' && manner.isSigned !== true)) return malformed
  if (last === undefined) return amountOf(sign, text, '', manner)
  const groups = text.split(/[.,]/)
  const isOneKind = marks.every((mark) => mark === last)
  if (isOneKind && marks.length > 1) return isGrouped(groups) ? amountOf(sign, groups.join(''), '', manner) : malformed
  const fraction = groups.at(-1) ?? ''
  const before = groups.slice(0, -1)
  if (fraction === '') return malformed
  if (marks.length > 1)
    return marks.indexOf(last) === marks.length - 1 && isGrouped(before)
      ? amountOf(sign, before.join(''), fraction, manner)
      : malformed
  return ofOneMark(sign, { whole: text.slice(0, -fraction.length - 1), fraction, mark: last }, manner)
}

interface Marked {
  readonly whole: string
  readonly fraction: string
  readonly mark: string
}

function ofOneMark(sign: string, { whole, fraction, mark }: Marked, manner: AmountManner): AmountRead {
  const { language, scale } = manner
  const point = pointOf(language)
  const isThree = fraction.length === 3 && !whole.startsWith('0')
  if (isThree && mark !== point) {
    if (scale === undefined || scale >= 3) return eitherOf(sign, whole, fraction, point)
    if (isGrouped([whole, fraction])) return amountOf(sign, whole + fraction, '', manner)
  }
  // Decimals that nobody needs, or that there cannot be: a thousand, as other languages write it, or a one?
  if (isThree && (scale === undefined || scale < 3) && fraction.endsWith('0'))
    return eitherOf(sign, whole, fraction, point)
  return amountOf(sign, whole, fraction, manner)
}

const eitherOf = (sign: string, whole: string, fraction: string, point: string): AmountRead => ({
  kind: 'ambiguous',
  whole: `${sign}${whole}${fraction}`,
  part: `${sign}${whole}${`${point}${fraction}`.replace(/\D?0*$/, '')}`,
})

function amountOf(sign: string, whole: string, fraction: string, { scale }: AmountManner): AmountRead {
  const decimals = fraction.replace(/0+$/, '').length
  if (whole.length > digitsMax || fraction.length > decimalsMax) return malformed
  if (scale !== undefined && decimals > scale) return { kind: 'tooFine', scale }
  const digits = whole.replace(/^0+(?=\d)/, '')
  const text = `${sign && '-'}${digits}${fraction && `.${fraction}`}`
  return { kind: 'read', amount: Number(text), text }
}

/** 1 000 000: up to three digits, then exactly three each. */
const isGrouped = ([first = '', ...others]: readonly string[]) =>
  /^[1-9]\d{0,2}$/.test(first) && others.every((group) => group.length === 3)

/** What a language puts before decimals. */
export const pointOf = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/** An amount of a file or call as it can be typed, and is read again as the same. */
export const typedAmount = (amount: number | string, language: string): string =>
  (typeof amount === 'number' ? plain(amount) : amount).replace('.', pointOf(language))

/** Without the exponent that very small numbers have. */
const plain = (amount: number) =>
  Number.isFinite(amount) ? amount.toFixed(decimalsMax).replace(/\.?0+$/, '') : String(amount)

/** Stands where an amount would, so that nothing takes what could not be read for one. */
export const unreadAmount = (typed: string): string => `${typed} ?`

/** What is to stand in the field for a value: an amount, or what was typed and could not be read. */
export function fieldText(value: unknown, language: string): string {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'number') return Number.isNaN(value) ? '' : typedAmount(value, language)
  const text = String(value)
  if (text.endsWith(' ?')) return text.slice(0, -2)
  return /^-?\d+\.\d+$/.test(text) ? typedAmount(text, language) : text
}

/** An amount as a file has it: a number, if every digit of it is kept and it was no text before; else the text. */
export const fileAmount = (amount: number, text: string, before: unknown): number | string =>
  String(amount) === text && typeof before !== 'string' ? amount : text

import type { Language } from '../../ground/kernel/language.ts'

/** What became of a thing of the configuration, or of a field of it. */
export type Change =
  | { readonly what: 'added' }
  | { readonly what: 'switchedOff' }
  | { readonly what: 'moreCards'; readonly count: number }
  | { readonly what: 'moreCoupons'; readonly count: number }
  /** Without a field: the things of a section. */
  | { readonly what: 'reordered'; readonly field?: string }
  /** A secret: neither the old one nor the new one is shown. */
  | { readonly what: 'changed'; readonly field: string }
  /** Of a list of values, those that came and went, each shortened and with its sign. */
  | { readonly what: 'listed'; readonly field: string; readonly values: string }
  | { readonly what: 'counted'; readonly field: string; readonly added: number; readonly removed: number }
  | { readonly what: 'replaced'; readonly field: string; readonly before: ChangedValue; readonly after: ChangedValue }

/** A value as it may be shown: shortened, absent, or a secret. */
export type ChangedValue = { readonly text: string } | 'none' | 'secret'

type ChangeWords = { readonly [W in Change['what']]: (change: Extract<Change, { readonly what: W }>) => string }

const shownIn = (value: ChangedValue, words: { readonly none: string; readonly secret: string }) =>
  typeof value === 'string' ? words[value] : value.text

/** English is the notation, too: changes are kept and answered as these lines, after the address of what changed. */
const en: ChangeWords = {
  added: () => 'added',
  switchedOff: () => 'switched off',
  moreCards: ({ count }) => `${count} more ${count === 1 ? 'card' : 'cards'}`,
  moreCoupons: ({ count }) => `${count} more ${count === 1 ? 'coupon' : 'coupons'}`,
  reordered: ({ field }) => (field === undefined ? 'order changed' : `${field} order changed`),
  changed: ({ field }) => `${field} changed`,
  listed: ({ field, values }) => `${field} ${values}`,
  counted: ({ field, added, removed }) => `${field} ${added} added, ${removed} removed`,
  replaced: ({ field, before, after }) => {
    const words = { none: 'none', secret: 'a secret' }
    return `${field} ${shownIn(before, words)} -> ${shownIn(after, words)}`
  },
}

const de: ChangeWords = {
  added: () => 'hinzugefügt',
  switchedOff: () => 'ausgeschaltet',
  moreCards: ({ count }) => `${count} weitere ${count === 1 ? 'Karte' : 'Karten'}`,
  moreCoupons: ({ count }) => `${count} ${count === 1 ? 'weiterer Coupon' : 'weitere Coupons'}`,
  reordered: ({ field }) => (field === undefined ? 'Reihenfolge geändert' : `${field} Reihenfolge geändert`),
  changed: ({ field }) => `${field} geändert`,
  listed: ({ field, values }) => `${field} ${values}`,
  counted: ({ field, added, removed }) => `${field} ${added} hinzugefügt, ${removed} entfernt`,
  replaced: ({ field, before, after }) => {
    const words = { none: 'nichts', secret: 'ein Geheimnis' }
    return `${field} ${shownIn(before, words)} → ${shownIn(after, words)}`
  },
}

const dictionaries: Readonly<Record<Language, ChangeWords>> = { en, de }

function changeWords(change: Change, language: Language): string {
  // The dictionary has an entry for each, which only the compiler cannot see.
  const words: (change: never) => string = dictionaries[language][change.what]
  return words(change as never)
}

/** How a change is kept, after the address of what changed. */
export const writeChange = (change: Change): string => changeWords(change, 'en')

const wholes: Readonly<Record<string, Change>> = {
  added: { what: 'added' },
  'switched off': { what: 'switchedOff' },
  'order changed': { what: 'reordered' },
}

const shownOf = (text: string): ChangedValue => (text === 'none' ? 'none' : text === 'a secret' ? 'secret' : { text })

/** What was written. A value that reads `none` is told as no value: the line does not say which it was. */
export function readChange(line: string): Change {
  const whole = Object.hasOwn(wholes, line) ? wholes[line] : undefined
  if (whole) return whole
  const more = /^(\d+) more (card|coupon)s?$/.exec(line)
  if (more) return { what: more[2] === 'card' ? 'moreCards' : 'moreCoupons', count: Number(more[1]) }
  const space = line.indexOf(' ')
  const [field, rest] = [line.slice(0, space), line.slice(space + 1)]
  if (rest === 'order changed') return { what: 'reordered', field }
  if (rest === 'changed') return { what: 'changed', field }
  const counts = /^(\d+) added, (\d+) removed$/.exec(rest)
  if (counts) return { what: 'counted', field, added: Number(counts[1]), removed: Number(counts[2]) }
  const arrow = rest.indexOf(' -> ')
  if (arrow < 0) return { what: 'listed', field, values: rest }
  const [before, after] = [rest.slice(0, arrow), rest.slice(arrow + ' -> '.length)]
  return { what: 'replaced', field, before: shownOf(before), after: shownOf(after) }
}

/** Lines as they are kept, `locations/L2: added`, in the words of a language. Addresses are the same in every one. */
export function changesIn(lines: readonly string[], language: Language): string[] {
  if (language === 'en') return [...lines]
  return lines.map((line) => {
    const colon = line.indexOf(': ')
    const start = colon < 0 ? 0 : colon + ': '.length
    return `${line.slice(0, start)}${changeWords(readChange(line.slice(start)), language)}`
  })
}

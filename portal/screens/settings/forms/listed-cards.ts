import { isRecord, withKey } from '../../../parts/schema-form/field.ts'

/** Cards of the file as lines: a number, and its PIN behind it. */
export function linesOfCards(cards: unknown): string {
  if (!Array.isArray(cards)) return ''
  return cards
    .filter(isRecord)
    .map(({ cardNumber, pin }) => [cardNumber, pin].filter((one) => one !== undefined).join(' '))
    .join('\n')
}

/**
 * The cards that lines name. What else was known of one, such as that it is for demonstrations, stays with it. All that
 * stands behind a number is its PIN, so that nothing is dropped: with more than one it is refused.
 */
export function readCards(text: string, before: unknown): readonly object[] {
  const known = new Map((Array.isArray(before) ? before : []).filter(isRecord).map((card) => [card.cardNumber, card]))
  return text
    .split('\n')
    .map(columnsOf)
    .filter(([cardNumber]) => cardNumber !== undefined)
    .map(([cardNumber, ...more]) => {
      const pin = more.length > 0 ? more.join(' ') : undefined
      return withKey(withKey(known.get(cardNumber), 'cardNumber', cardNumber), 'pin', pin)
    })
}

/** The first line, counted from 1, that has more than a number and a PIN. */
export function lineWithMore(text: string): number | undefined {
  const found = text.split('\n').findIndex((line) => columnsOf(line).length > 2)
  return found < 0 ? undefined : found + 1
}

const columnsOf = (line: string) => line.split(/[\s,;]+/).filter((one) => one !== '')

import type { ShownBalance } from '../pass-balances.ts'
import { wordsOf } from '../pass-words.ts'
import type { PassView } from '../wallet-pass-view.ts'

/** What a pass has no place of its own for: these balances, the level, and the brand's own lines. */
export function textModules({ card, looks, language }: PassView, balances: readonly ShownBalance[]) {
  const words = wordsOf(language)
  const level = card?.level
  const lines = [
    ...balances.map(({ label, amount }) => ({ header: label, body: amount })),
    ...(level?.name ? [{ header: words.level, body: level.name }] : []),
    ...(level?.next ? [{ header: level.next.name, body: words.next(level.next.missing, level.next.name) }] : []),
    ...looks.fields.map(({ label, text }) => ({ header: label, body: text })),
  ]
  return lines.map((line, index) => ({ id: `text${index}`, ...line }))
}

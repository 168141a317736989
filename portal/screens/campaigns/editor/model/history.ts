/** The texts that an entry has had, and which of them it has now. */
export interface History {
  readonly texts: readonly string[]
  readonly now: number
  /** What was changed last, and when: typing in one field is one step. */
  readonly last?: { readonly what: string; readonly at: number }
}

const stepsMax = 200
/** Pauses shorter than this do not make a step of their own. */
const pauseMs = 1200
/** What is changed by a press, such as a list that loses an entry: each is a step of its own, however fast they come. */
export const wholeStep = ''

export const beginWith = (text: string): History => ({ texts: [text], now: 0 })

export const currentText = ({ texts, now }: History): string => texts[now] ?? ''

export function changedTo(history: History, text: string, { what, at }: { what: string; at: number }): History {
  if (text === currentText(history)) return history
  const { last, texts, now } = history
  const isSameStep = what !== wholeStep && last !== undefined && last.what === what && at - last.at < pauseMs && now > 0
  const before = texts.slice(0, isSameStep ? now : now + 1)
  const kept = [...before, text].slice(-stepsMax)
  return { texts: kept, now: kept.length - 1, last: { what, at } }
}

export const mayUndo = ({ now }: History): boolean => now > 0
export const mayRedo = ({ texts, now }: History): boolean => now < texts.length - 1

export const undone = (history: History): History =>
  mayUndo(history) ? { texts: history.texts, now: history.now - 1 } : history
export const redone = (history: History): History =>
  mayRedo(history) ? { texts: history.texts, now: history.now + 1 } : history

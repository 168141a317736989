import { formatDay } from '../../parts/format.ts'
import type { Texts } from '../../texts/shape.ts'

interface Manner {
  readonly language: string
}

const dayMs = 86_400_000

/** The first day of what begins at a moment of the brand's file. */
export const firstDayOf = (from: string, manner: Manner): string => formatDay(from.slice(0, 10), manner)

/** The last day of what ends before a moment: what ends at midnight last ran on the day before. */
export function lastDayOf(until: string, manner: Manner): string {
  const day = until.slice(0, 10)
  const isMidnight = until.slice(11, 16) === '' || until.slice(11, 16) === '00:00'
  const last = isMidnight ? new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10) : day
  return formatDay(last, manner)
}

/** When something runs, in words. */
export function runsWords(
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  texts: Texts['campaigns'],
  manner: Manner,
): string {
  if (from === undefined) return until === undefined ? texts.always : texts.untilDay(lastDayOf(until, manner))
  if (until === undefined) return texts.fromDay(firstDayOf(from, manner))
  return texts.fromTo(firstDayOf(from, manner), lastDayOf(until, manner))
}

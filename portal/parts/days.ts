const dayMs = 86_400_000

/** The day before, so many days earlier or later, as the file writes days. */
function moved(day: string, byDays: number): string {
  const instant = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(instant) ? day : new Date(instant + byDays * dayMs).toISOString().slice(0, 10)
}

/** The last day before an instant at the beginning of a day. */
export const lastDay = (until: string): string => moved(until, -1)

/** The day after the last one. */
export const afterDay = (last: string): string => moved(last, 1)

/** How fine a time of the file is: a midnight is a day, others have minutes, and some have seconds. */
export const finenesses = ['day', 'minute', 'second'] as const
export type Fineness = (typeof finenesses)[number]

export function finenessOf(text: string): Fineness {
  if (text === '' || !text.includes(' ') || / 00:00(:00)?$/.test(text)) return 'day'
  return /:\d\d:(?!00)\d\d$/.test(text) ? 'second' : 'minute'
}

/** A time of the file as browsers edit it. */
export const toEdited = (text: string, fineness: Fineness): string =>
  text.replace(' ', 'T').slice(0, fineness === 'second' ? 19 : 16)

/** An edited time as the file has it. Browsers leave out seconds that are none. */
export const fromEdited = (edited: string): string =>
  `${edited.replace('T', ' ')}${edited.length === '2026-12-24T18:00'.length ? ':00' : ''}`

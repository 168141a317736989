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

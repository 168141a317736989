/** All days of a month, for the address of a report. */
export function daysOf(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const to = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return { period: 'own', from: `${month}-01`, to }
}

/** How long after its end a month can be closed, as the server has it. */
const restMs = 30 * 60_000

/** A month and all after it that can be closed by now, the oldest first: at most ten years of them. */
export function monthsThrough(first: string, now: number, timeZone: string): readonly string[] {
  const open = new Intl.DateTimeFormat('sv', { year: 'numeric', month: '2-digit', timeZone }).format(now - restMs)
  const months = [first]
  for (let month = after(first); month < open && months.length < 120; month = after(month)) months.push(month)
  return months
}

function after(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

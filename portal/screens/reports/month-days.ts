/** All days of a month, for the address of a report. */
export function daysOf(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const to = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return { period: 'own', from: `${month}-01`, to }
}

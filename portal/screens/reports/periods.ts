/** Days, `yyyy-MM-dd`, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export const periodNames = ['thisMonth', 'lastMonth', 'thisQuarter', 'lastQuarter', 'thisYear', 'lastYear'] as const
export type PeriodName = (typeof periodNames)[number]

export const isPeriodName = (text: string): text is PeriodName => periodNames.some((name) => name === text)

const months: Readonly<Record<PeriodName, readonly [length: 1 | 3 | 12, back: 0 | 1]>> = {
  thisMonth: [1, 0],
  lastMonth: [1, 1],
  thisQuarter: [3, 0],
  lastQuarter: [3, 1],
  thisYear: [12, 0],
  lastYear: [12, 1],
}

/** What a period means today. One that is not over ends today. */
export function daysOf(name: PeriodName, today: string): DayRange {
  const [length, back] = months[name]
  const [year = 0, month = 1] = today.split('-').map(Number)
  const first = Math.floor((month - 1) / length) * length - back * length
  const day = (monthIndex: number, date: number) =>
    new Date(Date.UTC(year, monthIndex, date)).toISOString().slice(0, 10)
  return { from: day(first, 1), to: back === 0 ? today : day(first + length, 0) }
}

import type { Rule } from '../brand/shapes/campaign-shape.ts'
import type { LocalClock } from './clock.ts'

/** Whether a run window is open. A window that crosses midnight belongs to the day on which it began. */
export type WindowTest = (clock: LocalClock) => boolean

export function compileWindow({ days, from, to }: NonNullable<Rule['window']>): WindowTest {
  const opens = minutesOf(from)
  const closes = minutesOf(to)
  const isOn = (day: string) => days.some((one) => one === day)
  if (opens < closes) {
    return (clock) => isOn(clock.weekday) && clock.minuteOfDay >= opens && clock.minuteOfDay < closes
  }
  return (clock) =>
    (isOn(clock.weekday) && clock.minuteOfDay >= opens) || (isOn(clock.yesterday) && clock.minuteOfDay < closes)
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

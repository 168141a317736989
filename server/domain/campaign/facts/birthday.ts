import { addDays, daysBetween } from '../clock.ts'

/** In full years. In years without a 29 February, its birthday falls on the 28th. */
export function ageOn(today: string, birthday: string | undefined): number | undefined {
  if (birthday === undefined || birthday > today) return undefined
  const year = Number(today.slice(0, 4))
  const years = year - Number(birthday.slice(0, 4))
  return birthdayIn(year, birthday) <= today ? years : years - 1
}

export function daysToBirthday(today: string, birthday: string): number {
  const year = Number(today.slice(0, 4))
  const thisYear = birthdayIn(year, birthday)
  return daysBetween(today, thisYear >= today ? thisYear : birthdayIn(year + 1, birthday))
}

/** The date of the birthday in a year. */
export function birthdayIn(year: number, birthday: string): string {
  const monthAndDay = birthday.slice(4)
  const isLeapDay = monthAndDay === '-02-29'
  const firstOfMarch = `${year}-03-01`
  return isLeapDay ? addDays(firstOfMarch, -1) : `${year}${monthAndDay}`
}

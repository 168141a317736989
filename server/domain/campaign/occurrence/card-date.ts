import { formatDateTime, type Instant, isDate } from '../../../ground/kernel/time.ts'
import type { Account } from '../../account/account.ts'
import type { Card } from '../../card/card.ts'
import { addDays } from '../clock.ts'

/** What is known about a card when its dates are checked. */
export interface DatedCard {
  readonly card: Pick<Card, 'activatedAt' | 'lots'>
  readonly account: Pick<Account, 'customer' | 'demographics' | 'enrolledAt'>
  /** The last sale that was neither voided nor returned. */
  readonly lastSaleAt?: Instant | undefined
}

const demographic = 'demographic:'

/** The demographic field that a date rule counts from. */
export function demographicOf(of: string): string | undefined {
  return of.startsWith(demographic) ? of.slice(demographic.length) : undefined
}

/** Dates that recur every year from the given date. The others are single days. */
export const isYearly = (of: string) => of !== 'balance.expiration' && of !== 'history.lastCheckout'

export interface Meant {
  readonly of: string
  /** `yyyy-MM-dd`. */
  readonly day: string
  /** When the rule was due, or later if it runs late. What has expired by then is gone, booked or not. */
  readonly at: Instant
  readonly timeZone: string
}

/** Whether a date of the card falls on a day. */
export function fallsOn(known: DatedCard, { of, day, at, timeZone }: Meant): boolean {
  const instants = instantsOf(known, of, at).map((instant) => formatDateTime(instant, timeZone).slice(0, 10))
  const dates = [...datesOf(known, of), ...instants]
  if (!isYearly(of)) return dates.includes(day)
  const monthDays = monthDaysOn(day)
  return dates.some((date) => date <= day && monthDays.includes(date.slice(5)))
}

/** The months and days, `MM-dd`, that fall on a day. On 28 February of a common year, the 29th does too. */
export function monthDaysOn(day: string): string[] {
  const isShortFebruary = day.endsWith('-02-28') && addDays(day, 1).endsWith('-03-01')
  return isShortFebruary ? ['02-28', '02-29'] : [day.slice(5)]
}

/** The day itself and its anniversaries backwards, as `yyyy-MM-dd`. Years without such a day are left out. */
export function yearsBack(day: string, years: number): string[] {
  const last = Number(day.slice(0, 4))
  const monthDays = monthDaysOn(day)
  return Array.from({ length: years + 1 }, (_, back) => String(last - back).padStart(4, '0'))
    .flatMap((year) => monthDays.map((monthDay) => `${year}-${monthDay}`))
    .filter((date) => isDate(date) && date <= day)
}

function datesOf({ account }: DatedCard, of: string): string[] {
  const name = demographicOf(of)
  const values = name === undefined ? [account.customer[of.replace(/^customer\./, '')]] : account.demographics[name]
  return (values ?? []).filter((value) => typeof value === 'string').filter(isDate)
}

function instantsOf({ card, account, lastSaleAt }: DatedCard, of: string, at: Instant): Instant[] {
  switch (of) {
    case 'card.activationDate':
      return card.activatedAt === undefined ? [] : [card.activatedAt]
    case 'card.enrollmentDate':
      return account.enrolledAt === undefined ? [] : [account.enrolledAt]
    case 'history.lastCheckout':
      return lastSaleAt === undefined ? [] : [lastSaleAt]
    case 'balance.expiration':
      return card.lots
        .filter((lot) => lot.amount > 0)
        .flatMap((lot) => lot.expiresAt ?? [])
        .filter((expiresAt) => expiresAt > at)
    default:
      return []
  }
}

import type { Command } from '../../../calls/operations/operation.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'
import { runCommands } from '../runner/run-commands.ts'
import { expireBalances } from './expire-balances.ts'
import { expireCard } from './expire-card.ts'
import {
  clearLocks,
  clearReservations,
  type Due,
  deleteOldFirings,
  type ExpiryCursor,
  type ExpiryDueCard,
  findDue,
  firstPage,
  listExpiredCards,
  listExpiredLots,
} from './expiry.sql.ts'
import { freeLapsedCodes } from './lapsed-codes.sql.ts'

/** How many cards, coupons or locks of a brand are handled before the next brand has its turn. */
const pageSize = 1000

/**
 * Books what has expired. Nobody depends on it: every call treats what has expired as expired, booked or not.
 * Coupons and personal offers need no booking: their expiry is checked whenever they are read.
 */
export const expiry: Job = { name: 'expiry', every: { seconds: 30 }, run: runExpiry }

async function runExpiry(context: JobContext): Promise<JobReport> {
  const counts = { balances: 0, cards: 0, reservations: 0, locks: 0, firings: 0, later: 0, refused: 0 }
  const now = await context.now()
  let pending: Step[] = []
  for (const brand of await context.listBrands()) {
    if (context.isOver()) return { counts, more: true }
    pending.push(...stepsOf(brand, await findDue(context.pool, brand, now)))
  }
  while (pending.length > 0) {
    const next: Step[] = []
    for (const step of pending) {
      if (context.isOver()) return { counts, more: true }
      if (await step(context, counts)) next.push(step)
    }
    pending = next
  }
  return { counts }
}

type Counts = Record<'balances' | 'cards' | 'reservations' | 'locks' | 'firings' | 'later' | 'refused', number>
/** Processes one page of a brand and returns whether there is another. */
type Step = (context: JobContext, counts: Counts) => Promise<boolean>

function stepsOf(brand: BrandId, due: Due): Step[] {
  return [
    ...(due.lots ? [bookPages(brand, 'balances')] : []),
    ...(due.cards ? [bookPages(brand, 'cards')] : []),
    ...(due.coupons ? [clearPages(brand, 'reservations')] : []),
    ...(due.locks ? [clearPages(brand, 'locks')] : []),
    ...(due.firings ? [clearPages(brand, 'firings')] : []),
    ...(due.codes ? [freeCodePages(brand)] : []),
  ]
}

const bookings = {
  balances: { list: listExpiredLots, operation: expireBalances },
  cards: { list: listExpiredCards, operation: expireCard },
} as const

/** Each page begins where the previous one ended, so that cards that have to wait are skipped until the next round. */
function bookPages(brand: BrandId, what: keyof typeof bookings): Step {
  const { list, operation } = bookings[what]
  let after: ExpiryCursor = firstPage
  return async (context, counts) => {
    const page = await list(context.pool, brand, { now: await context.now(), after, limit: pageSize })
    const free = page.filter((card) => !card.isLocked)
    const outcomes = await runCommands(context, brand, toCommands(operation, free))
    counts[what] += outcomes.done
    counts.later += outcomes.later + page.length - free.length
    for (const count of outcomes.refused.values()) counts.refused += count
    after = page.at(-1) ?? after
    return page.length === pageSize
  }
}

/** A card with several lots in the page is booked by one command. */
function toCommands(operation: Command, cards: readonly ExpiryDueCard[]) {
  const each = new Map(cards.map((card) => [card.cardId, card]))
  return [...each.values()].map(({ number, child }) => ({
    operation,
    request: defined({ cardNumber: number, childCardNumber: child }),
  }))
}

const clearings = { reservations: clearReservations, locks: clearLocks, firings: deleteOldFirings } as const

function clearPages(brand: BrandId, what: keyof typeof clearings): Step {
  return async ({ pool }, counts) => {
    const cleared = await clearings[what](pool, brand, pageSize)
    counts[what] += cleared
    return cleared === pageSize
  }
}

/** A page is of one code, so that one which is not full need not be the last. */
function freeCodePages(brand: BrandId): Step {
  return async ({ pool }, counts) => {
    const freed = await freeLapsedCodes(pool, brand, pageSize)
    counts.reservations += freed
    return freed > 0
  }
}

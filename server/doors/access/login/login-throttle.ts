import { hash } from 'node:crypto'
import type { Sql } from '../../../ground/database/connection.ts'
import { type Instant, minute } from '../../../ground/kernel/time.ts'
import { countOne, findCounted, takeBack } from './throttle.sql.ts'

/** Wrong passwords for one name from one address, before they have to wait for the rest of half an hour. */
const perNameAndAddress = 10
/** For one name from anywhere: higher, so that a stranger cannot easily lock somebody out. */
const perName = 100
const windowMs = 30 * minute

/** Names that are counted at all: those beyond share places, so that nobody fills the table with names that they make up. */
const placesMax = 65_536

interface ThrottleParts {
  readonly db: Sql
  /** Failures a minute from one address; 0: nothing is limited. */
  readonly perAddressPerMinute: number
  readonly now: () => Instant
}

/** Whether somebody may try, and what becomes of the attempt. */
export type LoginAttempt =
  | { readonly kind: 'wait'; readonly seconds: number }
  | {
      readonly kind: 'may'
      /** If it fails, this name is locked from now on, here or everywhere. */
      readonly locks: boolean
      /** It did not fail. */
      readonly takeBack: () => Promise<void>
    }

interface Limit {
  readonly place: number
  readonly most: number
  readonly windowMs: number
  readonly locks: boolean
}

/**
 * Slows down whoever guesses passwords or codes. A name that does not exist is counted like any other. The counts are in the
 * database, so that all processes have them in common and a restart forgets none. An attempt counts before it is looked at:
 * of many that are sent at once none gets further than if they had come one by one.
 */
export class LoginThrottle {
  private readonly parts: ThrottleParts

  constructor(parts: ThrottleParts) {
    this.parts = parts
  }

  async begin(nameKey: string, address: string): Promise<LoginAttempt> {
    const { db, perAddressPerMinute, now } = this.parts
    if (perAddressPerMinute === 0) return { kind: 'may', locks: false, takeBack: async () => undefined }
    const limits = limitsOf(nameKey, address, perAddressPerMinute)
    const at = now()
    const places = limits.map(({ place }) => place)
    const seconds = waitFor(limits, await findCounted(db, places, at), at)
    if (seconds > 0) return { kind: 'wait', seconds }
    let locks = false
    for (const limit of limits) {
      const failures = await countOne(db, { place: limit.place, endsAt: at + limit.windowMs }, at)
      // Others were faster.
      if (failures > limit.most) return { kind: 'wait', seconds: Math.ceil(limit.windowMs / 1000) }
      locks ||= limit.locks && failures === limit.most
    }
    return { kind: 'may', locks, takeBack: async () => void (await takeBack(db, places, now())) }
  }
}

function limitsOf(nameKey: string, address: string, perMinute: number): readonly Limit[] {
  return [
    { place: placeOf(0, `${nameKey}\0${address}`), most: perNameAndAddress, windowMs, locks: true },
    { place: placeOf(1, nameKey), most: perName, windowMs, locks: true },
    { place: placeOf(2, address), most: perMinute, windowMs: minute, locks: false },
  ]
}

const placeOf = (kind: number, name: string): number =>
  kind * placesMax + (Number.parseInt(hash('sha256', name).slice(0, 8), 16) % placesMax)

function waitFor(
  limits: readonly Limit[],
  counted: readonly { readonly place: number; readonly failures: number; readonly endsAt: Instant }[],
  now: Instant,
): number {
  const waits = counted.flatMap(({ place, failures, endsAt }) => {
    const limit = limits.find((one) => one.place === place)
    return limit && failures >= limit.most ? [Math.max(1, Math.ceil((endsAt - now) / 1000))] : []
  })
  return Math.max(0, ...waits)
}

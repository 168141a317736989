import type { Senders } from '../../calls/delivery/senders.ts'
import type { Dispatcher } from '../../calls/engine/work.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { ConnectionPool } from '../../ground/database/connection.ts'
import type { RandomBytes, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Log } from '../../ground/log/log.ts'
import type { BrandDirectory } from '../../storage/brand-store/cache/brand-directory.ts'
import type { FailureLimit } from '../api/failure-limit.ts'
import type { VisitCounter } from './visits.ts'

/** What the member's side works with. */
export interface MemberServices {
  /** Connections of its own: however many look at their cards, tills do not wait for them. */
  readonly pool: ConnectionPool
  readonly brands: Pick<BrandDirectory, 'load'>
  readonly dispatcher: Pick<Dispatcher, 'run'>
  readonly pins: PinKeeper
  readonly senders: Senders
  readonly random: RandomBytes
  readonly now: () => Instant
  readonly newRef: () => RequestRef
  readonly log: Log
  /** What somebody who is not in may try from one address, in a minute. */
  readonly strangers: Pick<FailureLimit, 'count' | 'secondsToWait'>
  /** What one session may ask, in a minute. */
  readonly visits: Pick<FailureLimit, 'count' | 'secondsToWait'>
  /** Codes that are asked for from one place, in an hour. */
  readonly sends: Pick<FailureLimit, 'count' | 'secondsToWait'>
  /** Cards and pins that are tried from one place, in an hour. */
  readonly guesses: Pick<FailureLimit, 'count' | 'secondsToWait'>
  /** Pages that are loaded from one place, in a minute: a shop's whole network may be one. */
  readonly loads: Pick<FailureLimit, 'count' | 'secondsToWait'>
  /** Who came, and who joined, without names. */
  readonly counter: Pick<VisitCounter, 'count'>
  /** Nothing is sent in the demo: whoever started it finds the code in its log. */
  readonly isDemo: boolean
  /** Where browsers reach the server, if the operator has said so. */
  readonly publicUrl?: string
}

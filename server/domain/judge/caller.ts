import type { KeyRights } from '../brand/keys/rights.ts'
import type { ForeseenShare } from './given-limit.ts'
import type { Permission } from './permissions.ts'

/** Whoever changes a brand: every door says who it is. */
export type Caller = OperatorCaller | KeyCaller | UserCaller | EarlierCaller

/** At the command line, with the database in hand: nothing could keep them from anything. */
interface OperatorCaller {
  readonly kind: 'operator'
}

/** A program, with a key of the interface. */
interface KeyCaller {
  readonly kind: 'key'
  readonly rights: KeyRights
}

/** A user of the portal. */
interface UserCaller {
  readonly kind: 'user'
  readonly permissions: readonly Permission[]
  /** Where they may do anything; absent: everywhere. */
  readonly locations?: readonly string[]
  /** Whether they proved just now who they are. */
  readonly isConfirmed: boolean
  /** Whether a second person has seen this very change. */
  readonly isSeconded: boolean
  /** Whether two people stand behind it, for what campaigns may give: a key is none. Absent: the second person is one. */
  readonly isOfTwoPeople?: boolean
  /** Whether the brand has nobody else who could approve anything. Absent: it has. */
  readonly isAlone?: boolean
}

/** Whoever had a change wait for its time, which is now. */
interface EarlierCaller {
  readonly kind: 'earlier'
  readonly judged: KeptVerdict
}

/** What is kept of a verdict on a change that waits: who it was, and what they were allowed to touch. */
export interface KeptVerdict {
  readonly by: Exclude<Caller, EarlierCaller>
  /** The parts that it touched when it was judged. */
  readonly parts: readonly string[]
  /** What campaigns would have given with it, by the state of the brand then. */
  readonly foreseen?: KeptShare
}

/** What was foreseen, and for which version of the brand. */
export interface KeptShare extends ForeseenShare {
  readonly version: number
}

export const operator: OperatorCaller = { kind: 'operator' }

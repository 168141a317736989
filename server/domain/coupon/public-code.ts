import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/** What a public code allows. */
interface CodeTerms {
  readonly uses?: number
  readonly perCard?: number
  readonly from?: Instant
  readonly until?: Instant
}

/** A use of a code that a call makes. */
export interface NewCodeUse {
  /** What the code is compared by. */
  readonly key: string
  /** As the file spells it, and its set. */
  readonly code: string
  readonly set: string
  /** How often the code may be used, as the call was decided. */
  readonly uses?: number
  /** The root card. */
  readonly cardId?: CardId
  /** In a locked setup: the use is reserved until then, and final once the setup is completed. */
  readonly until?: Instant
  /** The earlier sale whose use is taken again, because the return that gave it back was voided; absent: the call's own. */
  readonly of?: RequestRef
}

/** A use that an earlier call made, or that its locked setup reserves. */
export interface CodeUse {
  readonly key: string
  readonly ref: RequestRef
  readonly cardId?: CardId
  readonly until?: Instant
}

/** How often a code has been used, by all and by the card that presents it. */
export interface CodeUsage {
  readonly used: number
  readonly usedByCard: number
}

/** Why a code cannot be used: words that follow "the code …". */
const codeBlocks = {
  early: 'is not valid yet',
  late: 'is no longer valid',
  usedUp: 'has no uses left',
  usedUpByCard: 'has no uses left for this card',
  noCard: 'can be used with a card only',
} as const

export type CodeBlock = keyof typeof codeBlocks

export const codeBlockWords = (block: CodeBlock): string => codeBlocks[block]

/**
 * What keeps a code from being used now. One that is limited per card needs a card: without one it could be used again
 * and again by leaving the card at home.
 */
export function codeBlockOf(terms: CodeTerms, usage: CodeUsage, hasCard: boolean, now: Instant): CodeBlock | undefined {
  const { from, until, perCard } = terms
  if (from !== undefined && now < from) return 'early'
  if (until !== undefined && now >= until) return 'late'
  if (usesLeft(terms, usage.used) === 0) return 'usedUp'
  if (perCard === undefined) return undefined
  if (!hasCard) return 'noCard'
  return usage.usedByCard >= perCard ? 'usedUpByCard' : undefined
}

/** Undefined where there is no limit. More may have been used than a later file allows. */
export function usesLeft({ uses }: CodeTerms, used: number): number | undefined {
  return uses === undefined ? undefined : Math.max(0, uses - used)
}

import { isDeepStrictEqual } from 'node:util'
import type { BrandDocument } from '../brand/document.ts'
import { hasOtherMembers } from './named-members.ts'

/** What all campaigns together would have given in the last month with a change, as a share of sales, and what they gave. */
export interface ForeseenShare {
  readonly percent: number
  readonly percentBefore: number
}

/** What decides on what campaigns give. */
type Giving = Pick<
  BrandDocument,
  'brand' | 'campaigns' | 'promotions' | 'referrals' | 'segments' | 'couponSets' | 'programs' | 'products' | 'locations'
>

/** A change, as far as it matters for what campaigns give. */
interface GivingChange {
  readonly before: BrandDocument | undefined
  readonly after: BrandDocument
  /** The version before the current one: to go back to it is an undo. */
  readonly previous?: Giving | undefined
  readonly foreseen?: ForeseenShare | undefined
  readonly isRollback?: boolean | undefined
}

export type GivenObjection =
  /** It would have given more than the brand lets one person decide on. */
  | { readonly kind: 'aboveGiven'; readonly percent: number; readonly limit: number }
  /** Nobody knows what it would have given. */
  | { readonly kind: 'unforeseen'; readonly limit: number }

/** Whether a brand has a limit on what its campaigns give. */
export const hasGivenLimit = (document: Pick<BrandDocument, 'portal'> | undefined): boolean =>
  document?.portal?.publish?.maxGiven !== undefined

/**
 * What stands against a change by the brand's own limit on what campaigns give. Going back to an earlier version, and whatever
 * only switches off or undoes the last change, is never held up; nor is what gives no more than was given.
 */
export function findGivenObjection(change: GivingChange): GivenObjection | undefined {
  const { before, after, previous, foreseen, isRollback } = change
  const limit = before?.portal?.publish?.maxGiven?.percent
  if (before === undefined || limit === undefined || isRollback || !mayGiveMore(before, after)) return undefined
  if (previous && !mayGiveMore(previous, after)) return undefined
  if (!foreseen) return { kind: 'unforeseen', limit }
  const { percent, percentBefore } = foreseen
  return percent > limit && percent > percentBefore ? { kind: 'aboveGiven', percent, limit } : undefined
}

/** Whether a campaign that is on was added or changed, what campaigns may give together, or whom those that are on are for. */
function mayGiveMore(before: Giving, after: Giving): boolean {
  const known = new Map(before.campaigns.map((one) => [one.id, one]))
  const active = after.campaigns.filter((one) => one.active)
  if (active.some((one) => !isDeepStrictEqual(known.get(one.id), one))) return true
  if (!isDeepStrictEqual(before.promotions, after.promotions)) return true
  if (!isDeepStrictEqual(before.referrals, after.referrals)) return true
  const named = namesIn(active, after.segments)
  return [isForOthers, hasMoreCodes, hasOtherLevels, hasOtherMembers].some((isMore) => isMore(before, after, named))
}

/** Every word in campaigns, and in the segments that they name, directly or through others; and each `fact operator` they ask. */
function namesIn(campaigns: Giving['campaigns'], segments: Giving['segments']): ReadonlySet<string> {
  const named = new Set<string>()
  collect(campaigns, named)
  const rest = new Set(segments)
  for (let found = true; found; ) {
    found = false
    for (const segment of rest) {
      if (!named.has(segment.id)) continue
      rest.delete(segment)
      collect(segment.where, named)
      found = true
    }
  }
  return named
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value)
  if (typeof value !== 'object' || value === null) return
  if ('fact' in value && 'op' in value) into.add(`${value.fact} ${value.op}`)
  for (const one of Object.values(value)) collect(one, into)
}

type Names = ReadonlySet<string>

/** A segment that a campaign asks for holds other cards. What it is called does not matter. */
function isForOthers(before: Giving, after: Giving, named: Names): boolean {
  const known = new Map(before.segments.map(({ id, where }) => [id, where]))
  return after.segments.some(({ id, where }) => named.has(id) && !isDeepStrictEqual(known.get(id), where))
}

type CodeInFile = NonNullable<Giving['couponSets'][number]['codes']>[number]

/** A code that a campaign asks for is new, or may be used more often or for longer. Coupons themselves are stock. */
function hasMoreCodes(before: Giving, after: Giving, named: Names): boolean {
  const known = new Map(
    before.couponSets.map(({ id, codes = [] }) => [id, new Map(codes.map((one) => [one.code, one]))]),
  )
  return after.couponSets.some(
    ({ id, codes = [] }) => named.has(id) && codes.some((code) => isMoreThan(code, known.get(id)?.get(code.code))),
  )
}

const isMoreThan = (code: CodeInFile, known: CodeInFile | undefined): boolean =>
  known === undefined ||
  (code.uses ?? Infinity) > (known.uses ?? Infinity) ||
  (code.perCard ?? Infinity) > (known.perCard ?? Infinity) ||
  (code.from ?? '') < (known.from ?? '') ||
  (code.until ?? forEver) > (known.until ?? forEver)

/** Later than any time in a file. */
const forEver = '~'

/** A level that a campaign asks for is reached or kept otherwise. */
function hasOtherLevels(before: Giving, after: Giving, named: Names): boolean {
  const known = new Map(before.programs.map(({ id, tiers }) => [id, withoutNames(tiers)]))
  const isAsked = named.has('tier') || named.has('tier.rank')
  return isAsked && after.programs.some(({ id, tiers }) => !isDeepStrictEqual(known.get(id), withoutNames(tiers)))
}

function withoutNames(tiers: Giving['programs'][number]['tiers']) {
  return tiers && { ...tiers, levels: tiers.levels.map(({ name: _, ...level }) => level) }
}

import type { Tiers } from '../brand/shapes/tier-shape.ts'
import type { CallFacts } from '../campaign/call-facts.ts'
import { needKey } from '../campaign/needs.ts'
import { earnedBy } from '../campaign/tier/earned.ts'
import { measureOf, type TierMicro } from '../campaign/tier/measure.ts'
import type { TierPast } from '../campaign/tier/tier-state.ts'
import type { RunContext } from './run-context.ts'
import type { Books } from './run-input.ts'

/** What is known of the root card's level, if its program has levels and it was fetched. */
export function findTierPast(books: Books, program: CallFacts['program'], { past }: RunContext): TierPast | undefined {
  if (!program?.tiers || !books.root) return undefined
  const key = needKey({ kind: 'tier', program: program.id })
  // The key is made from the need, so what is found under it is the answer to it.
  return past(books.root.card.id).answers.get(key) as TierPast | undefined
}

/** What the call adds so far to what the levels are measured by. */
export function tierGain(
  { by }: Tiers,
  { checkout }: Pick<CallFacts, 'checkout'>,
  books: Books,
  { brand, call, now }: RunContext,
): TierMicro {
  if (by.fact === 'earned') {
    const own = [books.root, books.child].flatMap((book) => book ?? [])
    const gains = own.flatMap(({ postings, card }) => earnedBy(postings, { brand, by, at: now, lots: card.lots }))
    return measureOf(by, gains, brand)
  }
  if (!checkout) return 0n
  const currency = brand.locations.get(call.locationId)?.currency ?? brand.currency
  const { scale, netTotal } = checkout
  return measureOf(by, [{ currency, scale, amount: BigInt(netTotal), checkouts: 1 }], brand)
}

import { slowDown } from '../../access/logged-in.ts'
import { lookupsOfCard } from '../../guessing.ts'
import type { PortalRefusal } from '../../refusal.ts'
import type { BrandVisit } from '../../route.ts'
import { readerOf } from './reading.ts'

/** Counts cards that somebody names as looked up, before they hear anything of them; whoever guesses has to wait. */
export async function lookUpCards(
  numbers: readonly (string | undefined)[],
  visit: Pick<BrandVisit<unknown>, 'services' | 'brand' | 'visitor'>,
): Promise<PortalRefusal | undefined> {
  const { services, brand } = visit
  const lookups = lookupsOfCard(visit)
  for (const number of numbers.filter((one) => one !== undefined)) {
    const wait = services.guesses.secondsToWait(lookups)
    if (wait > 0) return slowDown(wait)
    const card = await readerOf(visit).findCard(brand.id, number)
    services.guesses.count(lookups, { kind: 'done', response: { cards: card ? [card] : [] } })
  }
  return undefined
}

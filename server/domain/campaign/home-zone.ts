import { type Places, zoneAt } from '../brand/brand.ts'
import type { Card } from '../card/card.ts'

/** The time zone of a card's home location: of where it signed up. The brand's, if that is not known. */
export const homeZone = (brand: Places, { owningLocation }: Pick<Card, 'owningLocation'>): string =>
  zoneAt(brand, owningLocation)

/** Cards whose home location has one time zone: those of some locations, or all but those. */
export interface HomeZone {
  readonly timeZone: string
  readonly cards: { readonly of: readonly string[] } | { readonly notOf: readonly string[] }
}

/** Every time zone that cards of a brand have their home in, the brand's first. */
export function homeZones({ locations, pastLocations, timeZone }: Places): readonly HomeZone[] {
  const elsewhere = [...locations.values(), ...pastLocations.values()].filter(
    (location) => location.timeZone !== undefined,
  )
  const byZone = Map.groupBy(elsewhere, (location) => location.timeZone ?? timeZone)
  const idsOf = (places: readonly { readonly id: string }[]) => places.map(({ id }) => id)
  return [
    { timeZone, cards: { notOf: idsOf(elsewhere) } },
    ...[...byZone].map(([zone, places]) => ({ timeZone: zone, cards: { of: idsOf(places) } })),
  ]
}

import type { RouteAnswer } from '../../../ask/ask.ts'
import type { Texts } from '../../../texts/shape.ts'
import type { PlaceNames } from './place-names.ts'

export type ListedUser = RouteAnswer<'listUsers'>['users'][number]

/** Where a user may do what the role includes. */
export function placeOf(
  { everyBrand, location, group }: ListedUser,
  { locations, groups }: PlaceNames,
  texts: Texts['administration']['users'],
): string {
  if (location !== undefined) return texts.onlyLocation(nameIn(locations, location))
  if (group !== undefined) return texts.onlyGroup(nameIn(groups, group))
  return everyBrand ? texts.everyBrand : texts.whole
}

/** What is no longer there has no other name. */
const nameIn = (places: PlaceNames['groups'], wanted: string): string =>
  places.find(({ id }) => id === wanted)?.name ?? wanted

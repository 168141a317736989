import type { RouteAnswer } from '../../../ask/ask.ts'
import type { Texts } from '../../../texts/shape.ts'

export type User = RouteAnswer<'listUsers'>['users'][number]

/** Where a user may do what the role includes. */
export function placeOf({ everyBrand, location, group }: User, texts: Texts['administration']['users']): string {
  if (location !== undefined) return texts.onlyLocation(location)
  if (group !== undefined) return texts.onlyGroup(group)
  return everyBrand ? texts.everyBrand : texts.whole
}

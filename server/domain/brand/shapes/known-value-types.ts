import type { Place } from '../reading/place.ts'
import { type ProgramEntry, valueTypeName } from './program-shape.ts'

/** More value types than this do not help whoever misspelt one. */
const listedMax = 20

/** Keys of a record that are to be value types of some program, such as `Points` and `Currency USD`. */
export function checkValueTypes(
  names: readonly string[],
  path: string,
  programs: readonly Pick<ProgramEntry, 'valueTypes'>[],
  at: Place,
): void {
  const known = new Set(programs.flatMap(({ valueTypes }) => valueTypes.map(valueTypeName)))
  const has = [...known].slice(0, listedMax)
  if (known.size > has.length) has.push('…')
  for (const name of names) if (!known.has(name)) at.faultAt(`${path}.${name}`, 'valueTypeMissing', { name, has })
}

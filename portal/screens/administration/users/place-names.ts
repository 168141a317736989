import { useAsking, useCalling } from '../../../ask/queries.ts'

interface NamedPlace {
  readonly id: string
  readonly name: string
}

/** Where users can be restricted to, by the names that people know. */
export interface PlaceNames {
  readonly groups: readonly NamedPlace[]
  readonly locations: readonly NamedPlace[]
}

const groupsMax = 500

export function usePlaceNames(): PlaceNames {
  const { data: listed } = useCalling('listLocations', {})
  const { data: found } = useAsking('listEntries', { section: 'groups', count: groupsMax })
  const locations = listed?.locations ?? []
  const entries = (found?.entries ?? []) as readonly Partial<NamedPlace>[]
  const groups = [...new Set(locations.flatMap(({ group }) => group ?? []))]
  return { locations, groups: groups.map((id) => ({ id, name: entries.find((one) => one.id === id)?.name ?? id })) }
}

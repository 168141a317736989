import { NativeSelect } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useBrand, useMe } from '../../ask/brand-context.ts'
import { useTexts } from '../../texts/texts.ts'

interface TillPlace {
  readonly id: string
  readonly name: string
}

/** Where somebody serves customers: this browser remembers it, because a tablet stays in its shop, or it was registered there. */
export function usePlace(places: readonly TillPlace[]) {
  const { id } = useBrand()
  const [kept, keep] = useLocalStorage({ key: `purser-place-${id}`, defaultValue: '' })
  const { device } = useMe()
  const standsAt = device?.brandId === id ? device.locationId : undefined
  const sure = places.find((place) => place.id === kept) ?? places.find((place) => place.id === standsAt)
  return { location: (sure ?? places[0])?.id, isKept: sure !== undefined, keep }
}

export function PlaceChoice({ places }: { readonly places: readonly TillPlace[] }) {
  const { till } = useTexts()
  const { location = '', keep } = usePlace(places)
  if (places.length < 2) return null
  return (
    <NativeSelect
      aria-label={till.place}
      value={location}
      onChange={({ currentTarget }) => keep(currentTarget.value)}
      data={places.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

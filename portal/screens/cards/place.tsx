import { NativeSelect } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useBrand } from '../../ask/brand-context.ts'
import { useTexts } from '../../texts/texts.ts'

interface TillPlace {
  readonly id: string
  readonly name: string
}

/** Where somebody serves customers: this browser remembers it, because a tablet stays in its shop. */
export function usePlace(places: readonly TillPlace[]) {
  const { id } = useBrand()
  const [kept, keep] = useLocalStorage({ key: `purser-place-${id}`, defaultValue: '' })
  const known = places.find((place) => place.id === kept) ?? places[0]
  return { location: known?.id, keep }
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

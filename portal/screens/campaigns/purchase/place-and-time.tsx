import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useBrand } from '../../../ask/brand-context.ts'
import { formatZone } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { FormProps } from './form-props.ts'
import type { TriedPurchase } from './tried.ts'

/** Where and when it happens: now at the first location, unless somebody says otherwise. */
export function PlaceAndTime({ tried, change, setup }: FormProps) {
  const { simulator: texts } = useTexts()
  const { timeZone } = useBrand()
  const places = setup?.places ?? []
  const put = (name: 'place' | 'at', text: string | null) =>
    change({ [name]: text === null || text === '' ? undefined : text } as Partial<TriedPurchase>)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={texts.place}
        searchable
        allowDeselect={false}
        value={tried.place ?? places[0]?.id ?? null}
        onChange={(id) => put('place', id)}
        data={places.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextInput
        label={texts.at}
        description={texts.atHint(formatZone(timeZone))}
        inputWrapperOrder={['label', 'input', 'description']}
        type="datetime-local"
        value={tried.at ?? ''}
        onChange={({ currentTarget }) => put('at', currentTarget.value)}
      />
    </SimpleGrid>
  )
}

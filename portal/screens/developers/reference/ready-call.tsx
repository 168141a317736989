import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { useCalling } from '../../../ask/queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { toCurl } from '../curl.ts'
import type { DescribedOperation } from './described-operation.ts'

/** The example of an operation as a line for a shell, for the key and the location that are chosen. */
export function ReadyCall({ operation: { path, example } }: { readonly operation: DescribedOperation }) {
  const { reference, developers } = useTexts()
  const brand = useBrand()
  const seesAll = brand.locations === undefined
  const mayKeys = useMay('keys.manage') && seesAll
  const { data: listed } = useCalling('listKeys', {}, { enabled: mayKeys })
  const { data: places } = useCalling('listLocations', {}, { enabled: seesAll })
  const [key, setKey] = useState<string | null>(null)
  const [locationId, setLocation] = useState<string | null>(null)
  const location = places?.locations.find(({ id }) => id === locationId) ?? places?.locations[0]
  const place = { location: location?.id, terminal: location?.terminals[0] }
  const body = JSON.stringify(example, undefined, 2)
  const curl = toCurl({ path, brand: brand.id, ...place, key: key ?? undefined, body })
  return (
    <>
      {mayKeys && (
        <Select
          label={reference.key}
          description={reference.keyHint}
          data={listed?.keys.filter(({ isRevoked }) => !isRevoked).map((one) => one.key) ?? []}
          value={key}
          onChange={setKey}
          searchable
          clearable
        />
      )}
      {places && places.locations.length > 1 && (
        <Select
          label={reference.location}
          data={places.locations.map(({ id, name }) => ({ value: id, label: name }))}
          value={location?.id ?? null}
          onChange={setLocation}
          allowDeselect={false}
        />
      )}
      <div>
        <CodeBlock title={developers.curlTitle} text={curl} />
        <Text size="sm" c="dimmed" mt={4}>
          {reference.useSecret}
        </Text>
      </div>
    </>
  )
}

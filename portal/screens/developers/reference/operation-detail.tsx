import { Alert, Code, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCalling } from '../../../ask/queries.ts'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useBrand, useMay } from '../../../shell/brand-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { toCurl } from '../curl.ts'
import { Facts } from '../facts.tsx'
import type { DescribedOperation } from './reference-screen.tsx'

/** One operation, with a call that is ready for a key and a location. */
export function OperationDetail({ operation }: { readonly operation: DescribedOperation }) {
  const { reference, developers } = useTexts()
  const brand = useBrand()
  const mayKeys = useMay('keys.manage') && brand.locations === undefined
  const { data: listed } = useCalling('listKeys', {}, { enabled: mayKeys })
  const { data: places } = useCalling('listLocations', {}, { enabled: brand.locations === undefined })
  const [key, setKey] = useState<string | null>(null)
  const [locationId, setLocation] = useState<string | null>(null)
  const location = places?.locations.find(({ id }) => id === locationId) ?? places?.locations[0]
  const { name, path, summary, details, changes, isEnabled, enablement = '', example } = operation
  const curl = toCurl({
    ...{ path, brand: brand.id, location: location?.id, terminal: location?.terminals[0] },
    key: key ?? undefined,
    body: JSON.stringify(example, undefined, 2),
  })
  const keys = listed?.keys.filter(({ isRevoked }) => !isRevoked).map((one) => one.key) ?? []
  return (
    <Stack gap="lg">
      <div>
        <Text>{summary}</Text>
        {details !== undefined && (
          <Text size="sm" c="dimmed" mt={4}>
            {details}
          </Text>
        )}
      </div>
      {!isEnabled && (
        <Alert color="yellow" variant="light">
          {reference.notEnabledWhat(enablement)}
        </Alert>
      )}
      <Facts facts={[[reference.path, <Code key={name}>{`POST ${path}`}</Code>]]} />
      <div>
        <StatusBadge
          mood={changes ? 'attention' : 'neutral'}
          text={changes ? reference.changes : reference.onlyReads}
        />
      </div>
      {mayKeys && (
        <Select
          label={reference.key}
          description={reference.keyHint}
          data={keys}
          value={key}
          onChange={setKey}
          searchable
          clearable
        />
      )}
      {places && places.locations.length > 1 && (
        <Select
          label={reference.location}
          data={places.locations.map(({ id, name: label }) => ({ value: id, label }))}
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
    </Stack>
  )
}

import { Text } from '@mantine/core'
import { useBrand } from '../../../ask/brand-context.ts'
import { useCalling } from '../../../ask/queries.ts'
import { ShownOnce } from '../../../parts/shown-once.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { toCurl } from '../curl.ts'

export interface MadeKey {
  readonly key: string
  readonly secret: string
  /** Where it may be used; absent: everywhere. */
  readonly locations?: readonly string[] | undefined
  /** It was there before, and has got another secret. */
  readonly isRotated?: boolean
}

/** A new key with its secret, and a line that tries it out. */
export function SecretShown({ made, onClose }: { readonly made: MadeKey; readonly onClose: () => void }) {
  const { keys } = useTexts()
  const brand = useBrand()
  const { data } = useCalling('listLocations', {})
  const { key, secret, locations = [], isRotated = false } = made
  const place = data?.locations.find(({ id }) => locations.length === 0 || locations.includes(id))
  const curl = toCurl({
    path: '/merchant/listEventTypes',
    brand: brand.id,
    location: place?.id,
    terminal: place?.terminals[0],
    ...{ key, secret },
  })
  return (
    <ShownOnce
      title={isRotated ? keys.rotated(key) : keys.created}
      what={keys.secretOnce}
      secrets={[
        { label: keys.name, value: key },
        { label: keys.secret, value: secret },
      ]}
      onClose={onClose}
    >
      <div>
        <CodeBlock title={keys.tryIt} text={curl} />
        <Text size="sm" c="dimmed" mt={4}>
          {keys.tryItWhat}
        </Text>
      </div>
    </ShownOnce>
  )
}

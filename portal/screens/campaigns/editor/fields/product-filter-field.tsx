import { SimpleGrid, Stack, Text } from '@mantine/core'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { isEntry, type Path } from '../model/plain.ts'
import { AttributeTests } from './attribute-tests.tsx'
import { MoneyField } from './money-field.tsx'
import { MoreKeys, type OptionalKey } from './more-keys.tsx'
import { NamesPicker } from './name-picker.tsx'

interface ProductFilterFieldProps {
  readonly path: Path
  readonly label: string
}

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')

/** Which products: by category, one by one, by group, by price, with exceptions. Nothing chosen means any. */
export function ProductFilterField({ path, label }: ProductFilterFieldProps) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { filterKeys } = formWordsIn(language)
  const { names } = useEditing()
  const { value, fault } = useAt(path)
  const hasAttributes = names.listOf('attribute').length > 0 || (isEntry(value) && value.attributes !== undefined)
  const more: readonly OptionalKey[] = [
    ...(hasAttributes ? [attributesKey(filterKeys.attributes)] : []),
    {
      key: 'parent',
      label: filterKeys.parent,
      begin: [],
      show: (at) => <Picked path={at} noun="parent" label={filterKeys.parent} />,
    },
    ...(['minUnitPrice', 'maxUnitPrice'] as const).map((key) => ({
      key,
      label: filterKeys[key],
      begin: 1,
      show: (at: Path) => <MoneyField path={at} label={filterKeys[key]} />,
    })),
    {
      key: 'except',
      label: editor.exceptSome,
      begin: { category: [] },
      isWide: true,
      isUsual: true,
      show: (at) => <Excepted path={at} />,
    },
  ]
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <Picked path={[...path, 'category']} noun="category" label={filterKeys.category} />
        <Picked path={[...path, 'sku']} noun="product" label={filterKeys.sku} />
      </SimpleGrid>
      <MoreKeys path={path} fields={more} />
      {!isEntry(value) && (
        <Text size="xs" c="dimmed">
          {editor.anyProduct}
        </Text>
      )}
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
    </Stack>
  )
}

/** Offered where the brand says what its products have. */
const attributesKey = (label: string): OptionalKey => ({
  key: 'attributes',
  label,
  begin: {},
  isWide: true,
  isUsual: true,
  show: (at) => <AttributeTests path={at} label={label} />,
})

/** The products that do not count. */
export function Excepted({ path }: { readonly path: Path }) {
  const { language } = useSpoken()
  const { filterKeys } = formWordsIn(language)
  const { names } = useEditing()
  const { value } = useAt(path)
  const hasAttributes = names.listOf('attribute').length > 0 || (isEntry(value) && value.attributes !== undefined)
  const label = (of: string) => `${filterKeys.except}: ${of}`
  return (
    <Stack gap={8}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <Picked path={[...path, 'category']} noun="category" label={label(filterKeys.category)} />
        <Picked path={[...path, 'sku']} noun="product" label={label(filterKeys.sku)} />
      </SimpleGrid>
      {hasAttributes && <MoreKeys path={path} fields={[attributesKey(label(filterKeys.attributes))]} />}
    </Stack>
  )
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

interface PickedProps {
  readonly path: Path
  readonly noun: 'product' | 'category' | 'parent'
  readonly label: string
}

function Picked({ path, noun, label }: PickedProps) {
  const { value, fault } = useAt(path)
  const parent = useAt(path.slice(0, -1))
  const key = String(path.at(-1))
  const change = (next: readonly string[]) => {
    const { [key]: _, ...others } = isEntry(parent.value) ? parent.value : {}
    // A list that names nothing is a fault of the file: it goes, and so does a filter that has no other.
    const filled = Object.fromEntries(Object.entries(others).filter(([, one]) => !isEmpty(one)))
    if (next.length > 0) return parent.set({ ...filled, [key]: next })
    parent.set(Object.keys(filled).length > 0 ? filled : undefined)
  }
  return <NamesPicker noun={noun} label={label} value={texts(value)} onChange={change} error={fault} />
}

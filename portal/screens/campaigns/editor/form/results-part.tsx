import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { resultWords } from '../../../../../server/domain/sentence/words.ts'
import type { Schema } from '../../../../parts/schema-form/field.ts'
import { schemasAt } from '../../../../parts/yaml/schema-at.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { YamlField } from '../fields/yaml-field.tsx'
import { isEntry, listOf, type Path, type PlainEntry } from '../model/plain.ts'
import { AddedProductFields } from './added-product-fields.tsx'
import { ConvertFields } from './convert-fields.tsx'
import { DiscountFields } from './discount-fields.tsx'
import classes from './form.module.css'
import { ResultFields } from './result-fields.tsx'

/** What customers get: cards that are added, ordered and removed. */
export function ResultsPart({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { value, set, fault } = useAt(path)
  const results = listOf(value)
  const move = (index: number, by: number) => set(results.toSpliced(index, 1).toSpliced(index + by, 0, results[index]))
  return (
    <Stack gap="sm">
      {results.map((result, index) => (
        <ResultCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a result has nothing but its place that stays while it is edited.
          key={`${index} ${nameOf(result)}`}
          path={[...path, index]}
          result={result}
          isFirst={index === 0}
          isLast={index === results.length - 1}
          onMove={(by) => move(index, by)}
          onRemove={() => set(results.filter((_, at) => at !== index))}
        />
      ))}
      {results.length === 0 && (
        <Text size="sm" c="dimmed">
          {editor.noResults}
        </Text>
      )}
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
      {!isReadOnly && <AddResult onAdd={(result) => set([...results, result])} />}
    </Stack>
  )
}

const nameOf = (result: unknown): string => (isEntry(result) ? (Object.keys(result)[0] ?? '') : '')

const begun: Readonly<Record<string, unknown>> = {
  issue: { balanceType: 'Points', amount: { give: 1, per: 1, of: 'checkout.netTotal' } },
  redeem: { balanceType: 'Points', amount: 10 },
  discount: { percent: 10, on: 'checkout' },
  convert: {
    from: { balanceType: 'Points', amount: 'all' },
    to: { give: 1, per: 100 },
  },
  addProduct: { sku: '', unitPrice: 0 },
  notify: { channel: 'direct', text: '' },
}

/** Three for the price of two: a discount that takes more to fill in than people would guess. */
const someFree: PlainEntry = {
  discount: { percent: 100, on: { pick: 'cheapest', units: 1 }, buy: { units: 2 }, repeat: true },
}

function AddResult({ onAdd }: { readonly onAdd: (result: PlainEntry) => void }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const offered = Object.keys(useResultSchemas()).flatMap((name) => {
    const own = { ...resultWords(name, language), result: { [name]: begun[name] ?? {} } }
    return name === 'discount' ? [own, { ...editor.someFree, result: someFree }] : [own]
  })
  return (
    <Menu position="bottom-start" width={340}>
      <Menu.Target>
        <Button variant="light" size="compact-sm" radius="xl" leftSection={<IconPlus size={14} />} w="fit-content">
          {editor.addResult}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} className={classes.scrolling ?? ''}>
        {offered.map(({ name, meaning, result }) => (
          <Menu.Item key={name} onClick={() => onAdd(result)}>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {meaning}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Every result that the file knows, with its description. */
function useResultSchemas(): Readonly<Record<string, Schema>> {
  const { schema } = useEditing()
  if (!schema) return {}
  const found = schemasAt(schema, ['rules', 0, 'then', 0]).flatMap(({ properties }) => Object.entries(properties ?? {}))
  return Object.fromEntries(found.filter((one): one is [string, Schema] => one[1] !== false))
}

interface ResultCardProps {
  readonly path: Path
  readonly result: unknown
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

function ResultCard({ path, result, isFirst, isLast, onMove, onRemove }: ResultCardProps) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { isReadOnly } = useEditing()
  const { fault } = useAt(path)
  const schemas = useResultSchemas()
  const name = nameOf(result)
  const { name: title } = resultWords(name, language)
  const schema = schemas[name]
  const isKnown = isEntry(result) && Object.keys(result).length === 1 && schema !== undefined
  return (
    <fieldset className={classes.result} aria-label={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text fw={600} size="sm">
          {title}
        </Text>
        {!isReadOnly && (
          <Group gap={2} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={editor.moveUp}
              disabled={isFirst}
              onClick={() => onMove(-1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={editor.moveDown}
              disabled={isLast}
              onClick={() => onMove(1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label={editor.removeKey(title)} onClick={onRemove}>
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        )}
      </Group>
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" mb="xs">
          {fault}
        </Text>
      )}
      {isKnown ? (
        <KnownResult path={[...path, name]} name={name} schema={schema} />
      ) : (
        <YamlField path={path} label={editor.result} />
      )}
    </fieldset>
  )
}

function KnownResult({ path, name, schema }: { readonly path: Path; readonly name: string; readonly schema: Schema }) {
  if (name === 'discount') return <DiscountFields path={path} />
  if (name === 'convert') return <ConvertFields path={path} />
  if (name === 'addProduct') return <AddedProductFields path={path} />
  return <ResultFields path={path} schema={schema} />
}

import { Button, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { formatAmount } from '../../../parts/format.ts'
import { useWords } from '../../../parts/schema-form/words.ts'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { Faults } from '../entry/save-panel.tsx'
import { type BadRow, editsOf, type JudgedProducts, type ReadProduct, useJudged } from './use-import.ts'

interface ImportPreviewProps {
  readonly read: RouteAnswer<'readProducts'>
  readonly onAnother: () => void
}

/** What would be imported, and what cannot be, before anything is. */
export function ImportPreview({ read, onAnother }: ImportPreviewProps) {
  const { data, error, refetch } = useJudged(read)
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={300} />
  return (
    <Stack>
      <BadRows rows={data.bad} />
      <GoodRows rows={data.good} />
      <Apply judged={data} version={read.version} onAnother={onAnother} />
    </Stack>
  )
}

function BadRows({ rows }: { readonly rows: readonly BadRow[] }) {
  const { products } = useTexts().settings
  const brand = useBrand()
  if (rows.length === 0) return null
  const columns: readonly TableColumn<BadRow>[] = [
    { id: 'line', title: products.line, show: ({ line }) => line, plain: ({ line }) => line, isSortable: false },
    {
      id: 'reason',
      title: products.reason,
      show: ({ message }) => message,
      plain: ({ message }) => message,
      isSortable: false,
    },
  ]
  return (
    <Stack gap="xs" component="section">
      <Title order={2}>{products.bad(formatAmount(rows.length, brand))}</Title>
      <DataTable
        name={products.bad(String(rows.length))}
        rows={rows}
        columns={columns}
        rowKey={({ line, message }) => `${line} ${message}`}
        hasFilter={false}
      />
    </Stack>
  )
}

const moods = { new: 'good', changed: 'attention', unchanged: 'neutral' } as const

function GoodRows({ rows }: { readonly rows: readonly ReadProduct[] }) {
  const { products } = useTexts().settings
  const brand = useBrand()
  const { label } = useWords('products')
  const count = (state: ReadProduct['state']) => formatAmount(rows.filter((row) => row.state === state).length, brand)
  const cell = (value: unknown) => (Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value))
  const column = (key: string): TableColumn<ReadProduct> => ({
    id: key,
    title: label(key),
    show: ({ entry }) => cell(entry[key]),
    plain: ({ entry }) => cell(entry[key]),
    isSortable: false,
  })
  const state: TableColumn<ReadProduct> = {
    id: 'state',
    title: products.state,
    show: (row) => <StatusBadge mood={moods[row.state]} text={products.states[row.state]} />,
    plain: (row) => products.states[row.state],
    isSortable: false,
  }
  return (
    <Stack gap="xs" component="section">
      <Title order={2}>{products.good(formatAmount(rows.length, brand))}</Title>
      <Text size="sm" c="dimmed">
        {products.counts(count('new'), count('changed'), count('unchanged'))}
      </Text>
      {rows.length > 0 && (
        <DataTable
          name={products.title}
          rows={rows}
          columns={[...['sku', 'name', 'cost', 'parent', 'categories'].map(column), state]}
          rowKey={({ line }) => String(line)}
          hasFilter={false}
        />
      )}
    </Stack>
  )
}

interface ApplyProps {
  readonly judged: JudgedProducts
  readonly version: number
  readonly onAnother: () => void
}

function Apply({ judged: { good, warnings }, version, onAnother }: ApplyProps) {
  const { settings } = useTexts()
  const { products } = settings
  const brand = useBrand()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [requestId] = useState(newRequestId)
  const save = useCallToChange('editBrand')
  const wanted = good.filter(({ state }) => state !== 'unchanged')
  const count = formatAmount(wanted.length, brand)
  const apply = () =>
    save.mutate(
      {
        request: { edits: editsOf(wanted) as never, baseVersion: version, note: note.trim() || products.name },
        requestId,
      },
      {
        onSuccess: ({ version: made }) => {
          showDone(products.done(count, made ?? version))
          client.removeQueries({ queryKey: [brand.id, 'judgedProducts'] })
          navigate({
            to: '/b/$brand/settings/$section',
            params: { brand: brand.id, section: 'products' },
          } as never).catch(() => undefined)
        },
      },
    )
  return (
    <Paper p="lg">
      <Stack>
        <Faults title={settings.warningsTitle} faults={warnings} color="yellow" />
        {wanted.length === 0 && <Text>{products.nothing}</Text>}
        <TextInput
          label={settings.note}
          placeholder={products.name}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {save.error && <ErrorPanel error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onAnother}>
            {products.another}
          </Button>
          <Button loading={save.isPending} disabled={wanted.length === 0} onClick={apply}>
            {products.apply(count)}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

import { Button, Group, Select, TextInput } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useAsking } from '../../../ask/queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type CallFilterName, type CallSearch, filterNames } from './call-search.ts'

interface CallFiltersProps {
  readonly search: CallSearch
  readonly onChange: (change: Partial<Record<CallFilterName, string | undefined>>) => void
}

const rare: readonly CallFilterName[] = ['location', 'terminal', 'external', 'user', 'from', 'to']

export function CallFilters({ search, onChange }: CallFiltersProps) {
  const { calls } = useTexts()
  const [hasMore, setHasMore] = useState(rare.some((name) => search[name] !== undefined))
  const isFiltered = filterNames.some((name) => search[name] !== undefined)
  return (
    <>
      <OutcomeFilter {...{ search, onChange }} />
      <OperationFilter {...{ search, onChange }} />
      <Select
        aria-label={calls.filters.made}
        value={search.made ?? 'others'}
        data={(['others', 'portal', 'everybody'] as const).map((value) => ({ value, label: calls.filters[value] }))}
        allowDeselect={false}
        w={190}
        onChange={(made) => onChange({ made: made === 'others' ? undefined : (made ?? undefined) })}
      />
      <TypedFilter name="card" label={calls.card} {...{ search, onChange }} />
      <Button
        variant="subtle"
        color="gray"
        c="dimmed"
        leftSection={<IconAdjustments size={16} />}
        aria-expanded={hasMore}
        onClick={() => setHasMore(!hasMore)}
      >
        {hasMore ? calls.filters.fewer : calls.filters.more}
      </Button>
      {hasMore && <RareFilters {...{ search, onChange }} />}
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() => onChange(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
        >
          {calls.filters.clear}
        </Button>
      )}
    </>
  )
}

function OutcomeFilter({ search, onChange }: CallFiltersProps) {
  const { calls, errorHelp } = useTexts()
  const codes = Object.entries(errorHelp).map(([code, { what }]) => ({
    value: code,
    label: calls.filters.code(Number(code), what),
  }))
  return (
    <Select
      aria-label={calls.filters.outcome}
      placeholder={calls.filters.all}
      value={search.outcome ?? null}
      data={[
        { value: 'refused', label: calls.filters.refused },
        { value: 'unknown', label: calls.filters.unknown },
        ...codes,
      ]}
      searchable
      clearable
      w={220}
      comboboxProps={{ width: 420, position: 'bottom-start' }}
      onChange={(outcome) => onChange({ outcome: outcome ?? undefined })}
    />
  )
}

function OperationFilter({ search, onChange }: CallFiltersProps) {
  const { calls } = useTexts()
  const { data } = useAsking('listOperations', {})
  return (
    <Select
      aria-label={calls.operation}
      placeholder={calls.filters.allOperations}
      value={search.operation ?? null}
      data={data?.operations.map(({ name }) => name).toSorted() ?? []}
      searchable
      clearable
      w={190}
      onChange={(operation) => onChange({ operation: operation ?? undefined })}
    />
  )
}

function RareFilters({ search, onChange }: CallFiltersProps) {
  const { calls } = useTexts()
  const both = { search, onChange }
  return (
    <Group gap="sm" w="100%">
      <TypedFilter name="location" label={calls.location} {...both} />
      <TypedFilter name="terminal" label={calls.terminal} {...both} />
      <TypedFilter name="external" label={calls.external} {...both} />
      <TypedFilter name="user" label={calls.user} {...both} />
      <TypedFilter name="from" label={calls.filters.from} isDay {...both} />
      <TypedFilter name="to" label={calls.filters.to} isDay {...both} />
    </Group>
  )
}

interface TypedFilterProps extends CallFiltersProps {
  readonly name: CallFilterName
  readonly label: string
  readonly isDay?: boolean
}

/** What is typed counts a moment later, so that each letter is no search of its own. */
function TypedFilter({ name, label, isDay = false, search, onChange }: TypedFilterProps) {
  const current = search[name] ?? ''
  const [typed, setTyped] = useState(current)
  useEffect(() => setTyped(current), [current])
  useEffect(() => {
    if (typed.trim() === current) return
    const timer = setTimeout(() => onChange({ [name]: typed.trim() === '' ? undefined : typed.trim() }), 400)
    return () => clearTimeout(timer)
  }, [typed, current, name, onChange])
  return (
    <TextInput
      {...(isDay ? { type: 'date', label } : { placeholder: label, 'aria-label': label })}
      w={isDay ? 150 : 170}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

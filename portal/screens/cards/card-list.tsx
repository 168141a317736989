import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ask, type RouteAnswer } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { DataTable } from '../../parts/table/data-table.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useCardColumns } from './card-columns.tsx'
import { CardFilters } from './card-filters.tsx'
import type { CardSearch } from './card-search.ts'
import { FoundOthers } from './found-others.tsx'

const route = getRouteApi('/b/$brand/cards')

/** One box for everything, and below it what was found, or all cards. */
export function CardList() {
  const { cards: texts } = useTexts()
  const search = route.useSearch()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(search.text ?? '')
  const change = (next: CardSearch) =>
    void navigate({ to: '.', search: ((before: CardSearch) => ({ ...before, ...next })) as never, replace: true })
  const look = useDebouncedCallback((text: string) => change({ text: text.trim() || undefined }), 250)
  return (
    <Stack>
      <TextInput
        size="md"
        label={texts.find}
        placeholder={texts.findHint}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          look(currentTarget.value)
        }}
      />
      {search.text === undefined ? <AllCards search={search} onChange={change} /> : <FoundCards text={search.text} />}
    </Stack>
  )
}

function useOpenCard() {
  const navigate = useNavigate()
  const { id: brand } = useBrand()
  return ({ cardNumber }: { readonly cardNumber: string }) =>
    void navigate({ to: '/b/$brand/cards/$card', params: { brand, card: cardNumber } })
}

function FoundCards({ text }: { readonly text: string }) {
  const { cards: texts } = useTexts()
  const columns = useCardColumns()
  const open = useOpenCard()
  const { data, error, refetch } = useAsking('find', { text })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  const isEmpty = data && data.cards.length + data.calls.length + data.coupons.length + data.campaigns.length === 0
  if (isEmpty) return <EmptyState title={texts.nothingFound} what={texts.nothingFoundWhat} />
  return (
    <Stack>
      {data?.cards.length !== 0 && (
        <DataTable
          name={texts.title}
          rows={data?.cards}
          columns={columns}
          rowKey={({ cardNumber }) => cardNumber}
          onOpen={open}
          hasFilter={false}
        />
      )}
      {data && <FoundOthers found={data} />}
    </Stack>
  )
}

type Listed = RouteAnswer<'listCards'>
interface AllCardsProps {
  readonly search: CardSearch
  readonly onChange: (search: CardSearch) => void
}

/** Pages are added below each other: what somebody has read stays where it is. */
function AllCards({ search, onChange }: AllCardsProps) {
  const { cards: texts } = useTexts()
  const { id: brand } = useBrand()
  const columns = useCardColumns()
  const open = useOpenCard()
  const { text: _, sort = 'activity', ...filter } = search
  const request = { ...filter, sort } as Parameters<typeof ask<'listCards'>>[1]
  const { data, error, refetch } = useAsking('listCards', request)
  const [further, setFurther] = useState<readonly Listed[]>([])
  const [isBusy, setBusy] = useState(false)
  const key = JSON.stringify(request)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its beginning.
  useEffect(() => setFurther([]), [key])
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  const rows = data && [data, ...further].flatMap(({ cards }) => cards)
  const next = (further.at(-1) ?? data)?.next
  const goOn = async () => {
    setBusy(true)
    const page = await ask('listCards', { ...request, after: next }, brand).catch(() => undefined)
    if (page) setFurther((before) => [...before, page])
    setBusy(false)
  }
  return (
    <Stack>
      <DataTable
        name={texts.title}
        rows={rows}
        columns={columns}
        rowKey={({ cardNumber }) => cardNumber}
        onOpen={open}
        pageSize={10_000}
        hasFilter={false}
        isPart={next !== undefined}
        filters={<CardFilters choices={data} search={search} onChange={onChange} />}
        empty={<EmptyState title={texts.noCards} what={texts.noCardsWhat} />}
      />
      {next !== undefined && (
        <Group justify="center">
          <Button variant="default" loading={isBusy} onClick={() => void goOn()}>
            {rows?.length === 0 ? texts.further : texts.more}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

import { Group, NativeSelect } from '@mantine/core'
import { cardStatuses } from '../../../server/ground/kernel/card-status.ts'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useTexts } from '../../texts/texts.ts'
import { type CardSearch, cardOrders, type ListOrder } from './card-search.ts'

interface CardFiltersProps {
  readonly choices: RouteAnswer<'listCards'> | undefined
  readonly search: CardSearch
  readonly onChange: (search: CardSearch) => void
}

type Choice = { readonly id: string; readonly name: string }

/** Order and filters; each is in the address. */
export function CardFilters({ choices, search, onChange }: CardFiltersProps) {
  const { cards: texts } = useTexts()
  const statuses = cardStatuses.map((id) => ({ id, name: texts.statuses[id] }))
  const select = (
    name: 'status' | 'program' | 'tier' | 'segment',
    all: string,
    label: string,
    some: readonly Choice[],
  ) =>
    some.length > 0 && (
      <NativeSelect
        aria-label={label}
        value={search[name] ?? ''}
        onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value || undefined })}
        data={[{ value: '', label: all }, ...some.map(({ id, name: shown }) => ({ value: id, label: shown }))]}
      />
    )
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={texts.sort}
        value={search.sort ?? 'activity'}
        onChange={({ currentTarget }) => onChange({ sort: currentTarget.value as ListOrder })}
        data={cardOrders.map((value) => ({ value, label: texts.sorts[value] }))}
      />
      {select('status', texts.allStatuses, texts.status, statuses)}
      {select('program', texts.allPrograms, texts.program, choices?.programs ?? [])}
      {select('tier', texts.allTiers, texts.level, choices?.tiers ?? [])}
      {select('segment', texts.allSegments, texts.segment, choices?.segments ?? [])}
    </Group>
  )
}

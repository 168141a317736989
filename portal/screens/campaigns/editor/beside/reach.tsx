import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useBrand } from '../../../../ask/brand-context.ts'
import { useAsking } from '../../../../ask/queries.ts'
import { BrandLink } from '../../../../parts/brand-link.tsx'
import { formatAmount } from '../../../../parts/format.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { type DraftText, sentEntry } from '../draft/draft.ts'

interface ReachProps {
  readonly draftId: string
  readonly entries: readonly DraftText[]
}

/** About how many customers it would have reached lately. A replay tells exactly, and what it would have cost. */
export function Reach({ draftId, entries }: ReachProps) {
  const { editor } = useTexts()
  const brand = useBrand()
  const [settled] = useDebouncedValue(entries, 1500)
  const { data } = useAsking('draftReach', { entries: settled.map(sentEntry) }, { enabled: settled.length > 0 })
  const count = (number: number) => formatAmount(number, brand)
  return (
    <Paper p="md" component="section" aria-label={editor.reach}>
      <Title order={2} size="sm" mb="xs">
        {editor.reach}
      </Title>
      {data ? (
        <Text size="sm" aria-live="polite">
          {data.tried === 0
            ? editor.reachUnknown
            : editor.reachOf(count(data.estimate), count(data.customers), data.days)}
        </Text>
      ) : (
        <Skeleton h={20} />
      )}
      <BrandLink to="campaigns/replays" search={{ draft: draftId }} fz="sm">
        {editor.replayIt}
      </BrandLink>
    </Paper>
  )
}

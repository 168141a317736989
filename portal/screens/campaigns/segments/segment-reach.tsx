import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { tellSegment } from '../../../../server/domain/sentence/tell.ts'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { Figure } from '../../../parts/figures.tsx'
import { formatAmount } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import { addressOf, type DraftText, sentEntry } from '../editor/draft/draft.ts'
import { useEditing } from '../editor/editing.ts'

interface SegmentReachProps {
  readonly entries: readonly DraftText[]
  readonly entry: DraftText
  readonly hasFaults: boolean
}

/** While a segment is written: who is in it in words, how many that are, and some of them. */
export function SegmentReach({ entries, entry, hasFaults }: SegmentReachProps) {
  const { segments: texts } = useTexts()
  const { value, telling } = useEditing()
  const seesPeople = useMay('customers.see')
  return (
    <Paper p="md" component="section" aria-label={texts.who}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {texts.who}
        </Title>
        <Text aria-live="polite">{tellSegment(value, telling)}</Text>
        {!hasFaults && seesPeople && (
          <Members entries={[entry, ...entries.filter((one) => addressOf(one) !== addressOf(entry))].slice(0, 20)} />
        )}
      </Stack>
    </Paper>
  )
}

function Members({ entries }: { readonly entries: readonly DraftText[] }) {
  const { segments: texts, cards } = useTexts()
  const brand = useBrand()
  const [settled] = useDebouncedValue(entries, 400)
  const { data } = useAsking('segmentPreview', { entries: settled.map(sentEntry) })
  if (!data) return <Skeleton height={120} />
  if (data.faults.length > 0) return null
  const count = formatAmount(data.estimate, brand)
  return (
    <>
      <Figure label={texts.members} value={data.isExact ? count : texts.roughly(count)} />
      {data.sample.length > 0 && (
        <div>
          <Text size="sm" c="dimmed">
            {texts.sample}
          </Text>
          {data.sample.map(({ cardNumber, person }) => (
            <div key={cardNumber}>
              <BrandLink to={`cards/${encodeURIComponent(cardNumber)}`}>
                {[person?.firstName, person?.lastName].filter(Boolean).join(' ') || cards.unknownPerson}
              </BrandLink>{' '}
              <Text span size="sm" c="dimmed">
                {cardNumber}
              </Text>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

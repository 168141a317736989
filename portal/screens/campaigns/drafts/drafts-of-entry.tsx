import { Paper, Stack, Text, Title } from '@mantine/core'
import { useCalling } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { useTexts } from '../../../texts/texts.ts'

interface DraftsOfEntryProps {
  readonly section: 'campaigns' | 'segments'
  readonly entry: string
}

/** Drafts that would change an entry and are not over; nothing if there are none. */
export function DraftsOfEntry({ section, entry }: DraftsOfEntryProps) {
  const { campaign: texts } = useTexts()
  const { data } = useCalling('listDrafts', {})
  const drafts = data?.drafts.filter(({ entries }) =>
    entries.some((one) => one.section === section && one.key === entry),
  )
  if (!drafts || drafts.length === 0) return null
  return (
    <Paper p="lg">
      <Stack>
        <Title order={2}>{texts.drafts}</Title>
        {drafts.map(({ draftId, title, state, changedBy, changedAt }) => (
          <div key={draftId}>
            <BrandLink to={`campaigns/drafts/${encodeURIComponent(draftId)}`}>{title}</BrandLink>
            <Text size="sm" c="dimmed" component="div">
              {texts.draftStates[state]} · <Moment at={changedAt} /> · {texts.by(changedBy)}
            </Text>
          </div>
        ))}
      </Stack>
    </Paper>
  )
}

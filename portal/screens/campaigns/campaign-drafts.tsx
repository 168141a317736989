import { Paper, Stack, Text, Title } from '@mantine/core'
import { useCalling } from '../../ask/queries.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { Moment } from '../../parts/figures.tsx'
import { useTexts } from '../../texts/texts.ts'

/** Drafts that would change a campaign and are not over; nothing if there are none. */
export function CampaignDrafts({ campaign }: { readonly campaign: string }) {
  const { campaign: texts } = useTexts()
  const { data } = useCalling('listDrafts', {})
  const drafts = data?.drafts.filter(({ entries }) =>
    entries.some(({ section, key }) => section === 'campaigns' && key === campaign),
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

import { Button, Grid, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { hasReason } from '../../../ask/portal-error.ts'
import { useAsking } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Figure, Moment } from '../../../parts/figures.tsx'
import { formatAmount } from '../../../parts/format.ts'
import { Page } from '../../../parts/page.tsx'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { CampaignBadge } from '../campaign-badge.tsx'
import { DraftsOfEntry } from '../drafts/drafts-of-entry.tsx'
import { useEditSegment } from './use-edit-segment.ts'

const route = getRouteApi('/b/$brand/campaigns/segments/$segment')

type Segment = RouteAnswer<'segmentPage'>

/** One segment: who is in it, how many, and what it is used for. */
export function SegmentScreen() {
  const { segments: texts } = useTexts()
  const { language } = useSpoken()
  const { segment } = route.useParams()
  const { data, error, refetch } = useAsking('segmentPage', { segment, language })
  if (hasReason(error, 'notFound'))
    return (
      <Page title={texts.title}>
        <EmptyState
          title={texts.gone}
          what={texts.goneWhat}
          action={<BrandLink to="campaigns/segments">{texts.back}</BrandLink>}
        />
      </Page>
    )
  if (error)
    return (
      <Page title={texts.title}>
        <ErrorPanel error={error} onRetry={refetch} />
      </Page>
    )
  if (data?.id !== segment)
    return (
      <Page title={texts.title}>
        <Skeleton height={220} />
      </Page>
    )
  return <Shown key={segment} segment={data} />
}

function Shown({ segment }: { readonly segment: Segment }) {
  const { segments: texts } = useTexts()
  const { name, description, sentence } = segment
  return (
    <Page
      title={name}
      about={
        <Group gap="sm">
          {description !== undefined && <span>{description}</span>}
          <BrandLink to="campaigns/segments">{texts.back}</BrandLink>
        </Group>
      }
      primary={<Edit segment={segment} />}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="lg">
            <Paper p="lg">
              <Title order={2} mb="sm">
                {texts.who}
              </Title>
              <Text>{sentence}</Text>
            </Paper>
            <Users segment={segment} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="lg">
            <Members segment={segment} />
            <DraftsOfEntry section="segments" entry={segment.id} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

/**
 * How many there are now, which is counted while somebody looks who may see customers; and whom campaigns take to be in
 * it until the next hour. Where it cannot be counted, that is the number.
 */
function Members({ segment: { id, members, refreshedAt } }: { readonly segment: Segment }) {
  const { segments: texts } = useTexts()
  const brand = useBrand()
  const { language } = useSpoken()
  const enabled = useMay('customers.see')
  const { data, error } = useAsking('segmentPage', { segment: id, language, countNow: true }, { enabled })
  const now = data?.now
  const isCounting = enabled && !data && !error
  const count = now && formatAmount(now.members, brand)
  const known = refreshedAt === undefined ? '–' : formatAmount(members, brand)
  return (
    <Paper p="lg" component="section" aria-label={texts.members}>
      <Stack gap="sm">
        <Figure
          label={texts.members}
          value={
            isCounting ? (
              <Skeleton height={34} width={90} />
            ) : count === undefined ? (
              known
            ) : now?.isExact ? (
              count
            ) : (
              texts.roughly(count)
            )
          }
          more={
            now && (
              <>
                {texts.countedNow} <Moment at={now.at} />
              </>
            )
          }
        />
        <Text size="sm">
          {refreshedAt === undefined ? (
            texts.computedNever
          ) : (
            <>
              {texts.inForce(members, formatAmount(members, brand))} <Moment at={refreshedAt} />
            </>
          )}
        </Text>
        <BrandLink to="cards" search={{ segment: id }}>
          {texts.showThem}
        </BrandLink>
      </Stack>
    </Paper>
  )
}

function Edit({ segment }: { readonly segment: Segment }) {
  const { campaign: texts } = useTexts()
  const mayChange = useMay('campaigns.change')
  const edit = useEditSegment()
  if (!mayChange) return null
  return (
    <Stack gap="xs">
      <Button loading={edit.isPending} onClick={() => edit.begin(segment)}>
        {texts.edit}
      </Button>
      {edit.error && <ErrorPanel error={edit.error} />}
    </Stack>
  )
}

function Users({ segment: { campaigns } }: { readonly segment: Segment }) {
  const { segments: texts } = useTexts()
  return (
    <Paper p="lg" component="section" aria-label={texts.usedBy}>
      <Stack>
        <Title order={2}>{texts.usedBy}</Title>
        {campaigns.length === 0 && <Text c="dimmed">{texts.unused}</Text>}
        {campaigns.map((campaign) => (
          <div key={campaign.id}>
            <Group gap="sm">
              <BrandLink to={`campaigns/campaign/${encodeURIComponent(campaign.id)}`}>{campaign.name}</BrandLink>
              <CampaignBadge campaign={campaign} />
            </Group>
            <Text size="sm" c="dimmed">
              {campaign.summary}
            </Text>
          </div>
        ))}
      </Stack>
    </Paper>
  )
}

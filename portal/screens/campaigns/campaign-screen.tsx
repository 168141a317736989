import { Button, Grid, Group, Skeleton, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { hasReason } from '../../ask/portal-error.ts'
import { useAsking } from '../../ask/queries.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Page } from '../../parts/page.tsx'
import { useSpoken, useTexts } from '../../texts/texts.ts'
import { CampaignBadge } from './campaign-badge.tsx'
import { CampaignHistory } from './campaign-history.tsx'
import { CampaignResults } from './campaign-results.tsx'
import { CampaignTrial } from './campaign-trial.tsx'
import { CampaignWords } from './campaign-words.tsx'
import { runsWords } from './dates.ts'
import { DraftsOfEntry } from './drafts/drafts-of-entry.tsx'
import { useManner } from './manner.ts'
import type { CampaignPage } from './page-answer.ts'
import { SwitchCampaign } from './switch-campaign.tsx'
import { useEditing } from './use-editing.ts'

const route = getRouteApi('/b/$brand/campaigns/campaign/$campaign')

const mistakeOf = (campaign: string) => `campaigns/campaign/${encodeURIComponent(campaign)}/mistake`

/** One campaign: what it does in words, how it stands, what it brought, and who changed it. */
export function CampaignScreen() {
  const { campaign: texts, campaigns, mistake } = useTexts()
  const { language } = useSpoken()
  const { campaign } = route.useParams()
  const { data, error, refetch } = useAsking('campaignPage', { campaign, language })
  if (hasReason(error, 'notFound'))
    return (
      <Page title={campaigns.title}>
        <EmptyState
          title={texts.gone}
          what={texts.goneWhat}
          action={
            <Group justify="center">
              <BrandLink to={mistakeOf(campaign)}>{mistake.goneLink}</BrandLink>
              <BrandLink to="campaigns">{texts.back}</BrandLink>
            </Group>
          }
        />
      </Page>
    )
  if (error)
    return (
      <Page title={campaigns.title}>
        <ErrorPanel error={error} onRetry={refetch} />
      </Page>
    )
  // While another campaign is on its way, the one before is not shown under its address.
  return data && data.id === campaign ? <Shown key={campaign} page={data} /> : <Coming />
}

function Coming() {
  const { campaigns } = useTexts()
  return (
    <Page title={campaigns.title}>
      <Skeleton height={160} />
      <Skeleton height={220} />
    </Page>
  )
}

function Shown({ page }: { readonly page: CampaignPage }) {
  const { campaign: texts } = useTexts()
  const { locations } = useBrand()
  const isWhole = locations === undefined
  const seesFigures = useMay('reports.see') && isWhole
  const { days = 30 } = route.useSearch()
  const results = useAsking('campaignResults', { campaign: page.id, days }, { enabled: seesFigures })
  const fired = results.data?.rules && new Map(results.data.rules.map((one) => [one.rule, one.fired]))
  return (
    <Page
      title={page.name}
      about={<About page={page} />}
      secondary={<SwitchCampaign page={page} fired={days === 30 ? results.data?.fired : undefined} />}
      primary={<Edit page={page} />}
    >
      <CampaignWords page={page} fired={fired} budgets={results.data?.budgets} />
      {seesFigures && <CampaignResults days={days} results={results} />}
      <Grid gap="lg">
        {seesFigures && (
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <CampaignTrial campaign={page.id} />
          </Grid.Col>
        )}
        {isWhole && (
          <Grid.Col span={{ base: 12, lg: seesFigures ? 5 : 12 }}>
            <Stack>
              <DraftsOfEntry section="campaigns" entry={page.id} />
              <CampaignHistory page={page} />
              {seesFigures && <ReportLinks texts={texts} campaign={page.id} />}
            </Stack>
          </Grid.Col>
        )}
      </Grid>
    </Page>
  )
}

function About({ page }: { readonly page: CampaignPage }) {
  const { campaign: texts } = useTexts()
  const manner = useManner()
  return (
    <Group gap="sm">
      <CampaignBadge campaign={page} />
      <span>{runsWords(page, manner.texts, manner)}</span>
      <BrandLink to="campaigns">{texts.back}</BrandLink>
    </Group>
  )
}

function Edit({ page }: { readonly page: CampaignPage }) {
  const { campaign: texts } = useTexts()
  const { locations } = useBrand()
  const mayChange = useMay('campaigns.change') && locations === undefined
  const { edit, isBusy, error } = useEditing(page)
  if (!mayChange) return null
  return (
    <Stack gap="xs">
      <Button onClick={edit} loading={isBusy}>
        {texts.edit}
      </Button>
      {error && <ErrorPanel error={error} />}
    </Stack>
  )
}

interface ReportLinksProps {
  readonly texts: ReturnType<typeof useTexts>['campaign']
  readonly campaign: string
}

function ReportLinks({ texts, campaign }: ReportLinksProps) {
  const { mistake } = useTexts()
  const seesCards = useMay('cards.see')
  return (
    <Group gap="md">
      <BrandLink to="reports/campaigns">{texts.reportCampaigns}</BrandLink>
      <BrandLink to="reports/lift">{texts.reportLift}</BrandLink>
      {seesCards && <BrandLink to={mistakeOf(campaign)}>{mistake.open}</BrandLink>}
    </Group>
  )
}

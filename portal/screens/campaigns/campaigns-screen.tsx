import { Button, Select } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Page } from '../../parts/page.tsx'
import { DataTable } from '../../parts/table/data-table.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useCampaignColumns } from './campaign-columns.tsx'
import { useCampaignRows } from './campaign-rows.ts'
import { type ShownState, states } from './campaign-search.ts'

const route = getRouteApi('/b/$brand/campaigns')

/** All campaigns: how they stand, what they do, and what they brought. */
export function CampaignsScreen() {
  const { campaigns: texts } = useTexts()
  const brand = useBrand()
  const navigate = useNavigate()
  const { state } = route.useSearch()
  const { rows, seesFigures, error, refetch } = useCampaignRows()
  const columns = useCampaignColumns(seesFigures)
  const open = (id: string) =>
    navigate({ to: '/b/$brand/campaigns/campaign/$campaign', params: { brand: brand.id, campaign: id } }).catch(
      () => undefined,
    )
  return (
    <Page title={texts.title} about={texts.about} secondary={<PlanningLinks />} primary={<NewCampaign />}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      <DataTable
        name={texts.title}
        rows={rows?.filter((row) => state === undefined || row.state === state)}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={<EmptyState title={texts.none} what={texts.noneWhat} />}
        {...((rows === undefined || rows.length > 0) && { filters: <StateFilter state={state} /> })}
      />
    </Page>
  )
}

/** The other screens of campaigns. They tell of the whole brand. */
function PlanningLinks() {
  const { drafts, calendar, segments, simulator, replays, offers } = useTexts()
  const seesFigures = useMay('reports.see')
  if (useBrand().locations !== undefined) return null
  const links = [
    ['drafts', drafts.title],
    ['calendar', calendar.title],
    ['segments', segments.title],
    ['simulator', simulator.title],
    ['replays', replays.title],
    ...(seesFigures ? ([['offers', offers.title]] as const) : []),
  ] as const
  return links.map(([to, title]) => (
    <BrandLink key={to} to={`campaigns/${to}`}>
      {title}
    </BrandLink>
  ))
}

function NewCampaign() {
  const { editor } = useTexts()
  const brand = useBrand()
  const mayChange = useMay('campaigns.change') && brand.locations === undefined
  if (!mayChange) return null
  return (
    <Button renderRoot={(props) => <Link to="/b/$brand/campaigns/new" params={{ brand: brand.id }} {...props} />}>
      {editor.newCampaign}
    </Button>
  )
}

function StateFilter({ state }: { readonly state: ShownState | undefined }) {
  const { campaigns: texts } = useTexts()
  const navigate = useNavigate()
  const choose = (chosen: string | null) => {
    const merge = ({ state: _, page: _page, ...rest }: Record<string, unknown>) =>
      chosen ? { ...rest, state: chosen } : rest
    navigate({ to: '.', search: merge as never, replace: true, resetScroll: false }).catch(() => undefined)
  }
  return (
    <Select
      aria-label={texts.state}
      placeholder={texts.anyState}
      clearable
      w={200}
      data={states.map((value) => ({ value, label: texts.states[value] }))}
      value={state ?? null}
      onChange={choose}
    />
  )
}

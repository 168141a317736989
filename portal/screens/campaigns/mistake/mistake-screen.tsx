import { Alert, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { MendForm } from './mend-form.tsx'
import type { MistakePage } from './mistake-page.ts'
import { type MistakeSearch, periodOf } from './mistake-search.ts'
import { RepairList } from './repair-list.tsx'
import { TouchedCards } from './touched-cards.tsx'

const route = getRouteApi('/b/$brand/campaigns/campaign/$campaign/mistake')

/** A campaign gave something by mistake: who got what, what is left, and what can be done about it. */
export function MistakeScreen() {
  const { mistake: texts } = useTexts()
  const { timeZone } = useBrand()
  const { campaign } = route.useParams()
  const search = route.useSearch()
  const isWrong = search.from !== undefined && search.to !== undefined && search.to < search.from
  const period = periodOf(search, timeZone)
  const { data, error, refetch } = useAsking('campaignMistake', { campaign, ...period }, { enabled: !isWrong })
  const repairs = useRepairs(campaign, data, refetch)
  return (
    <Page
      title={texts.title(data?.name ?? campaign)}
      about={texts.about}
      secondary={
        data?.isThere !== false && (
          <BrandLink to={`campaigns/campaign/${encodeURIComponent(campaign)}`}>{texts.toCampaign}</BrandLink>
        )
      }
    >
      {data?.isThere === false && <Text>{texts.gone}</Text>}
      {data?.isRunning && <Alert color="yellow">{texts.stillRuns}</Alert>}
      <Days search={search} isWrong={isWrong} />
      {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={220} />}
      {data && <Shown page={{ ...data, repairs }} campaign={campaign} period={period} />}
    </Page>
  )
}

type Repair = MistakePage['repairs'][number]

/** Whether there is something to see soon: cards that are being moved may wait for days. */
const isMoving = ({ isOver, cards, done, nothing, refused, stranded, undone, between }: Repair) =>
  !isOver && done + nothing + refused + stranded + undone + between < cards

/** How far repairs are: asked for again and again while one is under way. Once it is over, the page counts anew. */
function useRepairs(campaign: string, page: MistakePage | undefined, recount: () => unknown): MistakePage['repairs'] {
  const isBusyIn = (repairs: MistakePage['repairs']) => repairs.some(isMoving)
  const before = page?.repairs ?? []
  const isBusy = isBusyIn(before)
  const { data } = useAsking('campaignRepairs', { campaign }, { enabled: isBusy, everySeconds: 2 })
  const isDone = isBusy && data !== undefined && data.repairs.length >= before.length && !isBusyIn(data.repairs)
  useEffect(() => {
    if (isDone) recount()
  }, [isDone, recount])
  return isBusy && data && data.repairs.length >= before.length ? data.repairs : before
}

interface ShownProps {
  readonly page: MistakePage
  readonly campaign: string
  readonly period: ReturnType<typeof periodOf>
}

function Shown({ page, campaign, period }: ShownProps) {
  const { mistake: texts } = useTexts()
  return (
    <Stack gap="lg">
      {page.isTooMany ? (
        <EmptyState title={texts.tooMany} what={texts.tooManyWhat} />
      ) : (
        <>
          <TouchedCards page={page} />
          {page.cards.length > 0 && <MendForm page={page} campaign={campaign} period={period} />}
        </>
      )}
      <RepairList repairs={page.repairs} />
    </Stack>
  )
}

/** Which days are meant. They are in the address. */
function Days({ search, isWrong }: { readonly search: MistakeSearch; readonly isWrong: boolean }) {
  const { mistake: texts } = useTexts()
  const navigate = route.useNavigate()
  const change = (next: MistakeSearch) => {
    navigate({ search: (before) => ({ ...before, page: undefined, ...next }), replace: true }).catch(() => undefined)
  }
  return (
    <Stack gap={4}>
      <Group align="flex-start">
        <TextInput
          type="date"
          label={texts.from}
          w={180}
          value={search.from ?? ''}
          onChange={({ currentTarget }) => change({ from: currentTarget.value || undefined })}
        />
        <TextInput
          type="date"
          label={texts.to}
          w={180}
          value={search.to ?? ''}
          error={isWrong ? texts.periodWrong : undefined}
          onChange={({ currentTarget }) => change({ to: currentTarget.value || undefined })}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {texts.periodAbout}
      </Text>
    </Stack>
  )
}

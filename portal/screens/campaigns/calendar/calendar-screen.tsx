import { ActionIcon, Group, Paper, Skeleton, Text } from '@mantine/core'
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { addMonths, daysIn, monthOf } from './calendar-search.ts'
import { MonthPlan } from './month-plan.tsx'

const route = getRouteApi('/b/$brand/campaigns/calendar')

/** What runs, begins and ends, month by month. */
export function CalendarScreen() {
  const { calendar: texts } = useTexts()
  const { timeZone } = useBrand()
  const { month = monthOf(Date.now(), timeZone) } = route.useSearch()
  const period = { from: `${month}-01`, to: `${addMonths(month, 1)}-01` }
  const { data, error, refetch } = useAsking('calendar', period)
  return (
    <Page title={texts.title} about={texts.about} secondary={<MonthChoice month={month} />}>
      {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={360} />}
      {data?.items.length === 0 && (
        <Paper p="lg">
          <EmptyState
            icon={<IconCalendarOff size={36} stroke={1.4} />}
            title={texts.nothing}
            what={texts.nothingWhat}
          />
        </Paper>
      )}
      {data && data.items.length > 0 && <MonthPlan plan={data} days={daysIn(month)} />}
    </Page>
  )
}

function MonthChoice({ month }: { readonly month: string }) {
  const { calendar: texts } = useTexts()
  const { language } = useSpoken()
  const navigate = useNavigate()
  const go = (count: number) => void navigate({ to: '.', search: { month: addMonths(month, count) } as never })
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-15T00:00:00Z`),
  )
  return (
    <Group gap="xs">
      <ActionIcon variant="default" size="lg" aria-label={texts.before} onClick={() => go(-1)}>
        <IconChevronLeft size={18} stroke={1.6} />
      </ActionIcon>
      <Text fw={600} miw={140} ta="center" aria-live="polite">
        {name}
      </Text>
      <ActionIcon variant="default" size="lg" aria-label={texts.after} onClick={() => go(1)}>
        <IconChevronRight size={18} stroke={1.6} />
      </ActionIcon>
    </Group>
  )
}

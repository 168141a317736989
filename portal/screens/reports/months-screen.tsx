import { Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { formatMonth } from '../../../server/domain/report-words/cell-words.ts'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useCalling } from '../../ask/queries.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Moment } from '../../parts/figures.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CloseDialog } from './close-dialog.tsx'
import { ClosedMonths } from './closed-months.tsx'
import { daysOf } from './month-days.ts'
import type { NextMonth } from './report-answer.ts'

/** Month end: the month that can be closed next, and those that are closed. */
export function MonthsScreen() {
  const { reports } = useTexts()
  const texts = reports.months
  const found = useCalling('listClosedMonths', {})
  return (
    <Page title={texts.title} about={texts.about} secondary={<BrandLink to="reports">{reports.all}</BrandLink>}>
      {found.error && <ErrorPanel error={found.error} onRetry={() => found.refetch()} />}
      {/* What is there stays when it cannot be asked for again: somebody may be closing a month in it. */}
      {(found.data || !found.error) && (
        <Stack gap="lg">
          {found.data ? <Next next={found.data.next} /> : <Skeleton height={160} />}
          <ClosedMonths months={found.data?.months} />
        </Stack>
      )}
    </Page>
  )
}

function Next({ next }: { readonly next: NextMonth | undefined }) {
  const texts = useTexts().reports.months
  const { language } = useBrand()
  const mayClose = useMay('books.close')
  const [isAsking, setAsking] = useState(false)
  if (!next)
    return (
      <Paper>
        <EmptyState title={texts.nothing} what={texts.nothingWhat} />
      </Paper>
    )
  const name = formatMonth(next.month, language)
  return (
    <Paper p="lg">
      <Title order={2} mb="xs">
        {texts.next(name)}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text>
          {next.canBeClosed ? (
            texts.isOver
          ) : (
            <>
              {texts.notYet} <Moment at={next.closableDate} />
            </>
          )}
        </Text>
        {next.youngCalls > 0 && <Text c="dimmed">{texts.young(next.youngCalls, name)}</Text>}
        <BrandLink to="reports/roll-forward" search={daysOf(next.month)}>
          {texts.look(name)}
        </BrandLink>
        {mayClose && (
          <Button disabled={!next.canBeClosed} onClick={() => setAsking(true)}>
            {texts.close(name)}
          </Button>
        )}
      </Stack>
      {isAsking && <CloseDialog next={next} onClose={() => setAsking(false)} />}
    </Paper>
  )
}

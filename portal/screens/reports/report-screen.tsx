import { Alert, Paper, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { toldReport } from '../../../server/domain/report-words/told-report.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { useAsking, useCalling } from '../../ask/queries.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { formatZone, todayIn } from '../../parts/format.ts'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { askedOf } from './asked.ts'
import { SendByMail } from './mails/send-by-mail.tsx'
import type { DescribedReport } from './report-answer.ts'
import { ReportBody } from './report-body.tsx'
import { ReportControls } from './report-controls.tsx'
import type { ReportSearch } from './report-search.ts'

const route = getRouteApi('/b/$brand/reports/$report')

/** One report: what it tells, for which time, as a chart and as a table. */
export function ReportScreen() {
  const { reports: texts } = useTexts()
  const { report: name } = route.useParams()
  const found = useAsking('listReports', {})
  const report = found.data?.reports.find((one) => one.name === name)
  if (report) return <OpenReport key={name} report={report} />
  const { question, tells } = toldReport({ name, about: '' }, texts)
  return (
    <Page title={question} about={tells}>
      {found.error && <ErrorPanel error={found.error} onRetry={() => found.refetch()} />}
      {found.data && (
        <Paper>
          <EmptyState title={texts.unknown} what={texts.unknownWhat} action={<AllReports />} />
        </Paper>
      )}
    </Page>
  )
}

function AllReports() {
  const { reports: texts } = useTexts()
  return <BrandLink to="reports">{texts.all}</BrandLink>
}

function OpenReport({ report }: { readonly report: DescribedReport }) {
  const { reports: texts } = useTexts()
  const brand = useBrand()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = useCallback(
    (next: Partial<ReportSearch>) => {
      const merge = (before: ReportSearch) => ({ ...before, page: undefined, ...next })
      navigate({ search: merge as never, replace: true, resetScroll: false }).catch(() => undefined)
    },
    [navigate],
  )
  const today = todayIn(brand.timeZone, Date.now())
  const asked = askedOf(report, search, today)
  const answer = useCalling('report', { name: report.name as 'liability', ...asked })
  const { question, tells, how } = toldReport(report, texts)
  return (
    <Page
      title={question}
      about={tells}
      secondary={<AllReports />}
      primary={<SendByMail report={report} asked={asked} />}
    >
      <ReportControls {...{ report, search, asked, today, change }} answer={answer.data} />
      {answer.error ? (
        <ErrorPanel error={answer.error} onRetry={() => answer.refetch()} />
      ) : (
        <ReportBody answer={answer.data} {...{ report, search, asked }} />
      )}
      {answer.data?.remarks.map((remark) => (
        <Alert key={remark} variant="light" color="yellow" icon={<IconInfoCircle size={18} />}>
          {remark}
        </Alert>
      ))}
      <Stack gap={4} maw="75ch">
        <Text size="sm" c="dimmed">
          {how ?? answer.data?.notes.join(' ')}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.zone(formatZone(brand.timeZone))}
        </Text>
      </Stack>
    </Page>
  )
}

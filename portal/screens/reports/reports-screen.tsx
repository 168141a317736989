import { Card, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { toldReport } from '../../../server/domain/report-words/told-report.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { DescribedReport } from './report-answer.ts'

/** Which reports stand together. One that is not named here comes last. */
const groups = {
  money: ['liability', 'roll-forward', 'breakage', 'expiry-outlook'],
  campaigns: ['campaigns', 'lift', 'coupons', 'coupon-stock'],
  customers: ['tiers', 'retention', 'scores', 'members'],
  stores: ['sales', 'activity'],
} as const

type Group = keyof typeof groups | 'more'

/** All reports, by what somebody wants to know. */
export function ReportsScreen() {
  const { reports: texts, reportMails } = useTexts()
  const found = useAsking('listReports', {})
  return (
    <Page
      title={texts.title}
      about={texts.about}
      secondary={
        <>
          <BrandLink to="reports/mails">{reportMails.title}</BrandLink>
          <BrandLink to="reports/months">{texts.months.title}</BrandLink>
        </>
      }
    >
      {found.error && <ErrorPanel error={found.error} onRetry={() => found.refetch()} />}
      {!found.error && (
        <Stack gap="xl">
          {groupsOf(found.data?.reports).map(([group, own]) => (
            <section key={group} aria-labelledby={`reports-${group}`}>
              <Title order={2} id={`reports-${group}`} mb="sm">
                {texts.groups[group]}
              </Title>
              <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }}>
                {own.map((report) =>
                  typeof report === 'string' ? (
                    <Skeleton key={report} height={104} />
                  ) : (
                    <ReportCard key={report.name} report={report} />
                  ),
                )}
              </SimpleGrid>
            </section>
          ))}
        </Stack>
      )}
    </Page>
  )
}

/** Names stand for what is on its way. */
function groupsOf(
  reports: readonly DescribedReport[] | undefined,
): readonly (readonly [Group, readonly (DescribedReport | string)[]])[] {
  const known = Object.entries(groups) as readonly (readonly [Group, readonly string[]])[]
  if (!reports) return known
  const named = known.flatMap(([, names]) => names)
  const all = known.map(([group, names]) => [group, reports.filter(({ name }) => names.includes(name))] as const)
  const more = ['more', reports.filter(({ name }) => !named.includes(name))] as const
  return [...all, more].filter(([, own]) => own.length > 0)
}

function ReportCard({ report }: { readonly report: DescribedReport }) {
  const { reports: texts } = useTexts()
  const { question, tells } = toldReport(report, texts)
  const { id } = useBrand()
  return (
    <Card
      withBorder
      padding="lg"
      renderRoot={(props) => (
        <Link {...props} to="/b/$brand/reports/$report" params={{ brand: id, report: report.name } as never} />
      )}
    >
      <Text fw={600}>{question}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {tells}
      </Text>
    </Card>
  )
}

import { Alert, Paper, Select, Stack, Table, Title } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReplayReport } from '../../../../server/calls/replay/report.ts'
import type { OperationAnswer } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { useCalling } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { formatAmount, formatMoney } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import { hasWorth } from './given-figures.tsx'

const route = getRouteApi('/b/$brand/campaigns/replays/$replay')

type Errand = OperationAnswer<'errandLookup'>

interface BesideProps {
  readonly errand: Errand
  readonly report: ReplayReport
}

/** Holds a replay against another one that is done, which is in the address. */
export function BesideAnother({ errand, report }: BesideProps) {
  const { replays: texts } = useTexts()
  const { beside } = route.useSearch() as { readonly beside?: string }
  const navigate = useNavigate()
  const { data } = useCalling('listErrands', { state: 'done', maxResults: 200 })
  const others = (data?.errands ?? []).filter(({ kind, errandId }) => kind === 'replay' && errandId !== errand.errandId)
  const choose = (chosen: string | null) => {
    const search = chosen === null ? {} : { beside: chosen }
    navigate({ to: '.', search: search as never, replace: true, resetScroll: false }).catch(() => undefined)
  }
  if (others.length === 0 || !hasWorth(report)) return null
  return (
    <Paper p="lg">
      <Stack>
        <Select
          label={texts.beside}
          placeholder={texts.besideNone}
          clearable
          searchable
          value={beside ?? null}
          onChange={choose}
          data={others.map(({ errandId, name, askedDate }) => ({
            value: errandId,
            label: `${name ?? texts.one}, ${askedDate}`,
          }))}
        />
        {beside !== undefined && <Beside errand={errand} report={report} beside={beside} />}
      </Stack>
    </Paper>
  )
}

function Beside({ errand, report, beside }: BesideProps & { readonly beside: string }) {
  const { replays: texts } = useTexts()
  const { data, error } = useCalling('errandLookup', { errandId: beside })
  const other = data?.result as unknown as ReplayReport | undefined
  if (error) return <ErrorPanel error={error} />
  if (!other || !hasWorth(other)) return null
  const names = [errand.name ?? texts.one, data?.name ?? texts.one] as const
  const title = texts.besideTitle(...names)
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {(report.from !== other.from || report.to !== other.to) && <Alert color="yellow">{texts.besideDays}</Alert>}
      <Figures title={title} names={names} reports={[report, other]} />
    </Stack>
  )
}

interface FiguresProps {
  readonly title: string
  readonly names: readonly [string, string]
  readonly reports: readonly [ReplayReport, ReplayReport]
}

function Figures({ title, names, reports }: FiguresProps) {
  const { replays: texts } = useTexts()
  const rows = useRows(reports)
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.what}</Table.Th>
            <Table.Th ta="right">{names[0]}</Table.Th>
            <Table.Th ta="right">{names[1]}</Table.Th>
            <Table.Th ta="right">{texts.difference}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, what, values: [one, other], write }) => (
            <Table.Tr key={key}>
              <Table.Td>{what}</Table.Td>
              <Table.Td ta="right">{write(one)}</Table.Td>
              <Table.Td ta="right">{write(other)}</Table.Td>
              <Table.Td ta="right">{other > one ? `+${write(other - one)}` : write(other - one)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface Row {
  readonly key: string
  readonly what: string
  readonly values: readonly [number, number]
  readonly write: (value: number) => string
}

/** What both came to, and what each rule gave in each. */
function useRows([one, other]: FiguresProps['reports']): readonly Row[] {
  const { replays: texts } = useTexts()
  const brand = useBrand()
  const count = (value: number) => formatAmount(value, brand)
  const money = (value: number) => formatMoney(value, { ...brand, currency: one.currency })
  const percent = (value: number) =>
    new Intl.NumberFormat(brand.language, { style: 'percent', maximumFractionDigits: 1 }).format(value)
  const both = (of: (report: ReplayReport) => number) => [of(one), of(other)] as const
  const named = new Map([...other.rules, ...one.rules].map((row) => [row.rule, row]))
  const given = (rule: string) => (report: ReplayReport) =>
    Number(report.rules.find((row) => row.rule === rule)?.worth.replayed ?? 0)
  return [
    { key: 'checkouts', what: texts.checkouts, values: both(({ checkouts }) => checkouts.replayed), write: count },
    { key: 'reached', what: texts.reached, values: both(({ customers }) => customers.replayed), write: count },
    { key: 'given', what: texts.givenInAll, values: both(({ worth }) => Number(worth.replayed)), write: money },
    { key: 'share', what: texts.shareOfSales, values: both(shareOf), write: percent },
    ...[...named.values()].map(({ rule, campaign, name }) => ({
      key: `rule ${rule}`,
      what: campaign === undefined ? rule : `${campaign} · ${name ?? rule}`,
      values: both(given(rule)),
      write: money,
    })),
  ]
}

const shareOf = ({ worth, revenue }: ReplayReport) =>
  Number(revenue.replayed) > 0 ? Number(worth.replayed) / Number(revenue.replayed) : 0

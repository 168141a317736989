import { Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useAsking } from '../../ask/queries.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { formatAmount } from '../../parts/format.ts'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'
import { useManner } from './manner.ts'
import { comparedAmount, type TrialComparison, verdictWords } from './verdict.ts'

/** Whether a campaign works: customers with it against those without, and how sure that is. */
export function CampaignTrial({ campaign }: { readonly campaign: string }) {
  const { campaign: texts } = useTexts()
  const { data, error, refetch } = useAsking('campaignTrials', { campaign })
  return (
    <Paper p="lg">
      <Stack>
        <Title order={2}>{texts.effect}</Title>
        {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
        {!data && !error && <Skeleton height={96} />}
        {data?.comparisons.length === 0 && <Text>{data.trials.length > 0 ? texts.noSales : texts.noTrial}</Text>}
        {data && data.comparisons.length > 0 && (
          <>
            <Text c="dimmed">{texts.effectAbout}</Text>
            {[...Map.groupBy(data.comparisons, ({ side }) => side)].map(([side, rows]) => (
              <Side key={side} rows={rows} />
            ))}
          </>
        )}
      </Stack>
    </Paper>
  )
}

function Side({ rows }: { readonly rows: readonly TrialComparison[] }) {
  const { campaign: texts } = useTexts()
  const manner = useManner()
  const [first] = rows
  if (!first) return null
  const count = (customers: number) => formatAmount(customers, manner)
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label={sideWords(first.side, texts)}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th ta="right">{texts.sideOf(sideWords(first.side, texts), count(first.customers))}</Table.Th>
            <Table.Th ta="right">
              {texts.sideOf(sideWords(first.against, texts), count(first.customersAgainst))}
            </Table.Th>
            <Table.Th>{texts.verdict}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Measure key={row.measure} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Measure({ row }: { readonly row: TrialComparison }) {
  const { campaign: texts, campaigns } = useTexts()
  const manner = useManner()
  const amount = (value: number) => comparedAmount(value, row, manner)
  const { low, high } = row
  return (
    <Table.Tr>
      <Table.Th scope="row">{texts.measures[row.measure]}</Table.Th>
      <Table.Td ta="right">{amount(row.mean)}</Table.Td>
      <Table.Td ta="right">{amount(row.meanAgainst)}</Table.Td>
      <Table.Td>
        {verdictWords(row, campaigns, manner)}
        {low !== undefined && high !== undefined && (
          <Text size="sm" c="dimmed">
            {`${texts.difference}: ${texts.between(amount(low), amount(high))}`}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function sideWords(side: string, { sides, variant }: Texts['campaign']): string {
  const named: Readonly<Record<string, string>> = sides
  return Object.hasOwn(named, side) ? (named[side] ?? side) : variant(side)
}

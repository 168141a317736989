import { List, Paper, Text, Title } from '@mantine/core'
import type { CountOf, ReplayReport } from '../../../../server/calls/replay/report.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { formatAmount } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useReplayAmounts } from './replay-amounts.ts'

/** How far the figures can be trusted: what was refused, could not be decided again, or was decided on less. */
export function ReplayRemarks({ report }: { readonly report: ReplayReport }) {
  const { replays: texts } = useTexts()
  const { given } = useReplayAmounts()
  const { refusals, notReplayed, approximated, shortfalls } = report
  const isExact = refusals.length + notReplayed.length + approximated.length + shortfalls.length === 0
  return (
    <Paper p="lg">
      <Title order={2} size="h4" mb="md">
        {texts.trust}
      </Title>
      {isExact && <Text>{texts.exact}</Text>}
      <Counts title={texts.refusals} counts={refusals} />
      <Counts title={texts.notReplayed} counts={notReplayed} />
      <Counts title={texts.approximated} counts={approximated} />
      {shortfalls.length > 0 && (
        <Text mt="sm">{texts.shortfalls(shortfalls.map(({ of, amount }) => given(of, amount)).join(', '))}</Text>
      )}
      <Text c="dimmed" mt="sm">
        {texts.caveat}
      </Text>
    </Paper>
  )
}

function Counts({ title, counts }: { readonly title: string; readonly counts: readonly CountOf[] }) {
  const brand = useBrand()
  if (counts.length === 0) return null
  return (
    <div>
      <Text fw={500}>{title}</Text>
      <List>
        {counts.map(({ what, count }) => (
          <List.Item key={what}>{`${formatAmount(count, brand)} × ${what}`}</List.Item>
        ))}
      </List>
    </div>
  )
}

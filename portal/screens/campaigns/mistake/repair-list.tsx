import { Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { Moment } from '../../../parts/figures.tsx'
import { formatAmount } from '../../../parts/format.ts'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { useAmountWords } from '../../cards/amounts.ts'
import type { MistakePage } from './mistake-page.ts'

type Repair = MistakePage['repairs'][number]

/** What was done about it, and how far that is. */
export function RepairList({ repairs }: { readonly repairs: readonly Repair[] }) {
  const { mistake: texts } = useTexts()
  if (repairs.length === 0) return null
  return (
    <Stack component="section" aria-label={texts.done}>
      <Title order={2}>{texts.done}</Title>
      {repairs.map((one) => (
        <One key={one.repairId} repair={one} />
      ))}
    </Stack>
  )
}

function One({ repair }: { readonly repair: Repair }) {
  const { mistake: texts } = useTexts()
  const reader = useSpoken()
  const words = useAmountWords()
  const { kind, cards, done, nothing, refused, stranded, between, undone, isOver, askedBy, approvedBy } = repair
  const seen = done + nothing + refused + stranded + undone
  const count = (cardsOf: number) => formatAmount(cardsOf, reader)
  return (
    <Paper p="md" component="article">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600}>{[texts.repairTitles[kind], ...repair.values.map(words)].join(' · ')}</Text>
          <StatusBadge mood={isOver ? 'good' : 'waiting'} text={isOver ? texts.states.over : texts.states.under} />
        </Group>
        {!isOver && <Progress value={(seen / cards) * 100} aria-label={texts.progress(count(seen), count(cards))} />}
        <Text size="sm" aria-live="polite">
          {[
            texts.progress(count(done), count(cards)),
            ...(undone > 0 ? [texts.undone(count(undone))] : []),
            ...(nothing > 0 ? [texts[kind === 'take' ? 'nothingLeft' : 'merged'](count(nothing))] : []),
            ...(refused > 0 ? [texts.refused(count(refused))] : []),
            ...(stranded > 0 ? [texts.stranded(count(stranded))] : []),
            ...(between > 0 ? [texts.between(count(between))] : []),
          ].join('; ')}
        </Text>
        <Text>{repair.reason}</Text>
        <Group gap="sm" c="dimmed">
          <Moment at={repair.askedAt} />
          <span>{texts.asked(askedBy)}</span>
          {approvedBy !== undefined && <span>{texts.approved(approvedBy)}</span>}
        </Group>
      </Stack>
    </Paper>
  )
}

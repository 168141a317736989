import { Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatAmount, formatMoney } from '../../parts/format.ts'
import type { TableColumn } from '../../parts/table/column.ts'
import { useTexts } from '../../texts/texts.ts'
import { BudgetBar } from './budget-bar.tsx'
import { CampaignBadge } from './campaign-badge.tsx'
import type { CampaignRow } from './campaign-rows.ts'
import { runsWords } from './dates.ts'
import { type MyManner, useManner } from './manner.ts'
import { verdictWords } from './verdict.ts'

/** The place of a figure that is on its way, as large as the figure will be. */
const coming = <Skeleton height={14} width={64} ml="auto" my={4} />

export function useCampaignColumns(seesFigures: boolean): readonly TableColumn<CampaignRow>[] {
  const { campaigns: texts } = useTexts()
  const manner = useManner()
  const about: readonly TableColumn<CampaignRow>[] = [
    { id: 'name', title: texts.name, show: ({ name }) => name, plain: ({ name }) => name },
    {
      id: 'state',
      title: texts.state,
      show: (row) => <CampaignBadge campaign={row} />,
      plain: ({ state }) => texts.states[state],
    },
    {
      id: 'does',
      title: texts.does,
      show: ({ summary }) => (
        <Text size="sm" lineClamp={3} miw={220} maw={440} title={summary}>
          {summary}
        </Text>
      ),
      plain: ({ summary }) => summary,
      isSortable: false,
    },
    {
      id: 'runs',
      title: texts.runs,
      show: (row) => (
        <Text size="sm" miw={100}>
          {runsWords(row, texts, manner)}
        </Text>
      ),
      plain: ({ from, until }) => [from ?? '', until ?? ''].join(' ').trim() || texts.always,
    },
  ]
  return seesFigures ? [...about, ...figureColumns(texts, manner)] : about
}

function figureColumns(texts: MyManner['texts'], manner: MyManner): readonly TableColumn<CampaignRow>[] {
  const count = (id: 'customers' | 'fired'): TableColumn<CampaignRow> => ({
    id,
    title: texts[id],
    show: ({ figures }) => shown(figures && formatCount(figures[id], manner)),
    plain: ({ figures }) => figures?.[id],
    isNumber: true,
  })
  return [
    count('customers'),
    count('fired'),
    {
      id: 'cost',
      title: texts.cost,
      show: ({ figures }) => (figures ? <Cost figures={figures} manner={manner} /> : coming),
      plain: ({ figures }) => figures?.cost,
      isNumber: true,
    },
    {
      id: 'effect',
      title: texts.effect,
      show: ({ trial }) =>
        trial === undefined ? (
          <Skeleton height={14} width={150} my={4} />
        ) : (
          <Text size="sm" miw={150} maw={220} {...(trial === 'none' && { c: 'dimmed' })}>
            {effectWords(trial, manner)}
          </Text>
        ),
      plain: ({ trial }) => (trial === undefined ? undefined : effectWords(trial, manner)),
    },
  ]
}

function effectWords(trial: NonNullable<CampaignRow['trial']>, manner: MyManner): string {
  const { texts } = manner
  if (trial === 'none') return texts.noTrial
  return trial === 'early' || trial.verdict === 'early' ? texts.tooEarly : verdictWords(trial, texts, manner)
}

const shown = (text: string | undefined): ReactNode => text ?? coming

const formatCount = (count: number | undefined, manner: MyManner) =>
  count === undefined ? '…' : formatAmount(count, manner)

function Cost({
  figures,
  manner,
}: {
  readonly figures: NonNullable<CampaignRow['figures']>
  readonly manner: MyManner
}) {
  return (
    <Stack gap={2} align="stretch">
      <span>{formatMoney(figures.cost, manner)}</span>
      {figures.budget && <BudgetBar budget={figures.budget} />}
    </Stack>
  )
}

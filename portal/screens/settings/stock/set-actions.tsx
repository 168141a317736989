import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { formatAmount } from '../../../parts/format.ts'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { useTexts } from '../../../texts/texts.ts'
import { boundedCount } from '../entry/remove-entry.tsx'
import { useNumbersFile } from './numbers-file.ts'

/** A set of cards or coupons, as far as both lists show it alike. */
export interface StockedSet {
  readonly set: string
  readonly free: number
  readonly canMakeMore: boolean
  /** Whether one is made whenever one is wanted. */
  readonly fillsItself?: boolean
}

interface StockColumnsProps<Row> {
  readonly of: 'cards' | 'coupons'
  /** What is more is not counted. */
  readonly max: number
  readonly isEmpty: (row: Row) => boolean
  readonly onMake: (set: string) => void
}

/** What is left of each set, and the ways to make more and to take the numbers along. */
export function useStockColumns<Row extends StockedSet>(props: StockColumnsProps<Row>) {
  const { of, max, isEmpty, onMake } = props
  const { settings, coupons } = useTexts()
  const brand = useBrand()
  const texts = of === 'cards' ? settings.program : coupons
  const free: TableColumn<Row> = {
    id: 'free',
    title: texts.free,
    show: (row) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <LowMark {...row} />
        <span>{boundedCount(row.free, max, (one) => formatAmount(one, brand), settings)}</span>
      </Group>
    ),
    plain: (row) => row.free,
    isNumber: true,
  }
  const actions: TableColumn<Row> = {
    id: 'actions',
    title: settings.actions,
    show: (row) => <SetActions of={of} row={row} isEmpty={isEmpty(row)} onMake={onMake} />,
    plain: () => undefined,
    isSortable: false,
  }
  return { free, actions }
}

const lowBelow = 100

function LowMark({ free, fillsItself = false }: Pick<StockedSet, 'free' | 'fillsItself'>) {
  const { settings } = useTexts()
  if (fillsItself) return free < lowBelow ? <StatusBadge mood="good" text={settings.program.fillsItself} /> : null
  if (free === 0) return <StatusBadge mood="bad" text={settings.program.depleted} />
  return free < lowBelow ? <StatusBadge mood="attention" text={settings.program.low} /> : null
}

interface SetActionsProps {
  readonly of: 'cards' | 'coupons'
  readonly row: StockedSet
  readonly isEmpty: boolean
  readonly onMake: (set: string) => void
}

function SetActions({ of, row, isEmpty, onMake }: SetActionsProps) {
  const { settings, coupons } = useTexts()
  const texts = of === 'cards' ? settings.program : coupons
  const mayMake = useMay('coupons.make')
  const file = useNumbersFile(of, row.set)
  if (!mayMake) return null
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {row.canMakeMore ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => onMake(row.set)}
        >
          {texts.more}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {texts.listed}
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={14} />}
        loading={file.isPending}
        disabled={isEmpty}
        onClick={() => file.mutate()}
      >
        {texts.download}
      </Button>
    </Group>
  )
}

import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useBrand } from '../../../ask/brand-context.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { Figure, Moment } from '../../../parts/figures.tsx'
import { formatAmount, formatMoment } from '../../../parts/format.ts'
import type { TableColumn } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { useAmountWords, useValueTitle } from '../../cards/amounts.ts'
import type { MistakePage } from './mistake-page.ts'

type Touched = MistakePage['cards'][number]

/** Who got something, in figures and one by one. */
export function TouchedCards({ page }: { readonly page: MistakePage }) {
  const { mistake: texts } = useTexts()
  const reader = useSpoken()
  const words = useAmountWords()
  const titleOf = useValueTitle()
  const columns = useTouchedColumns(page)
  return (
    <Stack component="section" aria-label={texts.who}>
      <Title order={2}>{texts.who}</Title>
      {page.cards.length > 0 && (
        <Paper p="md">
          <Group gap="xl" align="flex-start">
            <Figure label={texts.customers} value={formatAmount(page.cards.length, reader)} />
            <Figure label={texts.calls} value={formatAmount(page.calls, reader)} />
            {page.values.map((value) => (
              <Figure
                key={`${value.balanceType} ${value.balanceCode ?? ''}`}
                label={texts.given(titleOf(value))}
                value={words({ ...value, amount: value.given })}
                more={texts.leftOf(words({ ...value, amount: value.left }), formatAmount(value.cards, reader))}
              />
            ))}
          </Group>
          <Text size="sm" c="dimmed" mt="sm">
            {texts.discounts}
          </Text>
        </Paper>
      )}
      <DataTable
        name={texts.who}
        rows={page.cards}
        columns={columns}
        rowKey={({ cardNumber, childCardNumber = '' }) => `${cardNumber} ${childCardNumber}`}
        empty={<EmptyState title={texts.none} what={texts.noneWhat} />}
      />
    </Stack>
  )
}

function useTouchedColumns({ values }: MistakePage): readonly TableColumn<Touched>[] {
  const { mistake: texts } = useTexts()
  const brand = useBrand()
  const reader = useSpoken()
  const words = useAmountWords()
  const titleOf = useValueTitle()
  const moment = (id: 'firstAt' | 'lastAt', title: string): TableColumn<Touched> => ({
    ...{ id, title, plain: (row) => formatMoment(row[id], brand, 'minute') },
    show: (row) => <Moment at={row[id]} />,
    isSortable: false,
  })
  const amount = (index: number, of: 'given' | 'left'): TableColumn<Touched> => {
    const value = values[index]
    const amountOf = (row: Touched) => row.values.find((one) => one.value === index)?.[of] ?? 0
    return {
      ...{ id: `${of}${index}`, title: value ? texts[of](titleOf(value)) : '', isNumber: true },
      plain: amountOf,
      show: (row) => (value ? words({ ...value, amount: amountOf(row) }) : ''),
    }
  }
  return [
    {
      id: 'card',
      title: texts.card,
      plain: ({ cardNumber, childCardNumber }) => childCardNumber ?? cardNumber,
      show: ({ cardNumber, childCardNumber }) => (
        <>
          <BrandLink to={`cards/${encodeURIComponent(cardNumber)}`}>{childCardNumber ?? cardNumber}</BrandLink>
          {childCardNumber !== undefined && ` ${texts.childOf(cardNumber)}`}
        </>
      ),
    },
    {
      ...{ id: 'times', title: texts.times, isNumber: true, plain: ({ times }) => times },
      show: ({ times }) => formatAmount(times, reader),
    },
    moment('firstAt', texts.first),
    moment('lastAt', texts.last),
    ...values.flatMap((_, index) => [amount(index, 'given'), amount(index, 'left')]),
  ]
}

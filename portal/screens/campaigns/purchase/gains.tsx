import { List, Stack, Text, Title } from '@mantine/core'
import { useBrand } from '../../../ask/brand-context.ts'
import { formatAmount } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useMoneyWords, useValueTitle } from '../../cards/amounts.ts'
import type { SimulatedAnswer } from './simulated-receipt.tsx'

/** What the customer would have afterwards: balances, a level, coupons, and what they are told. */
export function Gains({ receipt, isSmall = false }: { readonly receipt: SimulatedAnswer; readonly isSmall?: boolean }) {
  const { simulator: texts } = useTexts()
  const { balances, issuedCoupons, messages, tierChange } = receipt
  const changed = balances.filter(({ before, after }) => before !== after)
  const told = [...receipt.responseMessages, ...messages.map(({ text }) => text)]
  const isNothing = changed.length + issuedCoupons.length + told.length === 0 && !tierChange
  return (
    <Stack gap={isSmall ? 'xs' : 'md'}>
      <Title order={isSmall ? 3 : 2} size={isSmall ? 'xs' : 'h4'}>
        {texts.gains}
      </Title>
      {isNothing && <Text c="dimmed">{texts.noGains}</Text>}
      <Balances balances={changed} />
      {tierChange && <Text>{texts.newLevel(tierChange.to ?? texts.noLevel)}</Text>}
      <Listed title={texts.couponsGiven} items={issuedCoupons.map(({ name, couponSet }) => name ?? couponSet)} />
      <Listed title={texts.told} items={told} />
    </Stack>
  )
}

function Balances({ balances }: { readonly balances: SimulatedAnswer['balances'] }) {
  const { simulator: texts } = useTexts()
  const title = useValueTitle()
  const money = useMoneyWords()
  const brand = useBrand()
  return balances.map(({ of, balanceType, balanceCode, bucket, before, after }) => {
    const value = { balanceType, ...(balanceCode !== undefined && { balanceCode }) }
    const write = (amount: number) =>
      balanceType === 'Currency' && balanceCode !== undefined ? money(amount, balanceCode) : formatAmount(amount, brand)
    const sign = after > before ? '+' : ''
    return (
      <div key={`${of} ${balanceType} ${balanceCode ?? ''} ${bucket ?? ''}`}>
        <Text size="sm" c="dimmed">
          {of === 'root' ? title(value) : `${title(value)} · ${texts.holders[of]}`}
        </Text>
        <Text fw={600}>{texts.change(`${sign}${write(after - before)}`, write(after))}</Text>
      </div>
    )
  })
}

function Listed({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <List>
        {items.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </div>
  )
}

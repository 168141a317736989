import { Alert, Divider, Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import type { RouteAnswer } from '../../../../ask/ask.ts'
import { PortalError } from '../../../../ask/portal-error.ts'
import { formatMoney } from '../../../../parts/format.ts'
import { useBrand } from '../../../../shell/brand-context.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import type { DraftText } from '../draft/draft.ts'
import { useEditing } from '../editing.ts'
import type { Basket } from './basket.ts'
import { BasketForm } from './basket-form.tsx'
import { useSimulated } from './use-simulated.ts'
import { Why } from './why.tsx'

interface TrialProps {
  readonly basket: Basket
  readonly onChange: (next: Basket) => void
  readonly entries: readonly DraftText[]
  /** The campaign that is being edited: it is the one that is explained. */
  readonly campaignId: string
  readonly hasFaults: boolean
}

/** A purchase that is tried at every change: what the customer would read, and why. */
export function Trial({ basket, onChange, entries, campaignId, hasFaults }: TrialProps) {
  const { editor } = useTexts()
  const { data, error, isFetching } = useSimulated(basket, entries, !hasFaults)
  return (
    <Paper p="md" component="section" aria-label={editor.tryIt} aria-busy={isFetching}>
      <Group gap="xs" mb="xs">
        <IconFlask size={16} />
        <Title order={2} size="sm">
          {editor.tryIt}
        </Title>
      </Group>
      <BasketForm basket={basket} onChange={onChange} />
      <Divider my="sm" />
      {hasFaults && (
        <Text size="sm" c="dimmed">
          {editor.mendFirst}
        </Text>
      )}
      {!hasFaults && error instanceof PortalError && <Alert color="yellow">{error.message}</Alert>}
      {!hasFaults && !data && !error && <Skeleton h={120} />}
      {!hasFaults && data && <Tried tried={data} campaignId={campaignId} />}
    </Paper>
  )
}

type Tried = RouteAnswer<'tryOut'>

function Tried({ tried, campaignId }: { readonly tried: Tried; readonly campaignId: string }) {
  const { receipt, refusal, explanation } = tried
  return (
    <Stack gap="sm">
      {refusal && (
        <Alert color="red" variant="light">
          {refusal.errorMessage}
        </Alert>
      )}
      {receipt && <TriedReceipt receipt={receipt} />}
      <Why explanation={explanation} campaignId={campaignId} />
    </Stack>
  )
}

function TriedReceipt({ receipt }: { readonly receipt: NonNullable<Tried['receipt']> }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { currency } = receipt
  const { names } = useEditing()
  const brand = useBrand()
  const money = (amount: number) => formatMoney(amount, { language, currency: currency || brand.currency })
  const row = (key: string, name: string, amount: string, isStrong = false) => (
    <Table.Tr key={key}>
      <Table.Td fw={isStrong ? 600 : 400} py={3}>
        {name}
      </Table.Td>
      <Table.Td ta="right" fw={isStrong ? 600 : 400} py={3}>
        {amount}
      </Table.Td>
    </Table.Tr>
  )
  const total = receipt.lines.reduce((sum, line) => sum + line.amountAfterDiscount, 0)
  const changed = receipt.balances.filter(({ before, after }) => before !== after)
  const called = (type: string, code: string | undefined) =>
    names.nameOf('valueType', code === undefined ? type : `${type} ${code}`) ?? code ?? type
  return (
    <Table aria-label={editor.receipt} withRowBorders={false} fz="sm" data-receipt>
      <Table.Tbody>
        {receipt.lines.flatMap((line, index) => [
          row(`line ${index}`, `${line.amountPurchased} × ${line.name ?? line.sku}`, money(line.amount)),
          ...line.discounts.map((off, at) =>
            row(`off ${index} ${at}`, `   ${off.name ?? editor.discount}`, money(-off.amount)),
          ),
        ])}
        {receipt.otherDiscounts.map((off, at) => row(`other ${at}`, off.name ?? editor.discount, money(-off.amount)))}
        {row('total', editor.toPay, money(total), true)}
        {changed.map(({ balanceType, balanceCode, bucket, before, after }) =>
          row(
            `balance ${balanceType} ${balanceCode} ${bucket}`,
            called(balanceType, balanceCode),
            `${after > before ? '+' : ''}${new Intl.NumberFormat(language).format(after - before)}`,
          ),
        )}
        {receipt.issuedCoupons.map(({ couponSet, name }, at) =>
          row(`coupon ${at}`, editor.couponGiven, name ?? couponSet),
        )}
        {receipt.messages.map(({ text }, at) => row(`message ${at}`, `“${text}”`, ''))}
      </Table.Tbody>
    </Table>
  )
}

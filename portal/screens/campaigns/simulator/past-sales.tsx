import { Button, Group, Modal, ScrollArea, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { ask, type RouteAnswer } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { PortalError } from '../../../ask/portal-error.ts'
import { useAsking } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Moment, Money } from '../../../parts/figures.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { FormProps } from '../purchase/form-props.ts'
import type { TriedPurchase } from '../purchase/tried.ts'
import classes from './past-sales.module.css'

interface PastSalesProps extends Omit<FormProps, 'setup'> {
  readonly onClose: () => void
}

/** Takes the basket of a sale that happened: by its transaction, or one of the newest. */
export function PastSales({ tried, change, onClose }: PastSalesProps) {
  useFocusBack()
  const { simulator: texts } = useTexts()
  const { id } = useBrand()
  const { data, error, refetch } = useAsking('pastSales', {})
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<PortalError>()
  const take = async (requestRef: string) => {
    try {
      const { basket } = await ask('pastBasket', { requestRef }, id)
      change(triedOf(basket, tried))
      onClose()
    } catch (thrown) {
      if (!(thrown instanceof PortalError)) throw thrown
      setFault(thrown)
    }
  }
  return (
    <Modal opened onClose={onClose} title={texts.fromSale} size="lg">
      <Stack>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void take(typed)
          }}
        >
          <Group align="flex-end">
            <TextInput
              style={{ flexGrow: 1 }}
              label={texts.transaction}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <Button type="submit" disabled={typed.trim() === ''}>
              {texts.take}
            </Button>
          </Group>
        </form>
        {fault && <ErrorPanel error={fault} />}
        {error ? <ErrorPanel error={error} onRetry={() => refetch()} /> : <Newest sales={data?.sales} onTake={take} />}
      </Stack>
    </Modal>
  )
}

interface NewestProps {
  readonly sales: RouteAnswer<'pastSales'>['sales'] | undefined
  readonly onTake: (requestRef: string) => Promise<void>
}

function Newest({ sales, onTake }: NewestProps) {
  const { simulator: texts } = useTexts()
  if (!sales) return <Skeleton height={320} />
  if (sales.length === 0) return <EmptyState title={texts.noSales} what={texts.noSalesWhat} />
  return (
    <ScrollArea h={360} type="auto">
      <Stack gap={4} component="ul" className={classes.sales}>
        {sales.map(({ requestRef, at, place, net, currency, products }) => (
          <li key={requestRef}>
            <UnstyledButton className={classes.sale} onClick={() => void onTake(requestRef)}>
              <Group justify="space-between" wrap="nowrap">
                <span>{products.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}</span>
                <Money amount={net} currency={currency} />
              </Group>
              <Text size="sm" c="dimmed">
                {place} · <Moment at={at} />
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </Stack>
    </ScrollArea>
  )
}

function triedOf(basket: RouteAnswer<'pastBasket'>['basket'], tried: TriedPurchase): TriedPurchase {
  const { lines, coupons, locationId, date, cardNumber } = basket
  return {
    ...tried,
    lines: lines.map(({ sku, quantity, price }) => ({ sku, quantity, price })),
    coupons,
    buyer: cardNumber === undefined ? 'nobody' : 'card',
    ...(cardNumber !== undefined && { card: cardNumber }),
    place: locationId,
    at: date.slice(0, 16).replace(' ', 'T'),
  }
}

import { Button, Group, Paper, Stack, Table, TextInput } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { OperationAnswer } from '../../ask/ask.ts'
import { hasReason } from '../../ask/portal-error.ts'
import { useCalling } from '../../ask/queries.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Moment } from '../../parts/figures.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'

const route = getRouteApi('/b/$brand/coupons')

/** One coupon, as support looks for it. What is looked up is in the address. */
export function CouponLookUp() {
  const { lookUp } = useTexts().coupons
  const { coupon } = route.useSearch()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(coupon ?? '')
  return (
    <Stack maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const search = { tab: 'lookUp', coupon: typed.trim() } as never
          if (typed.trim() !== '') navigate({ to: '.', search }).catch(() => undefined)
        }}
      >
        <Group align="flex-end">
          <TextInput
            flex={1}
            label={lookUp.label}
            placeholder={lookUp.hint}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{lookUp.look}</Button>
        </Group>
      </form>
      {coupon !== undefined && <Found key={coupon} coupon={coupon} />}
    </Stack>
  )
}

function Found({ coupon }: { readonly coupon: string }) {
  const { lookUp } = useTexts().coupons
  const { data, error, refetch } = useCalling('couponDetails', { couponId: coupon })
  if (hasReason(error, 'refused'))
    return (
      <Paper>
        <EmptyState title={lookUp.none} what={lookUp.noneWhat} />
      </Paper>
    )
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  return data ? <Details details={data} /> : null
}

function Details({ details }: { readonly details: OperationAnswer<'couponDetails'> }) {
  const { lookUp } = useTexts().coupons
  const { usesLeft, reservedUntil, customTags, allowedWithCards } = details
  const rows: readonly (readonly [string, ReactNode])[] = [
    [lookUp.state, <State key="state" details={details} texts={lookUp} />],
    ...(usesLeft === undefined ? [] : [[lookUp.usesLeft, usesLeft] as const]),
    ...(reservedUntil === undefined
      ? []
      : [[lookUp.reservedUntil, <Moment key="until" at={reservedUntil} />] as const]),
    ...(customTags.length === 0 ? [] : [[lookUp.tags, customTags.join(', ')] as const]),
    ...(allowedWithCards.length === 0 ? [] : [[lookUp.cards, allowedWithCards.join(', ')] as const]),
  ]
  return (
    <Paper p="md">
      <Table>
        <Table.Tbody>
          {rows.map(([title, value]) => (
            <Table.Tr key={title}>
              <Table.Th scope="row">{title}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

interface StateProps {
  readonly details: OperationAnswer<'couponDetails'>
  readonly texts: Texts['coupons']['lookUp']
}

function State({ details: { isUsed, isDisabled, isAllocated }, texts: { states } }: StateProps) {
  if (isDisabled) return <StatusBadge mood="bad" text={states.disabled} />
  if (isUsed) return <StatusBadge mood="neutral" text={states.used} />
  return isAllocated ? (
    <StatusBadge mood="good" text={states.given} />
  ) : (
    <StatusBadge mood="waiting" text={states.free} />
  )
}

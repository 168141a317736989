import { Button, Group, Paper, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useAsking } from '../../ask/queries.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Moment } from '../../parts/figures.tsx'
import { Identifier } from '../../parts/identifier.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CallPanel } from './call-panel.tsx'
import { RememberedSale } from './remembered-sale.tsx'

const route = getRouteApi('/b/$brand/why')

/** Paste a transaction or a coupon, and see what happened and why. */
export function WhyScreen() {
  const { call: texts } = useTexts()
  const { text } = route.useSearch()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(text ?? '')
  const look = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '.', search: { text: typed.trim() || undefined } as never })
  }
  return (
    <Page title={texts.whyTitle} about={texts.whyAbout} width="narrow">
      <form onSubmit={look}>
        <Group align="flex-end">
          <TextInput
            style={{ flexGrow: 1 }}
            label={texts.whyField}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit">{texts.whyButton}</Button>
        </Group>
      </form>
      {text !== undefined && <Answer text={text} />}
      <RememberedSale />
    </Page>
  )
}

function Answer({ text }: { readonly text: string }) {
  const { data, error } = useAsking('callDetail', { text })
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton height={240} />
  return (
    <Stack>
      {data.coupon && <CouponPanel coupon={data.coupon} />}
      {data.calls.map((call) => (
        <Paper key={call.requestRef} p="md">
          <CallPanel call={call} withCard />
        </Paper>
      ))}
    </Stack>
  )
}

function CouponPanel({ coupon }: { readonly coupon: NonNullable<RouteAnswer<'callDetail'>['coupon']> }) {
  const { call: texts } = useTexts()
  const moment = (name: string, at: number | undefined) =>
    at !== undefined && (
      <Table.Tr>
        <Table.Th fw={400} c="dimmed" w={160}>
          {name}
        </Table.Th>
        <Table.Td>
          <Moment at={at} />
        </Table.Td>
      </Table.Tr>
    )
  return (
    <Paper p="md">
      <Title order={2}>{coupon.set}</Title>
      <Identifier value={coupon.couponId} />
      {coupon.disabled !== undefined && <Text mt="xs">{texts.couponDisabled[coupon.disabled]}</Text>}
      <Table withRowBorders={false} verticalSpacing={4} mt="xs">
        <Table.Tbody>
          {moment(texts.couponGiven, coupon.allocatedAt)}
          {moment(texts.couponUsed, coupon.usedAt)}
          {moment(texts.couponExpires, coupon.expiresAt)}
          {moment(texts.couponReserved, coupon.reservedUntil)}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

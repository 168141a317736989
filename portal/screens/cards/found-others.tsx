import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RouteAnswer } from '../../ask/ask.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { Moment } from '../../parts/figures.tsx'
import { useTexts } from '../../texts/texts.ts'

/** Transactions, coupons and campaigns that the search found besides cards. */
export function FoundOthers({ found }: { readonly found: RouteAnswer<'find'> }) {
  const { cards: texts } = useTexts()
  const why = (text: string) => (
    <BrandLink to="why" search={{ text }}>
      {text}
    </BrandLink>
  )
  return (
    <>
      <Kind title={texts.calls}>
        {found.calls.map(({ requestRef, at, place }) => (
          <Group key={requestRef} gap="sm">
            {why(requestRef)}
            <Moment at={at} />
            {place !== undefined && <Text size="sm">{place}</Text>}
          </Group>
        ))}
      </Kind>
      <Kind title={texts.coupons}>
        {found.coupons.map(({ couponId, set, state }) => (
          <Group key={couponId} gap="sm">
            {why(couponId)}
            <Text size="sm">{set}</Text>
            <Text size="sm" c="dimmed">
              {texts.couponStates[state]}
            </Text>
          </Group>
        ))}
      </Kind>
      <Kind title={texts.campaigns}>
        {found.campaigns.map(({ id, name }) => (
          <BrandLink key={id} to={`campaigns/campaign/${encodeURIComponent(id)}`}>
            {name}
          </BrandLink>
        ))}
      </Kind>
    </>
  )
}

function Kind({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Paper>
  )
}

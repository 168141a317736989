import { Badge, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useBrand } from '../../ask/brand-context.ts'
import { Moment } from '../../parts/figures.tsx'
import { formatAmount, formatMoment } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import { useAmountWords } from './amounts.ts'
import { CardOffers } from './card-offers.tsx'
import type { CardPageData } from './card-page-data.ts'
import { CardReferral } from './card-referral.tsx'

/** Everything else that is known of a card: coupons, lots, children, messages, segments, score. */
export function CardFacts({ page }: { readonly page: CardPageData }) {
  const { cards: texts } = useTexts()
  const brand = useBrand()
  const words = useAmountWords()
  const { segments = [], score } = page.details
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Facts title={texts.coupons} isShown={page.coupons.length > 0}>
        {page.coupons.map(({ couponId, name, expiresAt }) => (
          <Group key={couponId} gap="sm">
            <span>{name}</span>
            <Text size="sm" c="dimmed" ff="monospace">
              {couponId}
            </Text>
            {expiresAt !== undefined && <small>{texts.until(formatMoment(expiresAt, brand, 'day'))}</small>}
          </Group>
        ))}
      </Facts>
      <CardOffers cardNumber={page.cardNumber} />
      <CardReferral cardNumber={page.cardNumber} />
      <Facts title={texts.segments} isShown={segments.length > 0}>
        <Group gap="xs">
          {segments.map(({ id, name }) => (
            <Badge key={id} variant="light" tt="none">
              {name}
            </Badge>
          ))}
        </Group>
      </Facts>
      <Facts title={texts.score} isShown={score !== undefined}>
        <Text>{score && texts.scoreOf(formatAmount(score.totalScore, brand))}</Text>
      </Facts>
      <Facts title={texts.children} isShown={page.children.length > 0}>
        {page.children.map(({ cardNumber, balances }) => (
          <Group key={cardNumber} gap="sm">
            <Text ff="monospace" size="sm">
              {cardNumber}
            </Text>
            <span>{balances.map(words).join(' · ')}</span>
          </Group>
        ))}
      </Facts>
      <Facts title={texts.lots} isShown={page.lots.length > 0}>
        <Lots lots={page.lots} />
      </Facts>
      <Facts title={texts.messages} isShown={page.messages.length > 0}>
        <Messages messages={page.messages} />
      </Facts>
    </SimpleGrid>
  )
}

interface FactsProps {
  readonly title: string
  readonly isShown: boolean
  readonly children: ReactNode
}

function Facts({ title, isShown, children }: FactsProps) {
  if (!isShown) return null
  return (
    <Paper p="md" component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Stack gap="xs">{children}</Stack>
    </Paper>
  )
}

function Lots({ lots }: { readonly lots: CardPageData['lots'] }) {
  const { cards: texts } = useTexts()
  const words = useAmountWords()
  return (
    <Table verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.lot.amount}</Table.Th>
          <Table.Th>{texts.lot.given}</Table.Th>
          <Table.Th>{texts.lot.expires}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lots.map((lot, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lots have no name of their own.
          <Table.Tr key={index}>
            <Table.Td>{words(lot)}</Table.Td>
            <Table.Td>
              <Moment at={lot.issuedAt} detail="day" />
            </Table.Td>
            <Table.Td>
              {lot.expiresAt === undefined ? texts.never : <Moment at={lot.expiresAt} detail="day" />}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Messages({ messages }: { readonly messages: CardPageData['messages'] }) {
  const { cards: texts } = useTexts()
  return messages.map(({ requestRef, at, channel, state, subject, template }) => (
    <Group key={`${requestRef} ${channel} ${at}`} gap="sm">
      <Moment at={at} />
      <span>{subject ?? template ?? channel}</span>
      <Text size="sm" c="dimmed">
        {texts.messageStates[state]}
      </Text>
    </Group>
  ))
}

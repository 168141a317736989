import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { newRequestId, useCallToDo } from '../../ask/queries.ts'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useAmountWords } from './amounts.ts'
import type { ServedCard } from './till-dialog.ts'

interface HoldsProps {
  readonly card: ServedCard
  readonly location: string | undefined
}

/** What is on hold, to be used or released. */
export function Holds({ card, location }: HoldsProps) {
  const { cards: texts } = useTexts()
  if (card.holds.length === 0) return null
  return (
    <Paper p="md" component="section" aria-label={texts.onHold}>
      <Title order={2} mb="xs">
        {texts.onHold}
      </Title>
      <Stack gap="xs">
        {card.holds.map((hold) => (
          <Hold key={hold.requestRef} {...{ cardNumber: card.cardNumber, hold, location }} />
        ))}
      </Stack>
    </Paper>
  )
}

interface HoldProps {
  readonly cardNumber: string
  readonly hold: ServedCard['holds'][number]
  readonly location: string | undefined
}

function Hold({ cardNumber, hold, location }: HoldProps) {
  const { cards: texts, till } = useTexts()
  const words = useAmountWords()
  const change = useCallToDo('updateBalance')
  const [requestId] = useState(newRequestId)
  const { balanceType, balanceCode, amount, requestRef } = hold
  const take = (how: 'use' | 'release') => {
    const value = { balanceType: balanceType as 'Points', balanceCode, amount: how === 'use' ? amount : 0 }
    const request = {
      cardNumber,
      action: 'redeem' as const,
      amount: value,
      redeemFromHoldTransactionId: requestRef,
      releaseHoldRemainder: true,
    }
    const text = how === 'use' ? till.done.redeem(words(hold)) : till.done.release
    change.mutateAsync({ request, location, requestId: `${requestId} ${how}` }).then(
      () => showDone(text),
      () => undefined,
    )
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text>{[words(hold), hold.place?.name].filter(Boolean).join(' · ')}</Text>
        <Group gap="xs">
          <Button size="compact-sm" loading={change.isPending} onClick={() => take('use')}>
            {texts.useHold}
          </Button>
          <Button size="compact-sm" variant="default" loading={change.isPending} onClick={() => take('release')}>
            {texts.release}
          </Button>
        </Group>
      </Group>
      {change.error && <ErrorPanel error={change.error} />}
    </Stack>
  )
}

import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useAskToChange, useCallToChange } from '../../ask/queries.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useBrand, useMay } from '../../shell/brand-context.ts'
import { useTexts } from '../../texts/texts.ts'
import type { CardPageData } from './card-page-data.ts'
import { EraseCustomer } from './erase-customer.tsx'

/** Who is behind a card, what they agreed to, and what they may ask for. */
export function CustomerPanel({ page }: { readonly page: CardPageData }) {
  const { customer: texts } = useTexts()
  const { locations } = useBrand()
  const mayErase = useMay('customers.erase') && locations === undefined
  const { firstName, lastName, email, phone, mobilePhone, birthday, city } = page.details.customer ?? {}
  const lines = [[firstName, lastName].filter(Boolean).join(' '), email, mobilePhone ?? phone, city].filter(Boolean)
  return (
    <Paper p="md" component="section" aria-label={texts.title}>
      <Stack>
        <Title order={2}>{texts.title}</Title>
        {lines.length === 0 && <Text c="dimmed">{texts.none}</Text>}
        <div>
          {lines.map((line) => (
            <Text key={line}>{line}</Text>
          ))}
          {birthday !== undefined && <Text size="sm">{`${texts.birthday} ${birthday}`}</Text>}
        </div>
        {page.details.emailBounced && <StatusBadge mood="attention" text={texts.bounced} />}
        <Title order={3} size="sm">
          {texts.consents}
        </Title>
        {page.consents.length === 0 && <Text c="dimmed">{texts.noConsents}</Text>}
        {page.consents.map((consent) => (
          <Consent key={`${consent.channel} ${consent.channelUser}`} consent={consent} />
        ))}
        {mayErase && lines.length > 0 && <DataRights cardNumber={page.cardNumber} />}
      </Stack>
    </Paper>
  )
}

function Consent({ consent }: { readonly consent: CardPageData['consents'][number] }) {
  const { customer: texts } = useTexts()
  const { locations } = useBrand()
  const mayChange = useMay('customers.change') && locations === undefined
  const [isAsking, setAsking] = useState(false)
  const change = useCallToChange('updateChannelSubscription')
  const { channel, channelUser, globalOptIn, isUnconfirmed, categories } = consent
  const mood = globalOptIn ? (isUnconfirmed ? 'waiting' : 'good') : 'neutral'
  const words = globalOptIn ? (isUnconfirmed ? texts.unconfirmed : texts.agreed) : texts.declined
  const withdraw = () =>
    change.mutate(
      { request: { channel, channelUser, globalOptIn: false } },
      {
        onSuccess: () => {
          setAsking(false)
          showDone(texts.withdrawn)
        },
      },
    )
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <Text>{channelUser}</Text>
        <StatusBadge mood={mood} text={words} />
      </Group>
      {globalOptIn && mayChange && (
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {texts.withdraw}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.withdrawTitle}
        consequence={texts.withdrawWhat(channelUser, categories.filter(({ optIn }) => optIn).length)}
        action={texts.withdraw}
        isDestructive
        isBusy={change.isPending}
        error={change.error}
        onConfirm={withdraw}
        onClose={() => setAsking(false)}
      />
    </Group>
  )
}

function DataRights({ cardNumber }: { readonly cardNumber: string }) {
  const { customer: texts } = useTexts()
  const exporting = useAskToChange('exportCustomer')
  const save = () =>
    exporting.mutate(
      { cardNumber },
      {
        onSuccess: ({ document: content }) => {
          const file = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
          const link = document.createElement('a')
          link.href = URL.createObjectURL(file)
          link.download = `customer-${cardNumber}.json`
          link.click()
          URL.revokeObjectURL(link.href)
          showDone(texts.exported)
        },
      },
    )
  return (
    <Stack gap="xs">
      <Title order={3} size="sm">
        {texts.data}
      </Title>
      {exporting.error && <ErrorPanel error={exporting.error} />}
      <Group>
        <Button variant="default" loading={exporting.isPending} onClick={save}>
          {texts.export}
        </Button>
        <EraseCustomer cardNumber={cardNumber} />
      </Group>
    </Stack>
  )
}

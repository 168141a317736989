import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useAskToChange, useCallToChange } from '../../ask/queries.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Facts } from '../../parts/facts.tsx'
import { readableName, shownDay } from '../../parts/format.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'
import type { CardPageData } from './card-page-data.ts'
import { ConsentSaid } from './consent-said.tsx'
import { EditCustomer } from './edit-customer.tsx'
import { EraseCustomer } from './erase-customer.tsx'

/** Who is behind a card, what they agreed to, and what they may ask for. */
export function CustomerPanel({ page }: { readonly page: CardPageData }) {
  const { customer: texts } = useTexts()
  const brand = useBrand()
  const { locations } = brand
  const mayErase = useMay('customers.erase') && locations === undefined
  const mayChange = useMay('customers.change') && locations === undefined
  const facts = factsOf(page, texts, brand.language)
  return (
    <Paper p="md" component="section" aria-label={texts.title}>
      <Stack>
        <Group justify="space-between">
          <Title order={2}>{texts.title}</Title>
          {mayChange && page.status !== 'Transfer' && <EditCustomer page={page} />}
        </Group>
        {facts.length === 0 ? <Text c="dimmed">{texts.none}</Text> : <Facts facts={facts} />}
        {page.details.emailBounced && <StatusBadge mood="attention" text={texts.bounced} />}
        <Title order={3} size="sm">
          {texts.consents}
        </Title>
        {page.consents.length === 0 && <Text c="dimmed">{texts.noConsents}</Text>}
        {page.consents.map((consent) => (
          <Consent key={`${consent.channel} ${consent.channelUser}`} consent={consent} />
        ))}
        {mayErase && facts.length > 0 && <DataRights cardNumber={page.cardNumber} />}
      </Stack>
    </Paper>
  )
}

/** What is known, with its names, in the order of the form. */
function factsOf({ details, ownFields }: CardPageData, texts: Texts['customer'], language: string) {
  const { address1, address2, postal, city, state, country, ...person } = details.customer ?? {}
  const { firstName, lastName, email, mobilePhone, phone, birthday } = person
  const joined = (parts: readonly (string | undefined)[], by: string) => parts.filter(Boolean).join(by) || undefined
  const address = joined([address1, address2, joined([postal, city], ' '), state, country], ', ')
  const named: readonly (readonly [string, string | undefined])[] = [
    [texts.name, joined([firstName, lastName], ' ')],
    [texts.fields.email, email],
    [texts.fields.mobilePhone, mobilePhone],
    [texts.fields.phone, phone],
    [texts.fields.birthday, birthday && shownDay(birthday, language)],
    [texts.address, address],
    ...ownFields.map(({ name, values, choices }) => {
      const labels = values.map((value) => choices.find((one) => one.value === value)?.label ?? value)
      return [readableName(name), joined(labels, ', ')] as const
    }),
  ]
  return named.filter(([, value]) => value !== undefined)
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
    <Group justify="space-between" align="start">
      <Stack gap={2} miw={0} flex="1 1 12rem">
        <Group gap="sm">
          <Text>{channelUser}</Text>
          <StatusBadge mood={mood} text={words} />
        </Group>
        {consent.said && <ConsentSaid said={consent.said} />}
      </Stack>
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

import { Alert, Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useBrand, useMay, useMe } from '../../../ask/brand-context.ts'
import { useAsking, useAskToChange } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { choiceOf } from '../../../parts/schema-form/words.ts'
import { useTexts } from '../../../texts/texts.ts'

const channels = ['email', 'sms', 'push', 'webhook'] as const
type Channel = (typeof channels)[number]

/** One message by a sender that is set up, to see whether it works. */
export function TestSend() {
  const { messages } = useTexts()
  const mayTry = useMay('messages.retry')
  const { data } = useAsking('entry', { section: 'senders' })
  const known = knownIn(data?.entry)
  if (!mayTry || !data) return null
  return (
    <Paper p="lg" mb="md">
      <Title order={2}>{messages.test.title}</Title>
      {known.length === 0 ? (
        <EmptyState title={messages.test.noSender} what={messages.test.noSenderWhat} />
      ) : (
        <TestForm known={known} />
      )}
    </Paper>
  )
}

/** The channels that have a sender. */
function knownIn(senders: unknown): readonly Channel[] {
  return channels.filter((channel) => isRecord(senders) && isRecord(senders[channel]))
}

interface Content {
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
}

/** Sends what a customer would read to whoever looks at it, if its channel has a sender. */
export function SendPreview({ channel, content }: { readonly channel: unknown; readonly content: Content }) {
  const mayTry = useMay('messages.retry')
  const { data } = useAsking('entry', { section: 'senders' }, { enabled: mayTry })
  const known = knownIn(data?.entry).filter((one) => one === channel)
  return mayTry && known.length > 0 ? <TestForm known={known} content={content} /> : null
}

interface TestFormProps {
  readonly known: readonly Channel[]
  /** What is sent; absent: a line that says that it is a test. */
  readonly content?: Content
}

function TestForm({ known, content }: TestFormProps) {
  const { messages, file } = useTexts()
  const { test } = messages
  const brand = useBrand()
  const me = useMe()
  const [channel, setChannel] = useState<Channel>(known[0] ?? 'email')
  const [recipient, setRecipient] = useState(me.name.includes('@') ? me.name : '')
  const send = useAskToChange('testSend')
  const isAddressed = channel === 'email' || channel === 'sms'
  const { subject, text, html } = content ?? {
    subject: test.subject(brand.name),
    text: test.text(brand.name, me.displayName),
  }
  const sent = { subject: subject || test.subject(brand.name), text, ...(html !== undefined && { html }) }
  const submit = () => send.mutate({ channel, ...(isAddressed && { recipient: recipient.trim() }), ...sent })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {test.what}
        </Text>
        <Group align="flex-end">
          <Select
            label={test.channel}
            data={known.map((value) => ({ value, label: choiceOf(value, file) }))}
            value={channel}
            allowDeselect={false}
            onChange={(next) => setChannel(known.find((one) => one === next) ?? channel)}
          />
          {isAddressed && (
            <TextInput
              flex={1}
              label={test.recipient}
              placeholder={channel === 'email' ? test.emailHint : test.phoneHint}
              value={recipient}
              onChange={(event) => setRecipient(event.currentTarget.value)}
            />
          )}
          <Button
            type="submit"
            variant="default"
            leftSection={<IconSend size={16} />}
            loading={send.isPending}
            disabled={isAddressed && recipient.trim() === ''}
          >
            {test.send}
          </Button>
        </Group>
        {send.error && <ErrorPanel error={send.error} />}
        {send.data && <Result result={send.data.result} why={send.data.why} />}
      </Stack>
    </form>
  )
}

interface ResultProps {
  readonly result: 'sent' | 'failed' | 'rejected' | 'disabled'
  readonly why: string | undefined
}

function Result({ result, why }: ResultProps) {
  const { messages } = useTexts()
  const reasons: Readonly<Record<string, string>> = messages.reasons
  return (
    <Alert color={result === 'sent' ? 'teal' : 'red'} role="status" title={messages.test[result]}>
      {why !== undefined && <Text size="sm">{reasons[why] ?? why}</Text>}
    </Alert>
  )
}

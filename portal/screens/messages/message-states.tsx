import { Alert, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { OperationAnswer } from '../../ask/ask.ts'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useCalling, useCallToChange } from '../../ask/queries.ts'
import { showDone } from '../../parts/done-message.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Amount, Figure, Moment } from '../../parts/figures.tsx'
import { formatAmount } from '../../parts/format.ts'
import { choiceOf } from '../../parts/schema-form/words.ts'
import type { TableColumn } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { useTexts } from '../../texts/texts.ts'

type States = OperationAnswer<'messageStates'>
type GivenUp = States['givenUp'][number]

/** How messages stand, which senders fail, and what was given up. */
export function MessageStates() {
  const { data, error, refetch } = useCalling('messageStates', {}, { everySeconds: 30 })
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  return (
    <Stack gap="lg">
      <Receivers receivers={data?.receivers ?? []} />
      <Counts data={data} />
      <GivenUpList rows={data?.givenUp} />
    </Stack>
  )
}

function useReason() {
  const reasons: Readonly<Record<string, string>> = useTexts().messages.reasons
  return (reason: string) => reasons[reason] ?? reason
}

function Receivers({ receivers }: { readonly receivers: States['receivers'] }) {
  const { messages, file } = useTexts()
  const reason = useReason()
  const mayRetry = useMay('messages.retry')
  const enable = useCallToChange('enableReceiver')
  if (receivers.length === 0) return null
  return (
    <Stack component="section" aria-label={messages.receivers} gap="sm">
      {receivers.map((one) => {
        const channel = choiceOf(one.channel, file)
        const since = one.disabledDate ?? one.failingDate
        return (
          <Alert
            key={one.channel}
            color={one.isDisabled ? 'red' : 'yellow'}
            icon={<IconAlertTriangle size={18} />}
            title={one.isDisabled ? messages.receiverDisabled(channel) : messages.receiverFailing(channel)}
          >
            <Group justify="space-between">
              <Text size="sm" component="div">
                {reason(one.reason)} {since !== undefined && <Moment at={since} />}
              </Text>
              {one.isDisabled && mayRetry && (
                <Button
                  size="compact-sm"
                  loading={enable.isPending}
                  onClick={() =>
                    enable.mutate(
                      { request: { channel: one.channel as 'email' } },
                      { onSuccess: () => showDone(messages.enabled(channel)) },
                    )
                  }
                >
                  {messages.enable}
                </Button>
              )}
            </Group>
          </Alert>
        )
      })}
      {enable.error && <ErrorPanel error={enable.error} />}
    </Stack>
  )
}

const order = ['sent', 'waiting', 'failed', 'notSent', 'cancelled'] as const

function Counts({ data }: { readonly data: States | undefined }) {
  const { messages, file } = useTexts()
  const brand = useBrand()
  const total = (state: string) =>
    data?.counts.filter((one) => one.state === state).reduce((sum, { count }) => sum + count, 0) ?? 0
  const byChannel = (state: string) =>
    data?.counts
      .filter((one) => one.state === state && one.count > 0)
      .map(({ channel, count }) => `${choiceOf(channel, file)} ${formatAmount(count, brand)}`)
      .join(' · ')
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>{messages.lastDays}</Title>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
        {order.map((state) => (
          <Figure
            key={state}
            label={messages.states[state]}
            value={data ? <Amount amount={total(state)} /> : '–'}
            more={byChannel(state) || '\u00a0'}
          />
        ))}
      </SimpleGrid>
      {data?.later.map(({ channel, count, firstDate }) => (
        <Text key={channel} size="sm">
          {messages.later(formatAmount(count, brand), choiceOf(channel, file), firstDate)}
        </Text>
      ))}
    </Stack>
  )
}

function useGivenUpColumns(run: ((messageId: string) => void) | undefined): readonly TableColumn<GivenUp>[] {
  const { messages, file } = useTexts()
  const reason = useReason()
  return [
    { id: 'date', title: messages.written, show: ({ date }) => <Moment at={date} />, plain: ({ date }) => date },
    {
      id: 'channel',
      title: messages.channel,
      show: ({ channel }) => choiceOf(channel, file),
      plain: ({ channel }) => choiceOf(channel, file),
    },
    {
      id: 'attempts',
      title: messages.attempts,
      show: ({ attempts }) => attempts,
      plain: ({ attempts }) => attempts,
      isNumber: true,
    },
    {
      id: 'reason',
      title: messages.reason,
      show: ({ lastError }) => reason(lastError),
      plain: ({ lastError }) => reason(lastError),
    },
    ...(run ? [retryColumn(messages.retry, run)] : []),
  ]
}

function GivenUpList({ rows }: { readonly rows: readonly GivenUp[] | undefined }) {
  const { messages } = useTexts()
  const brand = useBrand()
  const mayRetry = useMay('messages.retry')
  const retry = useCallToChange('retryMessages')
  const run = (messageId?: string) =>
    retry.mutate(
      { request: messageId === undefined ? {} : { messageId } },
      { onSuccess: ({ retried }) => showDone(messages.retried(formatAmount(retried, brand))) },
    )
  const columns = useGivenUpColumns(mayRetry ? run : undefined)
  return (
    <Stack component="section" gap="sm">
      <Group justify="space-between">
        <div>
          <Title order={2}>{messages.givenUp}</Title>
          <Text size="sm" c="dimmed">
            {messages.givenUpWhat}
          </Text>
        </div>
        {mayRetry && (rows?.length ?? 0) > 0 && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={retry.isPending}
            onClick={() => run()}
          >
            {messages.retryAll}
          </Button>
        )}
      </Group>
      {retry.error && <ErrorPanel error={retry.error} />}
      <DataTable
        name={messages.givenUp}
        rows={rows}
        columns={columns}
        rowKey={({ messageId }) => messageId}
        hasFilter={false}
        empty={<EmptyState title={messages.noGivenUp} what={messages.noGivenUpWhat} />}
      />
    </Stack>
  )
}

const retryColumn = (label: string, run: (messageId: string) => void): TableColumn<GivenUp> => ({
  id: 'retry',
  title: label,
  show: ({ messageId }) => (
    <Button size="compact-sm" variant="default" onClick={() => run(messageId)}>
      {label}
    </Button>
  ),
  plain: () => undefined,
  isSortable: false,
})

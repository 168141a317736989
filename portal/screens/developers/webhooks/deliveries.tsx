import { Accordion, Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import type { ShownWebhook } from './webhook.ts'

type Delivery = RouteAnswer<'webhookDeliveries'>['deliveries'][number]
type State = 'waiting' | 'givenUp'

/** What a webhook has not accepted yet. */
export function Deliveries({ webhook: { entry, state: standing } }: { readonly webhook: ShownWebhook }) {
  const { webhooks: texts, developers } = useTexts()
  const [state, setState] = useState<State>(standing.givenUp > 0 && standing.waiting === 0 ? 'givenUp' : 'waiting')
  const [count, setCount] = useState(20)
  const question = { webhookId: entry.id, state, count }
  const { data, error, refetch } = useAsking('webhookDeliveries', question, { everySeconds: 5 })
  const counts = { waiting: standing.waiting, givenUp: standing.givenUp }
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {texts.deliveries}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={texts.deliveries}
          value={state}
          onChange={(chosen) => setState(chosen as State)}
          data={(['waiting', 'givenUp'] as const).map((value) => ({
            value,
            label: `${texts.tabs[value]} (${counts[value]})`,
          }))}
        />
      </Group>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={80} />}
      {data?.deliveries.length === 0 && (
        <Text size="sm" c="dimmed">
          {state === 'waiting' ? texts.noWaiting : texts.noGivenUp}
        </Text>
      )}
      {data && data.deliveries.length > 0 && <DeliveryList deliveries={data.deliveries} />}
      {data?.next !== undefined && count < 200 && (
        <Button variant="default" onClick={() => setCount(200)}>
          {developers.loadMore}
        </Button>
      )}
      <Text size="xs" c="dimmed">
        {texts.deliveriesWhat}
      </Text>
    </Stack>
  )
}

function DeliveryList({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  return (
    <Accordion variant="contained" order={4}>
      {deliveries.map((delivery) => (
        <Accordion.Item key={delivery.position} value={String(delivery.position)}>
          <Accordion.Control>
            <Group justify="space-between" gap="xs">
              <Text size="sm">{delivery.type}</Text>
              <Text size="xs" c="dimmed">
                {delivery.lastError ?? <Moment at={delivery.happenedAt} />}
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <OneDelivery delivery={delivery} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function OneDelivery({ delivery }: { readonly delivery: Delivery }) {
  const { webhooks: texts, calls } = useTexts()
  const { attempts, nextAttemptAt, givenUpAt, lastError, cardNumber, happenedAt } = delivery
  const next = nextAttemptAt === undefined ? texts.soon : <Moment at={nextAttemptAt} detail="second" />
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          [texts.happened, <Moment key="h" at={happenedAt} detail="second" />],
          [calls.card, cardNumber],
          [texts.attempts, attempts],
          [texts.answer, lastError],
          [texts.nextAttempt, givenUpAt === undefined && next],
          [texts.givenUp, givenUpAt !== undefined && <Moment key="g" at={givenUpAt} />],
        ]}
      />
      <CodeBlock
        title={texts.payload}
        text={JSON.stringify({ type: delivery.type, data: delivery.data }, undefined, 2)}
      />
    </Stack>
  )
}

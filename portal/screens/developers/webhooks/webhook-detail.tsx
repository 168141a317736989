import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { Deliveries } from './deliveries.tsx'
import { RemoveWebhook } from './remove-webhook.tsx'
import { ReplayWebhook } from './replay-webhook.tsx'
import { verifySnippet } from './verify-snippet.ts'
import { type ShownWebhook, standingOf } from './webhook.ts'
import { standingMoods } from './webhook-columns.tsx'
import { WebhookForm } from './webhook-form.tsx'

interface WebhookDetailProps {
  readonly webhook: ShownWebhook
  readonly version: number
  readonly onGone: () => void
}

/** One webhook: how it stands, what waits for it, and how it is mended. */
export function WebhookDetail({ webhook, version, onGone }: WebhookDetailProps) {
  const { webhooks: texts } = useTexts()
  const { entry, state } = webhook
  const [dialog, setDialog] = useState<'edit' | 'replay' | 'remove'>()
  const close = () => setDialog(undefined)
  const standing = standingOf(state)
  return (
    <Stack gap="lg">
      <div>
        <StatusBadge mood={standingMoods[standing]} text={texts.states[standing]} />
      </div>
      <Trouble webhook={webhook} />
      <Actions onChoose={setDialog} />
      <Facts
        facts={[
          [texts.url, entry.url],
          [texts.events, entry.events?.join(', ') ?? texts.allEvents],
          [texts.failingSince, state.failingSince !== undefined && <Moment key="f" at={state.failingSince} />],
          [
            texts.oldestWaiting,
            state.oldestWaitingDate !== undefined && <Moment key="o" at={state.oldestWaitingDate} />,
          ],
          [texts.stoppedAt, state.disabledDate !== undefined && <Moment key="d" at={state.disabledDate} />],
          [texts.stoppedWhy, state.disabledReason],
        ]}
      />
      <Deliveries webhook={webhook} />
      <div>
        <CodeBlock title={texts.verify} text={verifySnippet} />
        <Text size="sm" c="dimmed" mt={4}>
          {texts.verifyWhat}
        </Text>
      </div>
      {dialog === 'edit' && <WebhookForm entry={entry} version={version} onClose={close} />}
      {dialog === 'replay' && <ReplayWebhook webhook={webhook} onClose={close} />}
      {dialog === 'remove' && <RemoveWebhook {...{ webhook, version, onGone }} onClose={close} />}
    </Stack>
  )
}

function Actions({ onChoose }: { readonly onChoose: (dialog: 'edit' | 'replay' | 'remove') => void }) {
  const { webhooks: texts } = useTexts()
  const mayMend = useMay('webhooks.mend')
  const mayChange = useMay('configuration.change')
  return (
    <Group gap="sm">
      {mayMend && <Button onClick={() => onChoose('replay')}>{texts.replay}</Button>}
      {mayChange && (
        <Button variant="default" onClick={() => onChoose('edit')}>
          {texts.edit}
        </Button>
      )}
      {mayChange && (
        <Button variant="light" color="red" onClick={() => onChoose('remove')}>
          {texts.remove}
        </Button>
      )}
    </Group>
  )
}

/** What is wrong, and what to do. */
function Trouble({ webhook: { state } }: { readonly webhook: ShownWebhook }) {
  const { webhooks: texts } = useTexts()
  const standing = standingOf(state)
  if (standing !== 'disabled' && standing !== 'failing' && standing !== 'givenUp') return null
  const what =
    standing === 'disabled'
      ? texts.stoppedWhat
      : standing === 'failing'
        ? texts.failingWhat
        : texts.givenUpWhat(String(state.givenUp))
  const { lastError } = state
  return (
    <Alert color={standing === 'givenUp' ? 'yellow' : 'red'} variant="light">
      <Text size="sm">{what}</Text>
      {lastError !== undefined && (
        <Text size="sm" mt="xs">
          <Text span fw={600} size="sm">
            {texts.lastError}: {lastError}.
          </Text>{' '}
          {texts.errorHelp[/^\d|status/.test(lastError) ? 'status' : /address/.test(lastError) ? 'address' : 'other']}
        </Text>
      )}
    </Alert>
  )
}

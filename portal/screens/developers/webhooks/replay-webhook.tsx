import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { formatAmount } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { ShownWebhook } from './webhook.ts'

interface ReplayProps {
  readonly webhook: ShownWebhook
  readonly onClose: () => void
}

/** Sends what was given up again, or everything since a time. */
export function ReplayWebhook({ webhook: { entry, state }, onClose }: ReplayProps) {
  useFocusBack()
  const { webhooks: texts, parts } = useTexts()
  const brand = useBrand()
  const [which, setWhich] = useState('givenUp')
  const [since, setSince] = useState('')
  const replay = useReplay(entry.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    replay.mutate(which === 'since' ? toDateTime(since) : undefined, {
      onSuccess: (count) => {
        showDone(count === 0 ? texts.replayedNone : texts.replayed(formatAmount(count, brand)))
        onClose()
      },
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.replayTitle(entry.id)}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Radio.Group label={texts.replayChoice} value={which} onChange={setWhich}>
            <Stack gap="xs" mt="xs">
              <Radio value="givenUp" label={texts.replayGivenUp(formatAmount(state.givenUp, brand))} />
              <Radio value="since" label={texts.replaySince} />
            </Stack>
          </Radio.Group>
          {which === 'since' && (
            <TextInput
              type="datetime-local"
              required
              label={texts.since(brand.interfaceTimeZone)}
              value={since}
              onChange={(event) => setSince(event.currentTarget.value)}
            />
          )}
          <Text size="sm" c="dimmed">
            {texts.replayWhat}
          </Text>
          {replay.error && <ErrorPanel error={replay.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={replay.isPending}>
              {texts.replay}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** What a field for a time has in it, as operations read it. */
const toDateTime = (local: string) => `${local.replace('T', ' ')}:00`

/** One call handles so many; it is repeated until all are done. */
function useReplay(webhookId: string) {
  const brand = useBrand()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (fromDate: string | undefined) => {
      let count = 0
      for (let page: string | undefined; ; ) {
        const request = { webhookId, ...(fromDate && { fromDate }), ...(page !== undefined && { page }) }
        const answer = await call('replayWebhook', request, { brand: brand.id })
        count += answer.count
        page = answer.nextPage
        if (page === undefined) return count
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [brand.id] }),
  })
}

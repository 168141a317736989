import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { useTexts } from '../../../texts/texts.ts'
import { DraftChoice } from '../drafts/draft-choice.tsx'

interface NewReplayProps {
  /** The draft that is tried, unless somebody chooses otherwise. */
  readonly draft?: string | undefined
  readonly onStarted: (errandId: string) => void
  readonly onClose: () => void
}

/** So many cards are left out of a sample for each that is looked at, less one. */
const sampled = 10

/** Which days are decided again, and by what. */
export function NewReplay({ draft, onStarted, onClose }: NewReplayProps) {
  useFocusBack()
  const { replays: texts, parts } = useTexts()
  const { timeZone } = useBrand()
  const [from, setFrom] = useState(() => dayBefore(30, timeZone))
  const [to, setTo] = useState(() => dayBefore(1, timeZone))
  const [isSample, setIsSample] = useState(false)
  const [draftId, setDraftId] = useState(draft)
  const [requestId] = useState(newRequestId)
  const start = useCallToChange('startErrand')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { from, to, ...(isSample && { sample: sampled }), ...(draftId !== undefined && { draftId }) }
    start.mutate(
      { request: { kind: 'replay', input }, requestId },
      { onSuccess: ({ errandId }) => onStarted(errandId) },
    )
  }
  return (
    <Modal opened onClose={onClose} title={texts.start}>
      <form onSubmit={submit}>
        <Stack>
          <SimpleGrid cols={2}>
            <TextInput
              label={texts.from}
              type="date"
              required
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            />
            <TextInput
              label={texts.to}
              type="date"
              required
              value={to}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
            />
          </SimpleGrid>
          <DraftChoice label={texts.by} value={draftId} onChange={(chosen) => setDraftId(chosen ?? undefined)} />
          <Checkbox
            label={texts.sample(sampled)}
            description={texts.sampleWhat}
            checked={isSample}
            onChange={({ currentTarget }) => setIsSample(currentTarget.checked)}
          />
          {start.error && <ErrorPanel error={start.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={start.isPending}>
              {texts.begin}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** A day of the brand's time zone, as yyyy-MM-dd. */
function dayBefore(days: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now() - days * 86_400_000)
}

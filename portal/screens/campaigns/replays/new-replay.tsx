import { Button, Checkbox, Group, Modal, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { newRequestId, useCalling, useCallToChange } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { useTexts } from '../../../texts/texts.ts'

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
  const [by, setBy] = useState<string>(draft ?? 'then')
  const [name, setName] = useState('')
  const [requestId] = useState(newRequestId)
  const start = useCallToChange('startErrand')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const called = name.trim()
    const input = {
      ...{ from, to },
      ...(isSample && { sample: sampled }),
      ...(by === 'today' ? { today: true } : by !== 'then' && { draftId: by }),
      ...(called !== '' && { name: called }),
    }
    start.mutate(
      { request: { kind: 'replay', input }, requestId },
      { onSuccess: ({ errandId }) => onStarted(errandId) },
    )
  }
  return (
    <Modal opened onClose={onClose} title={texts.start}>
      <form onSubmit={submit}>
        <Stack>
          <Days from={from} to={to} onFrom={setFrom} onTo={setTo} />
          <RulesChoice value={by} onChange={setBy} />
          <TextInput
            label={texts.name}
            description={texts.nameWhat}
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
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

interface DaysProps {
  readonly from: string
  readonly to: string
  readonly onFrom: (day: string) => void
  readonly onTo: (day: string) => void
}

function Days({ from, to, onFrom, onTo }: DaysProps) {
  const { replays: texts } = useTexts()
  const day = (label: string, value: string, change: (day: string) => void) => (
    <TextInput
      label={label}
      type="date"
      required
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
  return (
    <SimpleGrid cols={2}>
      {day(texts.from, from, onFrom)}
      {day(texts.to, to, onTo)}
    </SimpleGrid>
  )
}

interface RulesChoiceProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The rules of then, those of today, or a draft. */
function RulesChoice({ value, onChange }: RulesChoiceProps) {
  const { replays: texts } = useTexts()
  const { data } = useCalling('listDrafts', {})
  const drafts = (data?.drafts ?? []).map(({ draftId, title }) => ({ value: draftId, label: title }))
  return (
    <Select
      label={texts.by}
      allowDeselect={false}
      searchable
      value={value}
      onChange={(chosen) => onChange(chosen ?? 'then')}
      data={[{ value: 'then', label: texts.byThen }, { value: 'today', label: texts.byToday }, ...drafts]}
    />
  )
}

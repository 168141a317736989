import { Alert, Button, Group, List, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { hasReason } from '../../../ask/portal-error.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { readMoment, toOperationTime } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { FoundDraft } from './draft.ts'
import { DraftForesight } from './draft-foresight.tsx'
import { FaultPanel } from './fault-panel.tsx'
import { useUndo } from './undo.tsx'

interface PublishDialogProps {
  readonly found: FoundDraft
  readonly onClose: () => void
}

/** Makes a draft count, now or at a time, after it has said what that changes. */
export function PublishDialog({ found, onClose }: PublishDialogProps) {
  useFocusBack()
  const { drafts: texts, parts } = useTexts()
  const [time, setTime] = useState<string>()
  const [note, setNote] = useState('')
  const publish = usePublish(found, onClose)
  const needsOther = hasReason(publish.error, 'approvalNeeded')
  const changes = found.entries.flatMap((entry) => entry.changes)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    publish.run({ time, note: note.trim() })
  }
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={texts.publishTitle(found.draft.title)}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text>{texts.publishWhat(changes.length, texts.entries(found.entries.length))}</Text>
          <ChangeLines changes={changes} />
          <FaultPanel
            draftId={found.draft.draftId}
            title={texts.warnings(found.warnings.length)}
            faults={found.warnings}
          />
          <DraftForesight found={found} />
          <WhenChoice time={time} onChange={setTime} />
          <TextInput
            label={texts.note}
            description={texts.noteWhat}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {needsOther && <AskReview found={found} why={publish.error?.message} onAsked={onClose} />}
          {publish.error && !needsOther && <ErrorPanel error={publish.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={publish.isPending}>
              {texts.publish}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface AskReviewProps {
  readonly found: FoundDraft
  readonly why: string | undefined
  readonly onAsked: () => void
}

/** It would give more than one person decides on in this brand, or nobody knows: somebody else looks at it first. */
function AskReview({ found: { draft }, why, onAsked }: AskReviewProps) {
  const { drafts: texts } = useTexts()
  const [requestId] = useState(newRequestId)
  const { draftId, revision } = draft
  const submit = useCallToChange('submitDraft')
  const ask = () =>
    submit.mutate(
      { request: { draftId, revision }, requestId },
      {
        onSuccess: () => {
          showDone(texts.submitted)
          onAsked()
        },
      },
    )
  return (
    <Alert color="yellow" title={texts.needsOther} role="status">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{why}</Text>
        <Text size="sm">{texts.needsOtherWhat}</Text>
        {submit.error && <ErrorPanel error={submit.error} />}
        <Button loading={submit.isPending} onClick={ask}>
          {texts.submit}
        </Button>
      </Stack>
    </Alert>
  )
}

interface WhenChoiceProps {
  /** Undefined: now. */
  readonly time: string | undefined
  readonly onChange: (time: string | undefined) => void
}

function WhenChoice({ time, onChange }: WhenChoiceProps) {
  const { drafts: texts } = useTexts()
  const { timeZone } = useBrand()
  return (
    <>
      <SegmentedControl
        aria-label={texts.publish}
        value={time === undefined ? 'now' : 'later'}
        onChange={(value) => onChange(value === 'now' ? undefined : '')}
        data={[
          { value: 'now', label: texts.now },
          { value: 'later', label: texts.later },
        ]}
      />
      {time !== undefined && (
        <TextInput
          required
          type="datetime-local"
          label={texts.when(timeZone)}
          value={time}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  )
}

function usePublish({ draft, needsSecondPerson }: FoundDraft, onClose: () => void) {
  const { drafts: texts } = useTexts()
  const { timeZone, interfaceTimeZone } = useBrand()
  const mayUndo = useMay('configuration.change') && !needsSecondPerson
  const { undo } = useUndo()
  const [requestId] = useState(newRequestId)
  const change = useCallToChange('publishDraft')
  const { draftId, revision, title } = draft
  const run = ({ time, note }: { readonly time: string | undefined; readonly note: string }) => {
    const instant = time === undefined ? undefined : readMoment(time.replace('T', ' '), timeZone)
    const request = {
      draftId,
      revision,
      ...(instant !== undefined && { at: toOperationTime(instant, interfaceTimeZone) }),
      ...(note !== '' && { note }),
    }
    const onSuccess = ({ version }: { readonly version?: number }) => {
      if (version === undefined) showDone(texts.scheduled(title))
      else
        showDone(texts.published(title, version), mayUndo ? { label: texts.undo, run: () => undo(version) } : undefined)
      onClose()
    }
    change.mutate({ request, requestId: `${requestId}-${request.at ?? ''}` }, { onSuccess })
  }
  return { run, error: change.error, isPending: change.isPending }
}

const shownMax = 20

function ChangeLines({ changes }: { readonly changes: readonly string[] }) {
  return (
    <List size="sm">
      {changes.slice(0, shownMax).map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
      {changes.length > shownMax && <List.Item>{`+ ${changes.length - shownMax}`}</List.Item>}
    </List>
  )
}

import { Button, CopyButton, Group, Stack } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import type { CalledOperation } from '../../../ask/ask.ts'
import { useMay } from '../../../ask/brand-context.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { FoundDraft } from './draft.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { SendBackDialog } from './send-back-dialog.tsx'

type Dialog = 'publish' | 'sendBack' | 'discard'

/** What can be done with a draft as it stands, the next step last. */
export function DraftActions({ found }: { readonly found: FoundDraft }) {
  const { drafts: texts } = useTexts()
  const mayChange = useMay('campaigns.change')
  const [dialog, setDialog] = useState<Dialog>()
  const { draft } = found
  const isOver = draft.state === 'published' || draft.state === 'discarded'
  const close = () => setDialog(undefined)
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="sm" justify="flex-end">
        <CopyLink />
        {mayChange && !isOver && (
          <>
            <Button variant="default" onClick={() => setDialog('discard')}>
              {texts.discard}
            </Button>
            <NextSteps found={found} onOpen={setDialog} />
          </>
        )}
      </Group>
      {dialog === 'publish' && <PublishDialog found={found} onClose={close} />}
      {dialog === 'sendBack' && <SendBackDialog draft={draft} onClose={close} />}
      {dialog === 'discard' && <DiscardDialog found={found} onClose={close} />}
    </Stack>
  )
}

function CopyLink() {
  const { drafts: texts } = useTexts()
  return (
    <CopyButton value={window.location.href} timeout={1500}>
      {({ copied, copy }) => (
        <Button variant="default" leftSection={<IconLink size={16} stroke={1.6} />} onClick={copy}>
          {copied ? texts.linkCopied : texts.copyLink}
        </Button>
      )}
    </CopyButton>
  )
}

interface NextStepsProps {
  readonly found: FoundDraft
  readonly onOpen: (dialog: Dialog) => void
}

function NextSteps({ found, onOpen }: NextStepsProps) {
  const { drafts: texts } = useTexts()
  const { draft, needsSecondPerson, mayApprove, faults, entries } = found
  const isBlocked = faults.length > 0 || entries.some(({ isConflict }) => isConflict)
  const publish = (
    <Button disabled={isBlocked} onClick={() => onOpen('publish')}>
      {texts.publish}
    </Button>
  )
  switch (draft.state) {
    case 'open':
    case 'refused':
      return (
        <>
          <Step
            found={found}
            operation="submitDraft"
            label={texts.submit}
            done={texts.submitted}
            isMain={needsSecondPerson}
            isDisabled={isBlocked}
          />
          {!needsSecondPerson && publish}
        </>
      )
    case 'inReview':
      return (
        <>
          <Step found={found} operation="reopenDraft" label={texts.takeBack} done={texts.reopened} />
          <Button variant="default" onClick={() => onOpen('sendBack')}>
            {texts.sendBack}
          </Button>
          {mayApprove && <ApproveButton found={found} />}
        </>
      )
    case 'approved':
      return (
        <>
          <Step found={found} operation="reopenDraft" label={texts.takeBack} done={texts.reopened} />
          {publish}
        </>
      )
    case 'scheduled':
      return <Step found={found} operation="reopenDraft" label={texts.cancelSchedule} done={texts.reopened} isMain />
    default:
      return null
  }
}

interface StepProps {
  readonly found: FoundDraft
  readonly operation: Extract<CalledOperation, 'submitDraft' | 'reopenDraft'>
  readonly label: string
  readonly done: string
  readonly isMain?: boolean
  readonly isDisabled?: boolean
}

function Step({ found: { draft }, operation, label, done, isMain = false, isDisabled = false }: StepProps) {
  const [requestId] = useState(newRequestId)
  const change = useCallToChange(operation)
  const { draftId, revision } = draft
  // By its promise: the button may be gone by the time that it is done. What went wrong is shown below it.
  const run = () =>
    change.mutateAsync({ request: { draftId, revision }, requestId }).then(
      () => showDone(done),
      () => undefined,
    )
  return (
    <Stack gap="xs">
      <Button variant={isMain ? 'filled' : 'default'} disabled={isDisabled} loading={change.isPending} onClick={run}>
        {label}
      </Button>
      {change.error && <ErrorPanel error={change.error} />}
    </Stack>
  )
}

function ApproveButton({ found: { draft } }: { readonly found: FoundDraft }) {
  const { drafts: texts } = useTexts()
  const [requestId] = useState(newRequestId)
  const change = useCallToChange('reviewDraft')
  const { draftId, revision } = draft
  const approve = () =>
    change.mutateAsync({ request: { draftId, revision, approve: true }, requestId }).then(
      () => showDone(texts.approved),
      () => undefined,
    )
  return (
    <Stack gap="xs">
      <Button loading={change.isPending} onClick={approve}>
        {texts.approve}
      </Button>
      {change.error && <ErrorPanel error={change.error} />}
    </Stack>
  )
}

function DiscardDialog({ found, onClose }: { readonly found: FoundDraft; readonly onClose: () => void }) {
  const { drafts: texts } = useTexts()
  const [requestId] = useState(newRequestId)
  const change = useCallToChange('discardDraft')
  const { draftId, revision, title } = found.draft
  const onSuccess = () => {
    showDone(texts.discarded(title))
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title={texts.discardTitle(title)}
      consequence={texts.discardWhat(texts.entries(found.entries.length))}
      action={texts.discard}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ request: { draftId, revision }, requestId }, { onSuccess })}
      onClose={onClose}
    />
  )
}

import { Button, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../ask/ask.ts'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { hasReason } from '../../ask/portal-error.ts'
import { newRequestId, useCallToChange } from '../../ask/queries.ts'
import { AskSecondPerson } from '../../parts/ask-second-person.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showDone } from '../../parts/done-message.tsx'
import { formatAmount } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import type { CampaignPage } from './page-answer.ts'
import { type SwitchDialogProps, SwitchForReview } from './switch-for-review.tsx'

interface SwitchCampaignProps {
  readonly page: CampaignPage
  /** How often it gave something in the last 30 days, if that is known. */
  readonly fired: number | undefined
}

/** Pauses a campaign, or lets it run again. What has ended cannot be paused. */
export function SwitchCampaign({ page, fired }: SwitchCampaignProps) {
  const { campaign: texts } = useTexts()
  const { locations } = useBrand()
  const may = useMay(page.needsSecondPerson ? 'campaigns.change' : 'configuration.change')
  const mayChange = may && locations === undefined
  const [isOpen, setOpen] = useState(false)
  if (!mayChange || page.state === 'ended') return null
  const isOn = page.state === 'running' || page.state === 'begins'
  return (
    <>
      <Button
        variant="default"
        leftSection={isOn ? <IconPlayerPause size={16} stroke={1.6} /> : <IconPlayerPlay size={16} stroke={1.6} />}
        onClick={() => setOpen(true)}
      >
        {isOn ? texts.pause : texts.resume}
      </Button>
      {isOpen && !page.needsSecondPerson && (
        <SwitchDialog page={page} fired={fired} isOn={isOn} onClose={() => setOpen(false)} />
      )}
      {isOpen && page.needsSecondPerson && (
        <SwitchForReview page={page} fired={fired} isOn={isOn} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

function SwitchDialog({ page, fired, isOn, onClose }: SwitchDialogProps) {
  const { campaign: texts } = useTexts()
  const brand = useBrand()
  const [note, setNote] = useState('')
  const [requestId] = useState(newRequestId)
  const edit = useCallToChange('editBrand')
  const sayDone = useSwitched(page)
  const needsOther = hasReason(edit.error, 'approvalNeeded')
  const request = switching(page, !isOn, page.version, note.trim())
  const confirm = () => {
    const onSuccess = ({ version }: { readonly version?: number }) => {
      onClose()
      sayDone(!isOn, version)
    }
    edit.mutate({ request, requestId }, { onSuccess })
  }
  return (
    <ConfirmDialog
      isOpen
      title={isOn ? texts.pauseTitle(page.name) : texts.resumeTitle(page.name)}
      consequence={
        <Stack>
          <Text>{isOn ? texts.pauseWhat : texts.resumeWhat}</Text>
          {isOn && fired !== undefined && fired > 0 && <Text>{texts.pauseCount(formatAmount(fired, brand))}</Text>}
          <TextInput
            label={texts.why}
            placeholder={texts.whyHint}
            value={note}
            maxLength={500}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {needsOther && (
            <AskSecondPerson
              why={edit.error?.message}
              edits={request.edits}
              baseVersion={request.baseVersion}
              note={note.trim()}
              onAsked={onClose}
            />
          )}
        </Stack>
      }
      action={isOn ? texts.pause : texts.resume}
      isBusy={edit.isPending}
      error={needsOther ? undefined : edit.error}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

function switching({ id, entry }: CampaignPage, active: boolean, baseVersion: number, note: string) {
  const changed = { section: 'campaigns' as const, key: id, entry: { ...Object(entry), active } }
  return { edits: [changed], baseVersion, ...(note !== '' && { note }) }
}

/** Says what was done, and offers to undo it: one more version, which is refused if somebody else changed the campaign since. */
function useSwitched(page: CampaignPage) {
  const { campaign: texts, parts } = useTexts()
  const { id: brand } = useBrand()
  const client = useQueryClient()
  const say = (active: boolean) => (active ? texts.resumed(page.name) : texts.paused(page.name))
  const undo = async (active: boolean, version: number) => {
    await call('editBrand', switching(page, active, version, parts.undone), { brand, note: parts.undone })
    await client.invalidateQueries({ queryKey: [brand] })
    showDone(say(active))
  }
  return (active: boolean, version: number | undefined) => {
    if (version === undefined) return showDone(texts.unchanged)
    const run = () => {
      undo(!active, version).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        notifications.show({ color: 'red', title: texts.undoFailed, message, autoClose: false })
      })
    }
    showDone(say(active), { label: parts.undo, run })
  }
}

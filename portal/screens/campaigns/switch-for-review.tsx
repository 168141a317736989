import { Stack, Text } from '@mantine/core'
import { ask } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { formatAmount } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import { useNewDraft } from './drafts/use-new-draft.ts'
import type { CampaignPage } from './page-answer.ts'

export interface SwitchDialogProps {
  readonly page: CampaignPage
  /** How often it gave something in the last 30 days, if that is known. */
  readonly fired: number | undefined
  readonly isOn: boolean
  readonly onClose: () => void
}

/** Where somebody else approves what is published, a campaign is paused and resumed by a draft, too. */
export function SwitchForReview({ page, fired, isOn, onClose }: SwitchDialogProps) {
  const { campaign: texts } = useTexts()
  const brand = useBrand()
  const { begin, isPending, error } = useNewDraft(async () => {
    const address = { section: 'campaigns' as const, key: page.id }
    const { text, version } = await ask('entryText', address, brand.id)
    // What edits texts is large, and most who look at a campaign do not need it.
    const { editText } = await import('./editor/model/edit-text.ts')
    return {
      title: isOn ? texts.pauseDraft(page.name) : texts.resumeDraft(page.name),
      baseVersion: version,
      entries: [{ ...address, text: editText(text, ['active'], !isOn) }],
      isSubmitted: true,
    }
  })
  return (
    <ConfirmDialog
      isOpen
      title={isOn ? texts.pauseTitle(page.name) : texts.resumeTitle(page.name)}
      consequence={
        <Stack>
          <Text>{isOn ? texts.pauseWhat : texts.resumeWhat}</Text>
          {isOn && fired !== undefined && fired > 0 && <Text>{texts.pauseCount(formatAmount(fired, brand))}</Text>}
          <Text>{texts.switchReviewed}</Text>
        </Stack>
      }
      action={texts.sendToReview}
      isBusy={isPending}
      error={error}
      onConfirm={begin}
      onClose={onClose}
    />
  )
}

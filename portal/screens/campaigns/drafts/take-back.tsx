import { Button, Stack } from '@mantine/core'
import { ask } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { useNewDraft } from './use-new-draft.ts'

/** Makes a draft with what was there before a published one. It is read, approved and published like any other. */
export function TakeBack({ draftId }: { readonly draftId: string }) {
  const { drafts: texts } = useTexts()
  const { id: brand } = useBrand()
  const { begin, isPending, error } = useNewDraft(async () => {
    const { title, version, entries } = await ask('entriesBefore', { draftId }, brand)
    return { title: texts.takeBackTitle(title), baseVersion: version, entries }
  })
  return (
    <Stack gap="xs">
      <Button variant="default" loading={isPending} onClick={begin}>
        {texts.rollBack}
      </Button>
      {error && <ErrorPanel error={error} />}
    </Stack>
  )
}

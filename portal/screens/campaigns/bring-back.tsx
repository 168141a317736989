import { Button, Stack } from '@mantine/core'
import { ask } from '../../ask/ask.ts'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useNewDraft } from './drafts/use-new-draft.ts'
import type { CampaignPage } from './page-answer.ts'

interface BringBackProps {
  readonly page: CampaignPage
  readonly version: number
}

/** Makes a draft with the campaign as it was in an earlier version. */
export function BringBack({ page, version }: BringBackProps) {
  const { campaign: texts } = useTexts()
  const { id: brand } = useBrand()
  const mayChange = useMay('campaigns.change')
  const { begin, isPending, error } = useNewDraft(async () => {
    const address = { section: 'campaigns' as const, key: page.id }
    const found = await ask('entryText', { ...address, asOf: version }, brand)
    return {
      title: texts.bringBackTitle(page.name, String(version)),
      baseVersion: found.version,
      entries: [{ ...address, text: found.text }],
    }
  })
  if (!mayChange) return null
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" size="compact-sm" loading={isPending} onClick={begin}>
        {texts.bringBack}
      </Button>
      {error && <ErrorPanel error={error} />}
    </Stack>
  )
}

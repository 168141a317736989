import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowsSplit } from '@tabler/icons-react'
import { useState } from 'react'
import { writtenName } from '../../../../server/domain/brand/entries/written-name.ts'
import { ask } from '../../../ask/ask.ts'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { DraftEntry, FoundDraft } from './draft.ts'

interface ConflictPanelProps {
  readonly found: FoundDraft
  readonly entry: DraftEntry
}

/** Somebody else was faster: the author says which of both counts, having seen both. */
export function ConflictPanel({ found, entry }: ConflictPanelProps) {
  const { drafts: texts } = useTexts()
  const mayChange = useMay('campaigns.change')
  const { resolve, keepBoth, error, isPending } = useResolve(found, entry)
  const isNewToo = isMadeTwice(entry)
  const other = writtenName(entry.liveText ?? '') ?? entry.key ?? ''
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconArrowsSplit size={20} stroke={1.6} />}
      title={isNewToo ? texts.sameId(other) : texts.conflict}
    >
      <Stack gap="sm">
        <Text size="sm">{isNewToo ? texts.sameIdWhat(other) : texts.conflictWhat}</Text>
        {error && <ErrorPanel error={error} />}
        {mayChange && (
          <Group gap="sm">
            {isNewToo && (
              <Button loading={isPending} onClick={keepBoth}>
                {texts.keepBoth}
              </Button>
            )}
            <Button variant="default" loading={isPending} onClick={() => resolve(entry.liveText, texts.tookTheirs)}>
              {texts.takeTheirs}
            </Button>
            <Button variant="default" loading={isPending} onClick={() => resolve(entry.text, texts.keptMine)}>
              {isNewToo ? texts.replaceIt(other) : texts.keepMine}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}

/** Two that were begun apart got the same id, and one of them is live. */
const isMadeTwice = ({ section, text, liveText, baseText }: DraftEntry) =>
  ['campaigns', 'segments', 'couponSets', 'templates'].includes(section) &&
  baseText === undefined &&
  liveText !== undefined &&
  /^id:/m.test(text ?? '')

/** The entry as it is to be, based on what is live now. */
function useResolve({ draft, entries, liveVersion }: FoundDraft, entry: DraftEntry) {
  const { drafts: texts } = useTexts()
  const { id: brand } = useBrand()
  const [requestId] = useState(newRequestId)
  const change = useCallToChange('saveDraft')
  const resolve = (text: string | undefined, done: string) => resolveAs({ text, baseVersion: liveVersion }, done)
  const resolveAs = (resolved: ResolvedEntry, done: string) => {
    const saved = entries.map((one) => {
      const { section, key } = one
      const own = one === entry ? resolved : { text: one.text }
      return { section, ...(key !== undefined && { key }), ...withoutMissing(own) }
    })
    const { draftId, revision, title } = draft
    const request = { draftId, revision, title, entries: saved }
    // By its promise: the panel is gone by the time that it is done. What went wrong is shown in the panel.
    change.mutateAsync({ request, requestId: `${requestId}-${revision}` }).then(
      () => showDone(done),
      () => undefined,
    )
  }
  /** Mine under an id that nobody has: nothing that is live is touched. */
  const keepBoth = async () => {
    const { section, key = '', text = '' } = entry
    const { key: free } = await ask('freeKey', { section: section as 'campaigns', wish: key }, brand)
    resolveAs({ key: free, text: renamed(text, key, free), baseVersion: liveVersion }, texts.keptBoth)
  }
  return {
    resolve,
    keepBoth: () => keepBoth().catch(() => undefined),
    error: change.error,
    isPending: change.isPending,
  }
}

interface ResolvedEntry {
  readonly key?: string
  readonly text: string | undefined
  readonly baseVersion?: number
}

/** Its id, and every mention of its own rules. */
const renamed = (text: string, key: string, next: string) =>
  text.replace(/^id:.*$/m, `id: ${next}`).replaceAll(`${key}/`, `${next}/`)

const withoutMissing = ({ key, text, baseVersion }: ResolvedEntry) => ({
  ...(key !== undefined && { key }),
  ...(text !== undefined && { text }),
  ...(baseVersion !== undefined && { baseVersion }),
})

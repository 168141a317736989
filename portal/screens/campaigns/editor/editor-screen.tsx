import { Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { isListSection } from '../../../../server/domain/brand/edits.ts'
import { useAsking } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { addressOf, type DraftAddress, type DraftText, type LookedUpSection } from './draft/draft.ts'
import { useDraft } from './draft/use-draft.ts'
import { EntryEditor } from './entry-editor.tsx'

const route = getRouteApi('/b/$brand/campaigns/drafts/$draft/edit/$section/$key')

/** One entry of a draft, as a form or as its text. An entry that the draft does not have yet begins as it is live. */
export function EditorScreen() {
  const { editor } = useTexts()
  const { draft: draftId, section, key } = route.useParams()
  const draft = useDraft(draftId)
  const address = addressIn(section as LookedUpSection, key)
  const written = draft.own?.entries.find((one) => addressOf(one) === addressOf(address))
  const isMissing = draft.own !== undefined && written === undefined
  const live = useAsking('entryText', address, { enabled: isMissing })
  const { error, refetch } = draft.looked
  if (error && !draft.own)
    return (
      <Page title={editor.title}>
        <ErrorPanel error={error} onRetry={refetch} />
      </Page>
    )
  const entry: DraftText | undefined = written ?? (live.data && { ...address, text: live.data.text })
  if (isMissing && live.error)
    return (
      <Page title={editor.title}>
        <EmptyState title={editor.noEntry} what={editor.noEntryWhat} />
      </Page>
    )
  if (!draft.own || !entry || entry.text === undefined)
    return (
      <Page title={editor.title}>
        <Skeleton h={480} />
      </Page>
    )
  return <EntryEditor key={addressOf(entry)} draftId={draftId} draft={draft} entry={entry} />
}

/** A section that is no list has no keys; in the address of the page its name stands for one. */
const addressIn = (section: LookedUpSection, key: string): DraftAddress =>
  isListSection(section) ? { section, key } : { section }

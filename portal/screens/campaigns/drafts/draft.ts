import { writtenName } from '../../../../server/domain/brand/entries/written-name.ts'
import type { OperationAnswer } from '../../../ask/ask.ts'
import type { Mood } from '../../../parts/status-badge.tsx'
import type { Texts } from '../../../texts/shape.ts'

export type FoundDraft = OperationAnswer<'draftLookup'>
export type Draft = FoundDraft['draft']
export type DraftEntry = FoundDraft['entries'][number]
export type DraftFault = FoundDraft['faults'][number]

export const draftMoods: Readonly<Record<Draft['state'], Mood>> = {
  open: 'neutral',
  inReview: 'waiting',
  approved: 'good',
  scheduled: 'waiting',
  published: 'good',
  refused: 'bad',
  discarded: 'neutral',
}

type Section = keyof Texts['drafts']['sections']

/** "Campaign earn" */
export const nameOfEntry = (
  { section, key, name }: { readonly section: string; readonly key?: string; readonly name?: string },
  texts: Texts['drafts'],
) => [texts.sections[section as Section] ?? section, name ?? key].filter((part) => part !== undefined).join(' ')

/** “Campaign Opening week”: by the name that its text gives it, else by its key. */
export function titleOfEntry(entry: DraftEntry, texts: Texts['drafts']): string {
  const name = writtenName(entry.text ?? entry.liveText ?? '')
  return nameOfEntry({ ...entry, ...(name !== undefined && { name }) }, texts)
}

/** Where an entry is edited. A section that is no list has no key of its own. */
export const editorAddress = (draftId: string, { section, key }: { readonly section: string; readonly key?: string }) =>
  `campaigns/drafts/${draftId}/edit/${section}/${encodeURIComponent(key ?? section)}`

import type { OperationAnswer } from '../../../../ask/ask.ts'

export type LookedUpDraft = OperationAnswer<'draftLookup'>
export type LookedUpSection = LookedUpDraft['entries'][number]['section']

/** An entry of a draft: its text, or undefined if the entry is to be removed. */
export interface DraftText {
  readonly section: LookedUpSection
  readonly key?: string | undefined
  readonly text?: string | undefined
}

export type DraftAddress = Pick<DraftText, 'section' | 'key'>

export const addressOf = ({ section, key }: DraftAddress): string => (key === undefined ? section : `${section}/${key}`)

/** How far the draft here is kept by the server. */
export type Saving =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'changed' }
  /** Somebody else has changed the draft: what they have, to be shown beside one's own. */
  | { readonly kind: 'conflict'; readonly theirs: LookedUpDraft }
  | { readonly kind: 'failed'; readonly error: unknown }

/** States in which a draft can no longer be written. */
export const isOver = ({ state }: Pick<LookedUpDraft['draft'], 'state'>): boolean =>
  state === 'published' || state === 'discarded'

/** The entry as operations and routes take it. */
export const sentEntry = ({ section, key, text }: DraftText) => ({
  section,
  ...(key !== undefined && { key }),
  ...(text !== undefined && { text }),
})

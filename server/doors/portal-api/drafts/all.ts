import { checkDraft } from './check-draft.ts'
import { entriesBefore } from './entries-before.ts'
import { entryText } from './entry-text.ts'

export const draftRoutes = [checkDraft, entryText, entriesBefore] as const

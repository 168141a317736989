import { checkDraft } from './check-draft.ts'
import { entryText } from './entry-text.ts'

export const draftRoutes = [checkDraft, entryText] as const

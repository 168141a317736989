import { checkDraft } from './check-draft.ts'
import { discountRules } from './discount-rules.ts'
import { entriesBefore } from './entries-before.ts'
import { entryText } from './entry-text.ts'
import { freeKey } from './free-key.ts'

export const draftRoutes = [checkDraft, entryText, entriesBefore, freeKey, discountRules] as const

import { checkDraft } from './check-draft.ts'
import { couponHonours } from './coupon-honours.ts'
import { discountRules } from './discount-rules.ts'
import { entriesBefore } from './entries-before.ts'
import { entryText } from './entry-text.ts'
import { freeKey } from './free-key.ts'

export const draftRoutes = [checkDraft, entryText, entriesBefore, freeKey, discountRules, couponHonours] as const

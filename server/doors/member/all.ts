import { confirmAddress, newAddress } from './address/new-address.ts'
import { enter } from './enter/enter.ts'
import { join } from './enter/join.ts'
import { sendCode } from './enter/send-code.ts'
import { enterByPasskey, passkeyOptions } from './passkeys/enter-by-passkey.ts'
import { addPasskey, newPasskey, passkeys, removePasskey } from './passkeys/own-passkeys.ts'
import type { MemberRoute } from './route.ts'
import { card } from './routes/card.ts'
import { addGiftCard, checkCard } from './routes/gift-card.ts'
import { gifts, present, revokeGift, sendGift, takePresent } from './routes/gifts.ts'
import { endOtherLogins, leave, logins } from './routes/logins.ts'
import { look } from './routes/look.ts'
import { changeMessages, messages } from './routes/messages.ts'
import { eraseMe, erasure, exportMe } from './routes/privacy.ts'
import { changeProfile, profile } from './routes/profile.ts'
import { referral } from './routes/referral.ts'
import { chooseReward, rewards } from './routes/rewards.ts'
import { passLink, reportLost } from './routes/safety.ts'
import { story, why } from './routes/story.ts'

const whole = [
  ...[look, sendCode, enter, join, checkCard],
  ...[card, story, why, passLink, referral],
  ...[rewards, chooseReward],
  ...[addGiftCard, sendGift, gifts, revokeGift, present, takePresent],
  ...[profile, changeProfile, messages, changeMessages],
  ...[newAddress, confirmAddress],
  ...[passkeyOptions, enterByPasskey, passkeys, newPasskey, addPasskey, removePasskey],
  ...[logins, endOtherLogins, leave, reportLost],
  ...[exportMe, eraseMe, erasure],
] as const

/** Everything that a member's pages and apps ask. */
export const memberRoutes: readonly MemberRoute[] = whole

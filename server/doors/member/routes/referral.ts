import { referralCode } from '../../../calls/operations/card/referral-code.ts'
import { flag, text } from '../../../ground/contract/field.ts'
import { perform } from '../perform.ts'
import { isTurnedAway, noSuchPlace } from '../refusal.ts'
import { ownRoute } from '../route.ts'

export const referral = ownRoute({
  name: 'referral',
  part: 'referrals',
  changes: true,
  summary: 'The code and the link by which the member brings friends; or end it, and get another one.',
  request: { renew: flag('End the code that there is: nobody can use it any more.').default(false) },
  response: {
    code: text('The code.').required(),
    link: text('A page that shows it, to be sent to others.'),
  },
  run: async (visit) => {
    const { request, brand, member } = visit
    if (!brand.document.referrals) return noSuchPlace
    const { cardNumber } = member
    const ended = request.renew ? await perform(referralCode, { cardNumber, action: 'revoke' }, visit) : {}
    if (isTurnedAway(ended)) return ended
    const made = await perform(referralCode, { cardNumber, action: 'get' }, visit)
    if (isTurnedAway(made)) return made
    return { code: made.code ?? '', ...(made.link !== undefined && { link: made.link }) }
  },
})

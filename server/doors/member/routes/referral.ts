import { referralCode } from '../../../calls/operations/card/referral-code.ts'
import { flag, integer, text } from '../../../ground/contract/field.ts'
import { countBrought } from '../../../storage/store/queries/referral-code.sql.ts'
import { perform } from '../perform.ts'
import { isTurnedAway, noSuchPlace } from '../refusal.ts'
import { ownRoute } from '../route.ts'
import { findOwnCard } from './card.ts'

export const referral = ownRoute({
  name: 'referral',
  part: 'referrals',
  changes: true,
  summary: 'The code and the link by which the member brings friends; or end it, and get another one.',
  request: { renew: flag('End the code that there is: nobody can use it any more.').default(false) },
  response: {
    code: text('The code.').required(),
    link: text('A page that shows it, to be sent to others.'),
    brought: integer('How many purchases of friends the member was thanked for, of those that still stand.').required(),
  },
  run: async (visit) => {
    const { request, brand, member, services } = visit
    if (!brand.document.referrals) return noSuchPlace
    const { cardNumber } = member
    const ended = request.renew ? await perform(referralCode, { cardNumber, action: 'revoke' }, visit) : {}
    if (isTurnedAway(ended)) return ended
    const made = await perform(referralCode, { cardNumber, action: 'get' }, visit)
    if (isTurnedAway(made)) return made
    const view = await findOwnCard(visit)
    const brought = view ? await countBrought(services.pool, brand.id, view.card.id) : 0
    return { code: made.code ?? '', brought, ...(made.link !== undefined && { link: made.link }) }
  },
})

import { updateBalance } from '../../../calls/operations/balance/update-balance.ts'
import { generatePassLink } from '../../../calls/operations/card/generate-pass-link.ts'
import { text } from '../../../ground/contract/field.ts'
import { perform } from '../perform.ts'
import { isTurnedAway } from '../refusal.ts'
import { ownRoute } from '../route.ts'

export const reportLost = ownRoute({
  name: 'reportLost',
  part: 'data',
  changes: true,
  summary: 'Block the card at once, because it is lost. At a till another one gets what it has.',
  request: {},
  response: {},
  run: async (visit) => {
    const sent = {
      cardNumber: visit.member.cardNumber,
      action: 'adjustOnly',
      isAccountingAdjustment: true,
      adjustStatus: { newStatus: 'Lost' },
      suspensionReason: 'lostOrStolenAccount',
    } as const
    const done = await perform(updateBalance, sent, visit)
    return isTurnedAway(done) ? done : {}
  },
})

export const passLink = ownRoute({
  name: 'passLink',
  part: 'wallet',
  changes: true,
  summary: "A link to the pass of the card, which can be added to the phone's wallet.",
  request: {},
  response: { url: text('The link.').required().secret() },
  run: async (visit) => {
    const made = await perform(generatePassLink, { cardNumber: visit.member.cardNumber }, visit)
    return isTurnedAway(made) ? made : { url: made.url }
  },
})

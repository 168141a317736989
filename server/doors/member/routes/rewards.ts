import { chooseReward as chooseOperation } from '../../../calls/operations/rules/choose-reward.ts'
import { listenerIn, textFor } from '../../../domain/brand/texts/spoken-text.ts'
import { isUsable } from '../../../domain/card/guard.ts'
import { flag, id, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { shownAmount } from '../../portal-api/cards/parts/models.ts'
import { performOnce } from '../perform.ts'
import { isTurnedAway, notIn } from '../refusal.ts'
import { findOffered, rewardStates } from '../rewards/offered-rewards.ts'
import { nameOfReward } from '../rewards/reward-name.ts'
import { ownRoute } from '../route.ts'
import { findOwnCard } from './card.ts'

const shownReward = model('MemberReward', 'Something that the member can choose.', {
  rewardId: text('Its id.').required(),
  name: text('Its name.').required(),
  text: text('What it is.'),
  picture: text('A picture: the address of one, or a PNG in base64.'),
  price: list('What it takes off the card.', shownAmount).required(),
  missing: list('What the card lacks of that.', shownAmount).required(),
  left: integer('How many are left for everybody together. Absent: it is not limited.'),
  state: oneOf(
    'Whether it can be chosen: open; short, as long as the card lacks something; used, as often as one may; gone, for everybody; blocked, as the card is. What else the rule asks is known when it is tried.',
    rewardStates,
  ).required(),
})

export const rewards = ownRoute({
  name: 'rewards',
  part: 'catalogue',
  changes: false,
  summary: 'What the member can choose for what they have collected.',
  request: {},
  response: { rewards: list('The rewards, in the order of the brand.', shownReward).required() },
  run: async (visit) => {
    const view = await findOwnCard(visit)
    if (!view) return notIn
    const { brand, language } = visit
    const listener = listenerIn(brand, language)
    const offered = await findOffered(view, isUsable(view.card, view.now), visit)
    return {
      rewards: offered.map(({ reward, rule, price, missing, left, state }) =>
        defined({
          rewardId: reward.id,
          name: nameOfReward(reward, rule.name, listener),
          text: reward.text && textFor(reward.text, listener),
          picture: reward.picture,
          price: [...price],
          missing: [...missing],
          left,
          state,
        }),
      ),
    }
  },
})

export const chooseReward = ownRoute({
  name: 'chooseReward',
  part: 'catalogue',
  changes: true,
  summary: 'Choose a reward: its price is taken and it is given, both or neither.',
  request: {
    rewardId: id('The reward.').required().max(64),
    choiceId: id('Made up for each choice. Whatever is sent again with the same one takes nothing again.')
      .required()
      .max(64),
  },
  response: {
    couponIds: list('The coupons that the member got.', text('A coupon.')).required(),
    isRepeated: flag('It had been chosen before with this choiceId; this time nothing was taken.'),
  },
  run: async (visit) => {
    const view = await findOwnCard(visit)
    if (!view) return notIn
    const { rewardId, choiceId } = visit.request
    const sent = { cardNumber: view.card.number, rewardId }
    const done = await performOnce(chooseOperation, sent, `member\0${view.card.id}\0${choiceId}`, visit)
    if (done === undefined) return { couponIds: [], isRepeated: true }
    return isTurnedAway(done) ? done : { couponIds: [...done.couponIds] }
  },
})

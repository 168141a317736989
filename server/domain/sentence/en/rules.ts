import { gap } from '../../brand/facts/draft.ts'
import { spaced } from '../grammar/lists.ts'
import type { HappeningPhrases, PurchaseParts, RulePhrases } from '../grammar/phrases.ts'

export const happenings: HappeningPhrases = {
  dates: {
    'customer.birthday': ['on the birthday', 'the birthday'],
    'customer.anniversary': ['on the anniversary', 'the anniversary'],
    'card.activationDate': ['on the day of the activation of the card', 'the activation of the card'],
    'card.enrollmentDate': ['on the day of signing up', 'signing up'],
    'balance.expiration': ['on the day a balance expires', 'a balance expires'],
    'history.lastCheckout': ['on the day of the last purchase', 'the last purchase'],
  },
  unknownDate: [`on the day of ${gap}`, gap],
  ownDate: (field) => [`on the date ${field}`, `the date ${field}`],
  days: ['day', 'days'],
  before: (days, day) => `${days} before ${day}`,
  after: (days, day) => `${days} after ${day}`,
  beforeOrAfter: (day) => `${gap} days from ${day}`,
  joins: (segment) => `when a customer joins the segment ${segment}`,
  leaves: (segment) => `when a customer leaves the segment ${segment}`,
  reaches: (level) => `when a customer reaches ${level ?? 'a new level'}`,
  loses: (level) => `when a customer loses ${level === undefined ? 'a level' : `the level ${level}`}`,
  keeps: (level) => `when a customer keeps ${level === undefined ? 'a level' : `the level ${level}`}`,
  writes: (event) => `when a customer writes${event ?? ' a message'}`,
  isReferred: 'when a referral is rewarded',
  isChosen: 'when a member chooses it as a reward',
  isSocial: 'when something happens on social media',
  isTriggered: 'when an app or website triggers it',
  happens: (event) => `when ${event ?? 'something other than a purchase happens to a card'}`,
  unknown: `when ${gap}`,
}

/** `with every purchase of at least $10`, `when a Gold member buys drinks on Tuesdays`. */
function purchase({ member, cards, what, spend, which, extras, places, times }: PurchaseParts): string {
  const rest = [...extras, ...places, times]
  if (member === undefined && cards.length === 0 && what === undefined)
    return spaced(['with', which?.short ?? 'every purchase', which ? '' : (spend?.short ?? ''), ...rest])
  const bought = [what ?? 'something', which ? '' : (spend?.text ?? ''), which?.text ?? '']
  return spaced(['when', member ?? 'a customer', ...cards, 'buys', ...bought, ...rest])
}

export const rules: RulePhrases = {
  purchase,
  otherHead: (happening, circumstances) => spaced([happening, circumstances]),
  ended: /[.!?]”$/,
  spends: (spend) => `it is ${spend}`,
  chooses: (option) => `the customer chooses ${option}`,
  if: (clauses) => `if ${clauses}`,
  unless: (clauses) => `unless ${clauses}`,
  onlyIf: (clauses) => `only if ${clauses}`,
  always: 'always',
  untilUsedUp: (budget) => `until ${budget} are used up`,
  onlyVariant: (variant) => `variant ${variant} only`,
  childCardsOnly: 'child cards only',
  becauseOfLimit: {
    card: 'members only, because of the limit',
    child: 'child cards only, because of the limit',
  },
  childCardsToo: 'child cards too',
  notTogether: (others) => `not together with ${others}`,
  moreOthers: (count) => `${count} more`,
  competes: (group) => `if it is the best of the group ${group}`,
  otherDiscounts: 'other discounts',
  discounts: {
    product: 'discounts on products',
    order: 'discounts on the whole purchase',
    shipping: 'discounts on shipping',
  },
  oneOfGroup: (group) => `only one rule of the group ${group} applies`,
  atMostOfGroup: (count, group) => `at most ${count} of the group ${group}`,
}

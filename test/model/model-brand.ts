import type { Ladder } from './ladder.ts'

export const types = ['Points', 'USD', 'STARS', 'Punches'] as const
export type Type = (typeof types)[number]

/** How the interface names each, and how many minor units one of it has. */
export const named: Record<Type, { readonly balanceType: string; readonly balanceCode?: string }> = {
  Points: { balanceType: 'Points' },
  USD: { balanceType: 'Currency', balanceCode: 'USD' },
  STARS: { balanceType: 'Custom', balanceCode: 'STARS' },
  Punches: { balanceType: 'Punches' },
}
export const unitsOf = (type: Type): number => (type === 'USD' ? 100 : 1)

/** One brand for each ladder. They have cards of the same numbers, and nothing else in common. */
export const brandOf = (place: number) => ({
  id: `model${place}`,
  key: `till${place}`,
  secret: `secret-of-model-${place}`,
})

/** What the rules below give, in minor units: the model and the brand file are written from the same numbers. */
export const terms = {
  usdMax: 50_000,
  codePercent: 10,
  couponOff: 300,
  cutPercent: 20,
  cutBudget: 10_000,
  fewOff: 200,
  fewPerMonth: 12,
  fewPerCard: 2,
  deviceOff: 150,
  devicePerMonth: 2,
  rewardPrice: 15,
  rewardStars: 4,
  rewardPerMonth: 2,
  bonus: 5,
  bonusBudget: 45,
  offerOff: 150,
  earnedKeptMonths: 4,
  silverStars: 10,
  goldStars: 20,
}

/** What customers share, as people of one household do. */
export const devices = ['tablet', 'phone', 'kiosk'] as const

export interface CodeTerms {
  readonly code: string
  readonly uses?: number
  readonly perCard?: number
}

export const codes: readonly CodeTerms[] = [
  { code: 'OPEN' },
  { code: 'ONCE', perCard: 1 },
  ...Array.from({ length: 150 }, (_, index) => ({ code: rareCode(index), uses: 6, perCard: 2 })),
]

/** The code that is rare in a round. */
export function rareCode(round: number): string {
  return `RARE${round % 150}`
}

/** The ladders, each of which has a brand. Jumps of time are whole pairs of days, so odd windows have no edge. */
export const ladders: readonly Ladder[] = [
  { by: 'spend', within: 'year', at: [10_000, 30_000], keepAt: [10_000, 20_000], keep: { every: 'year', plus: 1 } },
  { by: 'spend', at: [15_000, 40_000], keepAt: [15_000, 30_000], keep: { every: 'month', plus: 3 } },
  { by: 'checkouts', within: 101, at: [3, 6], keepAt: [3, 4], keep: { every: 'month', plus: 2 } },
  { by: 'spend', within: 61, at: [10_000, 25_000], keepAt: [10_000, 15_000] },
]

export function ladderOf(place: number): Ladder {
  const ladder = ladders[place]
  if (!ladder) throw new Error(`no ladder ${place}`)
  return ladder
}

const promo = (value: string) => [{ fact: 'keyValue', key: 'promo', op: '=', value }]
const campaign = (id: string, priority: number, rule: object) => ({
  id,
  name: id,
  priority,
  rules: [{ id: 'rule', name: id, trigger: 'checkout', ...rule }],
})
const dollars = (minor: number) => minor / 100
const issue = (type: Type, amount: number | object, more: object = {}) => ({
  issue: { ...named[type], amount, ...more },
})

const campaigns = [
  campaign('code', 10, {
    when: [{ fact: 'code', set: 'public' }],
    then: [{ discount: { percent: terms.codePercent } }],
  }),
  campaign('coupon', 20, {
    when: [{ fact: 'coupon', set: 'gift' }],
    then: [{ discount: { amount: dollars(terms.couponOff) } }],
  }),
  campaign('cut', 30, {
    when: promo('cut'),
    budget: { amount: dollars(terms.cutBudget), of: 'discount', every: 'month' },
    then: [{ discount: { percent: terms.cutPercent } }],
  }),
  campaign('few', 40, {
    when: promo('few'),
    limit: [
      { times: terms.fewPerMonth, per: 'brand', every: 'month' },
      { times: terms.fewPerCard, per: 'card', every: 'month' },
    ],
    then: [{ discount: { amount: dollars(terms.fewOff) } }],
  }),
  campaign('device', 45, {
    when: promo('device'),
    limit: { times: terms.devicePerMonth, per: 'device', every: 'month' },
    then: [{ discount: { amount: dollars(terms.deviceOff) } }],
  }),
  campaign('earn', 50, {
    then: [
      issue(
        'Points',
        { give: 1, per: 1, of: 'checkout.netTotal' },
        { expiresAfter: { endOf: 'month', plus: terms.earnedKeptMonths } },
      ),
    ],
  }),
  campaign('bonus', 60, {
    when: promo('bonus'),
    budget: { amount: terms.bonusBudget, of: named.Punches, every: 'month' },
    then: [issue('Punches', terms.bonus)],
  }),
  campaign('gift', 70, { when: promo('gift'), then: [{ allocateCoupon: { set: 'gift', promotion: 'gift' } }] }),
  campaign('silver', 80, {
    trigger: 'tier',
    tier: { on: 'up', level: 'silver' },
    then: [issue('STARS', terms.silverStars)],
  }),
  campaign('gold', 90, {
    trigger: 'tier',
    tier: { on: 'up', level: 'gold' },
    then: [issue('STARS', terms.goldStars)],
  }),
  campaign('mug', 100, {
    trigger: 'choice',
    limit: { times: terms.rewardPerMonth, per: 'card', every: 'month' },
    then: [{ redeem: { ...named.Points, amount: terms.rewardPrice } }, issue('STARS', terms.rewardStars)],
  }),
]

/** The brand file for the ladder at a place. */
export function modelBrand(place: number): object {
  const brand = brandOf(place)
  return {
    brand: {
      id: brand.id,
      name: 'Model',
      country: 'US',
      currency: 'USD',
      timeZone: 'UTC',
      enable: ['createIfNew', 'reactivate'],
    },
    apiKeys: [{ key: brand.key, secret: brand.secret }],
    locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }],
    programs: [
      {
        id: 'rewards',
        name: 'Rewards',
        type: 'loyalty',
        valueTypes: [
          { ...named.Points, scale: 0 },
          { ...named.USD, scale: 2, maxBalance: dollars(terms.usdMax) },
          { ...named.STARS, scale: 0 },
          { ...named.Punches, scale: 0 },
        ],
        cardSets: [{ id: 'cards', name: 'Cards' }],
        tiers: tiersOf(ladderOf(place)),
      },
    ],
    couponSets: [
      { id: 'public', name: 'Public', codes },
      { id: 'gift', name: 'Gifts', generate: { count: 1, prefix: 'G-', length: 12 }, autoGenerate: true },
    ],
    campaigns,
    member: { catalogue: [{ id: 'mug', rule: 'mug/rule' }] },
  }
}

function tiersOf({ by, within, at, keepAt, keep }: Ladder): object {
  const unit = by === 'spend' ? 100 : 1
  const window = within === 'year' ? { calendar: 'year' } : within && { days: within }
  return {
    by: { fact: `history.${by}`, ...(window && { within: window }) },
    levels: ['silver', 'gold'].map((id, rank) => ({
      id,
      name: id,
      at: (at[rank] ?? 0) / unit,
      keepAt: (keepAt[rank] ?? 0) / unit,
    })),
    ...(keep && { keep: { endOf: keep.every, plus: keep.plus } }),
  }
}

import { type ProveBrand, proveFile } from './prove-brand.ts'

export const types = ['Points', 'USD', 'STARS'] as const
export type Type = (typeof types)[number]

/** How the interface names each. */
export const named: Readonly<Record<Type, object>> = {
  Points: { balanceType: 'Points' },
  USD: { balanceType: 'Currency', balanceCode: 'USD' },
  STARS: { balanceType: 'Custom', balanceCode: 'STARS' },
}

/** What rules ask for, and how many stories there are before they share a budget. */
export const promos = [
  'deal',
  'few',
  'device',
  'mail',
  'pot',
  'cut',
  'convert',
  'gift',
  'swap',
  'added',
  'offer',
] as const
export type Promo = (typeof promos)[number]
export const pots = 40

const asks = (promo: Promo) => ({ fact: 'keyValue', key: 'promo', op: '=', value: promo })
const issue = (type: Type, amount: number | object, more: object = {}) => ({
  issue: { ...named[type], amount, ...more },
})
const campaign = (id: string, rule: object, more: object = {}) => ({
  id,
  name: id,
  ...more,
  rules: [{ id: 'rule', name: id, trigger: 'checkout', ...rule }],
})
const ofPot = (pot: number) => ({ fact: 'keyValue', key: 'pot', op: '=', value: String(pot) })

/** Budgets that a story soon uses up. Stories at the same time have different ones. */
const potCampaigns = Array.from({ length: pots }, (_, pot) => [
  campaign(`pot${pot}`, {
    when: [asks('pot'), ofPot(pot)],
    budget: { amount: 60, of: named.STARS, every: 'ever' },
    then: [issue('STARS', 7)],
  }),
  campaign(`cut${pot}`, {
    when: [asks('cut'), ofPot(pot)],
    budget: { amount: 50, of: 'discount', every: 'ever' },
    then: [{ discount: { percent: 20 } }],
  }),
]).flat()

const sales = [
  campaign('code', { when: [{ fact: 'code', set: 'public' }], then: [{ discount: { percent: 10 } }] }),
  campaign('coupon', { when: [{ fact: 'coupon', set: 'gift' }], then: [{ discount: { amount: 3 } }] }),
  campaign('earn', {
    then: [
      issue('Points', { give: 1, per: 1, of: 'checkout.netTotal' }, { expiresAfter: { endOf: 'month', plus: 4 } }),
    ],
  }),
  campaign('deal-off', { group: 'deals', when: [asks('deal')], then: [{ discount: { percent: 10 } }] }),
  campaign('deal-points', { group: 'deals', when: [asks('deal')], then: [issue('Points', 400)] }),
  campaign('few', { when: [asks('few')], limit: { times: 2, per: 'card' }, then: [issue('STARS', 3)] }),
  campaign('device', {
    when: [asks('device')],
    limit: [
      { times: 2, per: 'device' },
      { times: 3, per: 'customer' },
    ],
    then: [{ discount: { amount: 1.5 } }],
  }),
  campaign('mail', { when: [asks('mail')], limit: { times: 2, per: 'email' }, then: [issue('Points', 5)] }),
  campaign('gift', { when: [asks('gift')], then: [{ allocateCoupon: { set: 'gift', promotion: 'gift' } }] }),
  campaign('swap', {
    when: [asks('swap')],
    then: [{ redeem: { ...named.STARS, amount: 5 } }, { discount: { amount: 2 } }],
  }),
  campaign('convert', {
    when: [asks('convert')],
    then: [{ convert: { from: { ...named.Points, amount: 50 }, to: { ...named.USD, give: 1, per: 10 } } }],
  }),
  campaign('added', { when: [asks('added')], then: [{ addProduct: { sku: 'MUG', unitPrice: 0, regularPrice: 15 } }] }),
  campaign('offer', {
    when: [asks('offer')],
    then: [
      {
        personalOffer: {
          skus: [{ sku: 'TEA' }],
          discountType: 'absoluteDiscount',
          absoluteDiscount: 1,
          maxUsageCount: 3,
          expiresAfter: { years: 1 },
        },
      },
    ],
  }),
  campaign('thanks', { then: [issue('Points', 50, { to: 'referrer' })] }),
  campaign('welcome', {
    when: [{ fact: 'checkout.isReferred', op: '=', value: true }],
    then: [issue('Points', 10)],
  }),
]

const others = [
  campaign('silver', { trigger: 'tier', tier: { on: 'up', level: 'silver' }, then: [issue('STARS', 10)] }),
  campaign('gold', { trigger: 'tier', tier: { on: 'up', level: 'gold' }, then: [issue('STARS', 20)] }),
  campaign('mug', {
    trigger: 'choice',
    limit: { times: 2, per: 'card' },
    then: [{ redeem: { ...named.Points, amount: 15 } }, issue('STARS', 4)],
  }),
  campaign('custom', { trigger: 'custom', limit: { times: 2, per: 'card' }, then: [issue('Points', 4)] }),
  campaign('refer', {
    trigger: 'refer',
    then: [issue('Points', { give: 2, per: 1, of: 'referral.checkouts' }), issue('STARS', 1)],
  }),
]

/** The file of a brand in which whatever can be undone is worth something. */
export function twinFile(brand: ProveBrand): object {
  return proveFile(brand, {
    programs: [
      {
        id: 'rewards',
        name: 'Rewards',
        type: 'loyalty',
        valueTypes: [
          { ...named.Points, scale: 0 },
          { ...named.USD, scale: 2 },
          { ...named.STARS, scale: 0 },
        ],
        cardSets: [{ id: 'cards', name: 'Cards' }],
        tiers: {
          by: { fact: 'history.spend', within: { calendar: 'year' } },
          levels: [
            { id: 'silver', name: 'Silver', at: 100 },
            { id: 'gold', name: 'Gold', at: 300, keepAt: 200 },
          ],
          keep: { endOf: 'year', plus: 1 },
        },
      },
    ],
    couponSets: [
      { id: 'public', name: 'Public', codes: [{ code: 'OPEN' }, { code: 'ONCE', perCard: 1 }] },
      { id: 'gift', name: 'Gifts', generate: { count: 1, prefix: 'G-', length: 14 }, autoGenerate: true },
    ],
    promotions: { worth: { Points: '0.01' }, groups: [{ id: 'deals', best: 'customer' }] },
    referrals: { guards: ['card', 'email'], perMonth: 3, firstPurchaseOnly: false },
    member: { catalogue: [{ id: 'mug', rule: 'mug/rule' }] },
    campaigns: [...sales, ...others, ...potCampaigns],
  })
}

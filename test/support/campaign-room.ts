import { productsOf } from './checkout-shop.ts'
import { openPortalRoom, type PortalRoom } from './portal-room.ts'

const checkout = (id: string, name: string, results: readonly object[], more: object = {}) => ({
  id,
  name,
  trigger: 'checkout',
  then: results,
  ...more,
})

const points = (amount: unknown) => ({ issue: { balanceType: 'Points', amount } })

/** Campaigns in every state, with a budget and an experiment among them. */
const campaigns = [
  {
    id: 'earn',
    name: 'Earn points',
    rules: [
      checkout('per-dollar', 'A point per dollar', [points({ give: 1, per: 1, of: 'checkout.netTotal' })], {
        when: [{ fact: 'products.quantity', where: { category: ['drinks'] }, op: '>=', value: 1 }],
      }),
      checkout('mug', 'Mug bonus', [points(5)], {
        when: [{ fact: 'products.quantity', where: { sku: ['MUG'] }, op: '>=', value: 1 }],
      }),
    ],
  },
  {
    id: 'opening-week',
    name: 'Opening week',
    budget: { amount: 10, of: 'discount', every: 'day' },
    rules: [checkout('ten-percent', '10 % off', [{ discount: { percent: 10 } }])],
  },
  {
    id: 'trial',
    name: 'Points trial',
    holdout: 50,
    rules: [checkout('one', 'One point', [points(1)])],
  },
  { id: 'summer', name: 'Summer', until: '2025-09-01 00:00:00', rules: [checkout('one', 'One point', [points(1)])] },
  { id: 'winter', name: 'Winter', from: '2099-12-01 00:00:00', rules: [checkout('one', 'One point', [points(1)])] },
  { id: 'resting', name: 'Resting', active: false, rules: [checkout('one', 'One point', [points(1)])] },
]

/** The sections of a brand file with these campaigns. */
export const campaignSections = {
  products: [
    { sku: 'ESP', name: 'Espresso', categories: ['drinks'] },
    { sku: 'MUG', name: 'Mug' },
  ],
  campaigns,
}

/** A shop with these campaigns, and somebody who bought two drinks and a mug there. */
export async function openCampaignRoom(): Promise<PortalRoom> {
  const room = await openPortalRoom({ more: campaignSections })
  const card = await room.shop.card()
  await room.shop.must('checkout', { cardNumber: card, products: productsOf('2 ESP 5, 1 MUG 10') })
  return room
}

import { comparison } from '../comparison.ts'
import { callOnce } from '../load/call-once.ts'
import type { CallShape } from '../load/run.ts'
import { boughtProducts, couponSets, firingCount, modernCampaigns, modernSections } from '../rule-book.ts'
import type { Shop } from '../site.ts'
import { fewRules, numberBase, programOf, uniformCards } from '../stock.ts'
import { redeemStatement } from './redeem.ts'

export const checkoutCall: CallShape = {
  path: '/merchant/checkout',
  body: (cardNumber) => ({ cardNumber, products: boughtProducts }),
}

/** A checkout of five lines with ten rules, of which three fire. The floor is the redemption, which does less. */
export const checkout = comparison({
  name: 'checkout',
  target: 0.5,
  call: checkoutCall,
  cards: uniformCards,
  statement: redeemStatement,
  prepare: checkFirings,
})

const modernCards = 2_000

/** The same with ten rules of which one has a budget, one asks for a level and one for a public code. */
export const modernCheckout = comparison({
  name: 'modernCheckout',
  target: 0.55,
  call: checkoutCall,
  cards: { count: modernCards },
  statement: redeemStatement,
  prepare: checkFirings,
  shop: (site) =>
    site.openShop('modern', {
      brand: 'modern',
      rules: fewRules,
      cards: modernCards,
      redemptions: 0,
      hasLevels: true,
      sections: {
        campaigns: modernCampaigns(),
        couponSets: [...couponSets, modernSections.couponSet],
        programs: [{ ...programOf(), tiers: modernSections.tiers }],
      },
    }),
})

/** Makes sure that a checkout brings about what three rules give: no more and no less. */
export async function checkFirings(shop: Shop): Promise<void> {
  const { path, body } = checkoutCall
  const asked = { ...body(String(numberBase + 1), 0), returnBalanceMutations: true }
  const answer = await callOnce(shop, path, asked)
  const mutations: readonly { campaignRuleUUID?: string }[] = answer.balanceMutations ?? []
  const fired = new Set(mutations.map((mutation) => mutation.campaignRuleUUID))
  if (answer.success === true && fired.size === firingCount && !fired.has(undefined)) return
  throw new Error(`Of the checkout's rules ${firingCount} are to fire:\n${JSON.stringify(answer)}`)
}

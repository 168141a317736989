import { campaign, openRuleShop, perDollar, points } from './checkout-shop.ts'
import type { Shop, ShopOptions } from './shop.ts'
import { transfersOf } from './transfer-shop.ts'

/** Three places in two groups, one in none, and two campaigns of which one gives what expires. */
export const datedPlaces = {
  locations: [
    { id: 'L1', name: 'Main Street', group: 'north', terminals: ['T1'] },
    { id: 'L2', name: 'Harbour', group: 'south', terminals: ['T1'] },
    { id: 'L3', name: 'Harbour', group: 'south', terminals: ['T1'] },
    { id: 'L4', name: 'Island', terminals: ['T1'] },
  ],
  more: {
    groups: ['north', 'south'].map((id) => ({ id, name: id })),
    campaigns: [
      campaign([{ then: [points(perDollar(1))] }]),
      campaign([{ then: [points(10, { expiresAfter: { days: 30 } })] }], { id: 'large', name: 'Large baskets' }),
    ],
  },
} satisfies ShopOptions

export const openDatedShop = (options: ShopOptions = {}) => openRuleShop([], { ...datedPlaces, ...options })

type Roll = (sides: number) => number

/** The same history for the same number. */
export function rollFrom(seed: number): Roll {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

type Buy = (
  basket: string,
  more: object,
  headers?: Record<string, string>,
) => Promise<{ readonly transactionId?: unknown }>

/** Whatever changes balances, at any place, on dates that the caller chooses. What is refused is refused. */
export async function live(
  { shop, bought }: { shop: Shop; bought: Buy },
  roll: Roll,
  calls: number,
  dateOf: () => object,
) {
  const cards = [await shop.card({ usd: 40, points: 20 }), await shop.card({ points: 30 }), await shop.card()]
  const refs: { cardNumber: string; requestRef: string }[] = []
  const any = <One>(all: readonly One[]): One => all[roll(all.length)] as One
  const keep = (cardNumber: string, answer: { readonly body?: unknown }) => {
    const { requestRef } = (answer.body ?? answer) as { requestRef?: string }
    if (requestRef !== undefined) refs.push({ cardNumber, requestRef })
  }
  const amount = () =>
    roll(2) === 0
      ? { balanceType: 'Points', amount: 1 + roll(9) }
      : { balanceType: 'Currency', balanceCode: 'USD', amount: (1 + roll(900)) / 100 }
  const update = async (action: string, more: object = {}) => {
    const cardNumber = any(cards)
    const request = { cardNumber, action, amount: amount(), ...dateOf(), ...more }
    keep(cardNumber, await shop.call('updateBalance', request, { location: any(['L1', 'L2', 'L3', 'L4']) }))
  }
  const acts = [
    () => update('issue'),
    () => update('redeem'),
    () => update('issue', { isAccountingAdjustment: true }),
    async () => {
      const cardNumber = any(cards)
      keep(
        cardNumber,
        (await bought('1 CAKE 7', { cardNumber, ...dateOf() }, { location: any(['L1', 'L4']) })) as object,
      )
    },
    async () => {
      const undone = any(refs)
      if (undone) await shop.call('voidTransaction', { ...undone, ...dateOf() })
    },
    async () => {
      const heir = await shop.card({ points: 1 })
      const from = cards.splice(roll(cards.length), 1)[0]
      if (from !== undefined) await transfersOf(shop).moved(heir, from)
      cards.push(heir)
    },
  ]
  for (let call = 0; call < calls; call += 1) await any(acts)()
}

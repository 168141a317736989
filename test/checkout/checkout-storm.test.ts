import assert from 'node:assert/strict'
import { campaign, productsOf, shopCoupons, shopProducts } from '../support/checkout-shop.ts'
import { ask, race } from '../support/race.ts'
import { type Answer, type Shop, times } from '../support/shop.ts'

const rules = [
  { when: [{ fact: 'coupon', set: 'many', op: '=', value: true }], then: [{ discount: { amount: 5 } }] },
  { then: [{ issue: { balanceType: 'Points', amount: { give: 1, per: 1, of: 'checkout.netTotal' } } }] },
  { limit: { times: 15, per: 'brand', every: 'ever' }, then: [{ issue: { balanceType: 'Punches', amount: 1 } }] },
  { limit: { times: 3, per: 'card', every: 'ever' }, then: [{ allocateCoupon: { set: 'gift', promotion: 'P' } }] },
  { then: [{ issue: { balanceType: 'Custom', balanceCode: 'STARS', amount: 1, to: 'referrer' } }] },
  { then: [{ notify: { channel: 'webhook', text: 'Bought' } }, { logEvent: { categoryId: 'buy' } }] },
  {
    when: [{ fact: 'history.checkouts', op: '>=', value: 3 }],
    then: [{ redeem: { balanceType: 'Points', amount: 5 } }],
  },
]
const many = { id: 'many', name: 'Many', coupons: times(40, (index) => `M-${index}`) }
const options = {
  more: {
    products: shopProducts,
    couponSets: [...shopCoupons, many],
    eventTypes: [{ categoryId: 'buy', name: 'Bought' }],
    campaigns: [campaign(rules)],
  },
}

/** What tills know of each other's calls while they all work at once. */
interface Floor {
  readonly cards: readonly string[]
  readonly coupons: readonly string[]
  readonly setups: { cardNumber: string; relatedSetupTransactionId: string }[]
  readonly sales: { cardNumber: string; requestRef: string }[]
  readonly redemptions: string[]
}

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const pick = <T>(list: readonly T[], from: number): T | undefined => list[from % list.length]

/** One call of a till: which, and of what, is spread over all that there is. */
async function work(shop: Shop, floor: Floor, turn: number): Promise<Answer> {
  const { cards, coupons, setups, sales, redemptions } = floor
  const cardNumber = pick(cards, turn * 7) ?? ''
  const sale = {
    cardNumber,
    products: productsOf(turn % 2 === 0 ? '1 CAKE 9.5' : '2 ESP 3.25, 1 CAKE 4'),
    failOnUnusedCoupons: false,
    ...(turn % 3 === 0 && { coupons: [pick(coupons, turn), pick(coupons, turn * 5)] }),
    ...(turn % 4 === 1 && { referringCardNumber: pick(cards, turn * 7 + 1) }),
    ...(turn % 5 === 2 && { paymentMethods: [{ redeemBalance: true, ...usd(1) }] }),
    ...(turn % 7 === 3 &&
      redemptions.length > 0 && { paymentMethods: [{ updateBalanceRequestRef: pick(redemptions, turn) }] }),
  }
  switch (turn % 9) {
    case 0:
    case 1:
    case 2: {
      const answer = await shop.call('checkout', sale)
      if (answer.body.success) sales.push({ cardNumber, requestRef: answer.body.requestRef })
      return answer
    }
    case 3:
    case 4: {
      const answer = await shop.call('checkout', { ...sale, isSetup: true, lockSetupDuration: 1 + (turn % 3) })
      if (answer.body.success) setups.push({ cardNumber, relatedSetupTransactionId: answer.body.transactionId })
      return answer
    }
    case 5:
    case 6:
      return shop.call('checkout', pick(setups, turn) ?? { cardNumber, isSetup: true })
    case 7: {
      const { relatedSetupTransactionId } = setups.at(-1) ?? {}
      if (relatedSetupTransactionId === undefined || turn % 2 === 0) return redeem(shop, floor, cardNumber)
      return shop.call('checkout', { relatedSetupTransactionId, cancelSetup: true })
    }
    default: {
      const sold = pick(sales, turn)
      const isVoid = turn % 4 === 0 || !sold
      return isVoid ? shop.call('voidTransaction', sold ?? { requestRef: 'none' }) : giveBack(shop, sold)
    }
  }
}

async function redeem(shop: Shop, { redemptions }: Floor, cardNumber: string): Promise<Answer> {
  const answer = await shop.call('updateBalance', { cardNumber, action: 'redeem', amount: usd(0.5) })
  if (answer.body.success) redemptions.push(answer.body.requestRef)
  return answer
}

function giveBack(shop: Shop, { cardNumber, requestRef }: { cardNumber: string; requestRef: string }) {
  const body = { cardNumber, checkoutRequestRef: requestRef, additionalReturnAmount: 1, failIfCouponsUsed: false }
  return shop.call('returnMerchandise', body)
}

race(
  'tills that do everything at once on few cards get answers that add up, and none of them a fault',
  async ({ shop, till }) => {
    const cards = await Promise.all(times(6, () => shop.card({ usd: 40 })))
    const coupons = await Promise.all(
      times(30, async () => (await shop.must('allocateCoupon', { couponSetId: 'many' })).couponId as string),
    )
    const floor: Floor = { cards, coupons, setups: [], sales: [], redemptions: [] }
    const answers = await Promise.all(
      times(12, async (number) => {
        const own: Answer[] = []
        for (let round = 0; round < 30; round += 1) own.push(await work(till(number), floor, number + round * 13))
        return own
      }),
    )
    const codes = answers.flat().map(({ body }) => (body.success ? 0 : body.errorCode))
    const expected = [0, 13, 26, 27, 113, 114, 118, 119, 120]
    assert.deepEqual(
      [...new Set(codes)].filter((code) => !expected.includes(code)),
      [],
    )
    assert.ok(codes.filter((code) => code === 0).length > 60, 'most of it happened')
    const [fired] = await ask(
      `select count(*) as count from rule_firing
       where brand_id = $1 and rule_id = 'main/rule-3' and (until is null or until > now())`,
      [shop.id],
    )
    assert.ok(Number(fired?.count) <= 15)
    const twice = await ask(
      `select card_id from rule_firing where brand_id = $1 and rule_id = 'main/rule-4' and (until is null or until > now())
       group by card_id having count(*) > 3`,
      [shop.id],
    )
    assert.deepEqual(twice, [])
  },
  options,
)

import type { Case, Measured } from '../case.ts'
import { summarize } from '../comparison.ts'
import type { CallShape } from '../load/run.ts'
import { runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { interleave } from '../rounds.ts'
import { boughtProducts, couponSets } from '../rule-book.ts'
import type { Shop, Site } from '../site.ts'
import { fewRules } from '../stock.ts'
import { checkoutCall } from './checkout.ts'

const cards = 20_000
const code = 'EVERYBODY'

/** Every checkout uses the same public code, against checkouts that get the same without one: two brands of one server. */
export const hotCode: Case = { name: 'hotCode', target: { ratio: 0.7 }, isQuick: false, run: measureHotCode }

const codeCall: CallShape = {
  path: checkoutCall.path,
  body: (cardNumber) => ({ cardNumber, products: boughtProducts, coupons: [code] }),
}

function dollarOff(when: readonly object[]) {
  const rule = { id: 'dollar-off', trigger: 'checkout', when, then: [{ discount: { amount: 1 } }] }
  return [{ id: 'public', rules: [rule] }]
}

async function measureHotCode(site: Site, plan: Plan): Promise<Measured> {
  const stock = { rules: fewRules, cards, redemptions: 0 }
  const publicSet = { id: 'public', codes: [{ code, uses: 1_000_000_000 }] }
  const [without, withCode] = await site.openShops('hot-code', [
    { brand: 'no-code', campaigns: dollarOff([]), ...stock },
    {
      brand: 'hot-code',
      campaigns: dollarOff([{ fact: 'code', set: 'public' }]),
      sections: { couponSets: [...couponSets, publicSet] },
      ...stock,
    },
  ])
  if (!without || !withCode) throw new Error('Two brands were opened.')
  const inShop = (shop: Shop, call: CallShape) => (seconds: number, seed: number) =>
    runOurs(site, shop, { call, cards: { count: cards }, seconds, seed })
  const plain = inShop(without, checkoutCall)
  const coded = inShop(withCode, codeCall)
  for (const run of [plain, coded]) await run(plan.warmUpSeconds.started / 2, 0)
  const rounds = await interleave(plan, {
    ours: (seed) => coded(plan.seconds, seed),
    floor: (seed) => plain(plan.seconds, seed),
  })
  return summarize(rounds)
}

import { toJsonNumber } from '../../server/ground/kernel/money.ts'
import type { Case, Measured } from '../case.ts'
import { GeneratorProcess } from '../load/generator-process.ts'
import { startPipeline } from '../load/pipeline.ts'
import { composeRequests } from '../load/request.ts'
import type { CallShape } from '../load/run.ts'
import { type OurResult, runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { productsFor } from '../rule-book.ts'
import type { Shop, Site } from '../site.ts'
import { fewRules } from '../stock.ts'
import { buyThreeGetTwo, worstBasket, worstCampaigns, worstCatalogue } from '../worst-rules.ts'
import { redeemCall } from './redeem.ts'

const cards = 20_000
const tills = 64
/** As many as a brand has that wants to do harm. */
const worstTills = { checkouts: 8, largeBodies: 4 }
const secondsMax = 3

/** Redemptions of one brand while another is at its worst, against redemptions while it is quiet. */
export const neighbour: Case = { name: 'neighbour', target: { multiple: 2 }, isQuick: false, run: measure }

async function measure(site: Site, plan: Plan): Promise<Measured> {
  const [quiet, worst] = await site.openShops('neighbour', [
    { brand: 'quiet', rules: fewRules, cards, redemptions: 0 },
    {
      brand: 'worst',
      rules: fewRules,
      cards: 1000,
      redemptions: 0,
      campaigns: worstCampaigns(buyThreeGetTwo),
      sections: { products: [...productsFor(fewRules), ...worstCatalogue(buyThreeGetTwo)] },
    },
  ])
  if (!quiet || !worst) throw new Error('Two shops were opened.')
  const seconds = Math.min(plan.seconds, secondsMax)
  const redeem = (time: number, seed: number) =>
    runOurs(site, quiet, { call: redeemCall, cards: { count: cards }, seconds: time, seed, connections: tills })
  await redeem(plan.warmUpSeconds.running, 0)
  const alone = await redeem(seconds, 1)
  const harm = startHarm(worst, seconds + plan.warmUpSeconds.running + 1)
  await redeem(plan.warmUpSeconds.running, 2)
  const beside = await redeem(seconds, 3)
  await harm.stop()
  process.stderr.write(`  p99 alone ${alone.p99.toFixed(1)}, beside the worst ${beside.p99.toFixed(1)} ms; `)
  process.stderr.write(`the server had ${coreShare(alone, seconds)} and ${coreShare(beside, seconds)} of a core\n`)
  return { ...figuresOf(alone), parts: { beside: { ...figuresOf(beside), multiple: beside.p99 / alone.p99 } } }
}

function figuresOf({ perSecond, p50, p99, answers, processorTime }: OurResult): Measured {
  const perCall = processorTime === undefined ? undefined : (1_000_000 * processorTime) / answers
  return { ours: perSecond, p50, p99, ...(perCall !== undefined && { processorTime: perCall }) }
}

/** How much of a core the server had: where others keep the machine busy, the figures say little. */
const coreShare = ({ processorTime = Number.NaN }: OurResult, seconds: number) => (processorTime / seconds).toFixed(2)

/** Checkouts that take as much work as they can, bodies of a megabyte, and a page that is asked for without end. */
function startHarm({ server, brand }: Shop, seconds: number) {
  const { port } = server
  const flood = (call: CallShape, connections: number) => {
    const generator = new GeneratorProcess()
    const run = { port, connections, seconds, seed: 1, cards: { count: 1000 }, ...composeRequests(call, brand) }
    const ended = generator.run(run).finally(() => generator.stop())
    // What becomes of these calls is nobody's concern: some are refused.
    return ended.catch(() => undefined)
  }
  const floods = [flood(worstCheckout, worstTills.checkouts), flood(largestSearch, worstTills.largeBodies)]
  const stopPipeline = startPipeline(port, '/docs/reference')
  return {
    async stop() {
      stopPipeline()
      await Promise.all(floods)
    },
  }
}

const worstCheckout: CallShape = {
  path: '/merchant/checkout',
  body: (cardNumber) => ({
    cardNumber,
    products: worstBasket(buyThreeGetTwo).map(({ sku, unitPrice, amountPurchased }) => ({
      sku,
      unitPrice: unitPrice && toJsonNumber(unitPrice.units, unitPrice.scale),
      amountPurchased: amountPurchased && toJsonNumber(amountPurchased.units, amountPurchased.scale),
    })),
  }),
}

const megabyte = 1024 * 1024

const largestSearch: CallShape = {
  path: '/merchant/search',
  body: (cardNumber) => ({ filters: { cardNumber }, filler: '\\'.repeat((megabyte - 1000) / 2) }),
}

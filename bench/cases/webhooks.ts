import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Case, Measured } from '../case.ts'
import { summarize } from '../comparison.ts'
import { runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { interleave } from '../rounds.ts'
import type { Shop, Site } from '../site.ts'
import { fewRules } from '../stock.ts'
import { redeemCall } from './redeem.ts'

const cards = 20_000

/**
 * Redemptions in a brand whose webhook is told of each, while it is told, against the same in a brand without one: two
 * brands of one server. Besides, how many events a second are told once the tills have gone.
 */
export const webhooks: Case = { name: 'webhooks', target: { ratio: 0.7 }, isQuick: false, run: measureWebhooks }

async function measureWebhooks(site: Site, plan: Plan): Promise<Measured> {
  const receiver = await openReceiver()
  try {
    const stock = { rules: fewRules, cards, redemptions: 0 }
    const [silent, telling] = await site.openShops('webhooks', [
      { brand: 'silent', ...stock },
      { brand: 'telling', ...stock, sections: { webhooks: [{ id: 'count', url: receiver.url }] } },
    ])
    if (!silent || !telling) throw new Error('Two brands were opened.')
    const inShop = (shop: Shop) => (seconds: number, seed: number) =>
      runOurs(site, shop, { call: redeemCall, cards: { count: cards }, seconds, seed })
    for (const shop of [silent, telling]) await inShop(shop)(plan.warmUpSeconds.started / 2, 0)
    const rounds = await interleave(plan, {
      ours: (seed) => inShop(telling)(plan.seconds, seed),
      floor: (seed) => inShop(silent)(plan.seconds, seed),
    })
    const toldUnderLoad = receiver.count()
    const toldPerSecond = await countFor(receiver, 10)
    process.stderr.write(`  ${toldUnderLoad} told by then; ${toldPerSecond.toFixed(0)}/s after the tills have gone\n`)
    return { ...summarize(rounds), more: { toldPerSecond } }
  } finally {
    receiver.close()
  }
}

interface Counting {
  readonly url: string
  count(): number
  close(): void
}

/** Answers at once, and counts. */
async function openReceiver(): Promise<Counting> {
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    request.resume()
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, count: () => count, close: () => server.close() }
}

async function countFor(receiver: Counting, seconds: number): Promise<number> {
  const [before, began] = [receiver.count(), performance.now()]
  await wait(seconds * 1000)
  return ((receiver.count() - before) * 1000) / (performance.now() - began)
}

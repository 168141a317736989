import type { Case, Measured } from '../case.ts'
import { sharesOf } from '../comparison.ts'
import { hasWrk, WrkClient } from '../load/wrk.ts'
import { runOurs } from '../our-side.ts'
import type { Plan } from '../plan.ts'
import { interleave, median } from '../rounds.ts'
import type { Site } from '../site.ts'
import { uniformCards } from '../stock.ts'
import { redeemCall } from './redeem.ts'

/** The same redemptions by wrk and by our own client: which of the two leaves more of the machine to what is measured. */
export const clients: Case = { name: 'clients', target: { ratio: 1 }, isQuick: false, run: measure }

async function measure(site: Site, plan: Plan): Promise<Measured> {
  if (!hasWrk()) throw new Error('wrk is not installed (Debian and Ubuntu: apt install wrk).')
  const shop = await site.mainShop()
  const wrk = new WrkClient(site.folder)
  const by = (client: typeof wrk | typeof site.generator, seconds: number) => (seed: number) =>
    runOurs(site, shop, { call: redeemCall, cards: uniformCards, seconds, seed, client })
  await by(wrk, plan.warmUpSeconds.started)(0)
  const rounds = await interleave(plan, { ours: by(wrk, plan.seconds), floor: by(site.generator, plan.seconds) })
  const { shares } = sharesOf(rounds.map(({ floor }) => floor))
  return {
    ratio: median(rounds.map(({ ours, floor }) => ours.perSecond / floor.perSecond)),
    ours: median(rounds.map(({ ours }) => ours.perSecond)),
    floor: median(rounds.map(({ floor }) => floor.perSecond)),
    p50: median(rounds.map(({ ours }) => ours.p50)),
    p99: median(rounds.map(({ ours }) => ours.p99)),
    ...sharesOf(rounds.map(({ ours }) => ours)),
    ...(shares && { more: { 'own.client': shares.client } }),
  }
}

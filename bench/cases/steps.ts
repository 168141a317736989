import { unmetered } from '../../server/ground/kernel/work-meter.ts'
import type { Case, Measured } from '../case.ts'
import { PureTill } from '../pure-till.ts'
import { median } from '../rounds.ts'
import { type WorstShape, worstBasket, worstCampaigns, worstCatalogue, worstShapes } from '../worst-rules.ts'

/** What --work-limit is by default. */
const limit = 1_000_000
const evaluations = 12

/**
 * What a step of the work meter takes, in processor time, where rules and baskets take as much work as they can: in this
 * process, without what is stored and answered. The figures are the milliseconds of as many steps as one call may take.
 */
export const steps: Case = { name: 'steps', target: { p99: 50 }, isQuick: false, run: measure }

async function measure(): Promise<Measured> {
  const more: Record<string, number> = {}
  for (const shape of worstShapes) more[shape.name] = await millisecondsOf(shape)
  const all = Object.values(more)
  return { ours: 1000 / median(all), p50: median(all), p99: Math.max(...all), more }
}

async function millisecondsOf(shape: WorstShape): Promise<number> {
  const till = await PureTill.open(3, worstCampaigns(shape), { products: worstCatalogue(shape) })
  const products = worstBasket(shape)
  const times: number[] = []
  let count = 0
  for (let left = evaluations; left > 0; left -= 1) {
    const work = unmetered()
    const before = process.cpuUsage()
    till.evaluate(till.basketOf(products, work), new Map())
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
    count = work.steps
  }
  // The first ones compile the code.
  const milliseconds = Math.min(...times.slice(2))
  const ofLimit = (milliseconds * limit) / count
  process.stderr.write(
    `  ${shape.name}: ${milliseconds.toFixed(1)} ms, ${Math.round(count)} steps; ${limit}: ${ofLimit.toFixed(1)} ms\n`,
  )
  return ofLimit
}

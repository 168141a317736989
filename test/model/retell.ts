import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { balancesIn, Divergence } from './compare.ts'
import { Shared } from './counters.ts'
import { Coverage } from './coverage.ts'
import { join, type Member, take, type World } from './lane.ts'
import { brandOf, ladderOf, ladders, modelBrand } from './model-brand.ts'
import { ModelServers } from './model-servers.ts'
import { pasted } from './pasted.ts'
import type { Step } from './steps.ts'
import { type Body, Till } from './till.ts'

interface Line {
  readonly at: number
  readonly step: Step
}

/** The story of a divergence as it was printed: its brand, and its steps. */
export function readStory(text: string): { readonly place: number; readonly lines: readonly Line[] } {
  const place = Number(/ of model(\d+) at /.exec(text)?.[1] ?? 0)
  const lines = [...text.matchAll(/^\d+ (\d{4}-\d\d-\d\d) (\{.*\}) \S+ \S+ tries \d+$/gm)].map(
    ([, date, step]): Line => ({ at: Date.parse(`${date}T12:00:00Z`), step: JSON.parse(step ?? '') }),
  )
  return { place, lines }
}

/**
 * Tells a story again to servers that nobody else calls and nobody kills, and says both accounts after each step. Answers
 * whether they were the same in all of it.
 */
export async function retell(file: string, say: (text: string) => void): Promise<boolean> {
  const { place, lines } = readStory(readFileSync(file, 'utf8'))
  const { isSame, calls } = await tellStory(place, lines, say)
  for (const call of calls) say(call)
  return isSame
}

/** The same of steps, with the calls that they were, to be pasted into a shell. */
export async function tellStory(
  place: number,
  lines: readonly Line[],
  say: (text: string) => void,
): Promise<{ readonly isSame: boolean; readonly calls: readonly string[] }> {
  const clock = { now: 0 }
  const till = new Till(brandOf(place), () => servers.ports())
  const isUpToDate = async (port: number) => {
    const time = await till.time(port)
    return time > 0 && time >= clock.now
  }
  const servers = await ModelServers.make(
    ladders.map((_, at) => modelBrand(at)),
    isUpToDate,
  )
  const travel = async (now: number) => {
    clock.now = now
    await servers.travelTo(now)
    while (!(await Promise.all(servers.ports().map(isUpToDate))).every(Boolean)) await wait(50)
  }
  const world = worldOf(place, till)
  try {
    const isSame = await tellAll(world, lines, { travel, say })
    const faults = await servers.verify()
    say(`purser verify names ${faults === '' ? 'nothing' : faults}`)
    return { isSame: isSame && faults === '', calls: pasted(world.made ?? [], brandOf(place)) }
  } finally {
    till.close()
    await servers.close()
  }
}

const worldOf = (place: number, till: Till): World => ({
  brand: brandOf(place).id,
  till,
  shared: new Shared(),
  ladder: ladderOf(place),
  coverage: new Coverage(),
  now: 0,
  round: 0,
  isShared: false,
  cardsMade: 0,
  calls: 0,
  made: [],
})

interface Telling {
  readonly travel: (now: number) => Promise<void>
  readonly say: (text: string) => void
}

async function tellAll(world: World, lines: readonly Line[], { travel, say }: Telling): Promise<boolean> {
  let member: Member | undefined
  for (const [place, { at, step }] of lines.entries()) {
    if (at !== world.now) await travel(at)
    world.now = at
    member ??= await join(world)
    const fault: unknown = await take(world, member, { step, isLost: false }).catch((error: unknown) => error)
    if (fault !== undefined && !(fault instanceof Divergence)) throw fault
    const outcome = member.story.at(-1)?.refusedWith ?? 'ok'
    say(`${place} ${new Date(at).toISOString().slice(0, 10)} ${JSON.stringify(step)} ${outcome}`)
    if (fault) say(`  ${fault.message}: ${JSON.stringify(fault.expected)}, not ${JSON.stringify(fault.actual)}`)
    if (fault || !(await sayAccounts(world, member, say))) return false
  }
  return true
}

async function sayAccounts({ till, now }: World, { customer }: Member, say: (text: string) => void): Promise<boolean> {
  if (customer.isOut) return true
  const returnFields = { balances: true, balanceExpirations: true, delayedBalances: true }
  const search = { filters: { cardNumber: customer.number }, includeInactive: true, returnFields }
  const card: Body = (await till.read('search', search)).cards[0]
  const [model, server] = [customer.shown(now), balancesIn(card?.balances ?? [])]
  say(`  model  ${JSON.stringify(model)}`)
  const isSame = isDeepStrictEqual(model, server)
  if (!isSame) say(`  server ${JSON.stringify(server)}`)
  return isSame
}

import { isDeepStrictEqual } from 'node:util'
import { Dice } from '../model/draw-step.ts'
import { Till } from '../model/till.ts'
import { curlOf } from './poster.ts'
import { type ProveBrand, proveBrand } from './prove-brand.ts'
import type { ProveServers } from './prove-servers.ts'
import type { Stage, StageRun } from './stage.ts'
import { times } from './times.ts'
import { type Act, canBeUndone, StoryMaker, withoutActs } from './twin-acts.ts'
import { twinFile } from './twin-brand.ts'
import { LostAnswer, TwinLife } from './twin-life.ts'

const [lively, calm] = [proveBrand('twin-lively'), proveBrand('twin-calm')]
const storiesAtOnce = 6
/** So often a story that differs is told again with fewer acts. */
const retellingsMax = 60

/**
 * Two brands with the same rules. In one, customers do things and undo them; in the other, theirs do only what stood in the
 * end. Both have the same.
 */
export const twinStage: Stage = { name: 'twins', share: 3, brands: [twinFile(lively), twinFile(calm)], run: runTwins }

async function runTwins(run: StageRun): Promise<void> {
  const { seed, seconds, servers, tally, say, fault } = run
  const until = performance.now() + seconds * 1000
  const teller = new Teller(servers, seed)
  const undone: Record<string, number> = {}
  let stories = 0
  try {
    const lanes = times(storiesAtOnce, async (lane) => {
      const dice = new Dice(seed * 977 + lane)
      while (performance.now() < until) {
        stories += 1
        const isDetailed = dice.chance(60)
        const acts = new StoryMaker(dice, !isDetailed).make(4 + dice.below(8))
        const told = await teller.tell(acts, isDetailed).catch(unlessLost)
        if (!told) continue
        tally.operations += told.calls
        for (const kind of told.undone) undone[kind] = (undone[kind] ?? 0) + 1
        if (told.wrong === undefined) continue
        const shortest = (await teller.shrink(acts, isDetailed).catch(unlessLost)) ?? told
        fault('divergences', `twins differ: ${shortest.wrong}\n${shortest.lines.join('\n')}`)
      }
    })
    await Promise.all(lanes)
  } finally {
    teller.close()
  }
  const spent = await Promise.all([lively, calm].map(({ id }) => spentOf(servers, id)))
  if (tally.divergences === 0 && !isDeepStrictEqual(spent[0], spent[1]))
    fault(
      'divergences',
      `budgets have spent ${JSON.stringify(spent[0])}, those of the twin ${JSON.stringify(spent[1])}`,
    )
  say(`${stories} stories told twice; undone: ${JSON.stringify(undone)}`)
  const found = await servers.verify()
  if (found !== '') fault('divergences', found)
}

/** What each budget has given, less what came back. */
async function spentOf(servers: ProveServers, brand: string): Promise<Record<string, number>> {
  const rows = await servers.askPatiently(
    `select counter, sum(spent)::int as spent from (
       select counter, spent from budget_stripe where brand_id = $1
       union all select counter, amount from budget_use where brand_id = $1 and state = 0) as parts
     group by counter having sum(spent) <> 0 order by counter`,
    [brand],
  )
  return Object.fromEntries(rows.map(({ counter, spent }) => [String(counter), Number(spent)]))
}

/** A story of which an answer was lost cannot be told to its end. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof LostAnswer)) throw error
}

interface Told {
  /** What is wrong with it; undefined if the twins have the same. */
  readonly wrong: string | undefined
  readonly calls: number
  readonly undone: readonly string[]
  readonly lines: readonly string[]
}

class Teller {
  private readonly servers: ProveServers
  private readonly seed: number
  private readonly tills: readonly Till[]
  private stories = 0

  constructor(servers: ProveServers, seed: number) {
    this.servers = servers
    this.seed = seed
    this.tills = [lively, calm].map((brand) => new Till(brand, () => servers.ports()))
  }

  close(): void {
    for (const till of this.tills) till.close()
  }

  /** Lives a story, then the same without what was undone. */
  async tell(acts: readonly Act[], isDetailed: boolean): Promise<Told> {
    this.stories += 1
    const name = `TWIN-${this.seed}-${this.stories}`
    const [first, second] = this.tills.map((till) => new TwinLife(till, this.stories, name))
    if (!first || !second) throw new Error('there are two twins')
    await Promise.all([first.begin(), second.begin()])
    const { gone, wrong: refused } = await livedThrough(acts, first)
    const differing = refused ?? (await liveStanding(acts, { first, second, gone }))
    const [one, other] = [await first.has(isDetailed), await second.has(isDetailed)]
    const isSame = isDeepStrictEqual(one, other)
    const states = `\n    lively ${JSON.stringify(one)}\n    calm   ${JSON.stringify(other)}`
    const undone = [...gone].flatMap((place) => acts[place]?.kind ?? [])
    return {
      wrong: differing ?? (isSame ? undefined : `they have not the same${states}`),
      calls: first.calls.length + second.calls.length,
      undone,
      lines: [...this.pasted(lively, first), ...this.pasted(calm, second)],
    }
  }

  /** The shortest that still differs of what leaving out ever smaller parts finds. */
  async shrink(acts: readonly Act[], isDetailed: boolean): Promise<Told> {
    let [best, told] = [acts, await this.tell(acts, isDetailed)]
    let tries = 0
    for (let size = Math.ceil(acts.length / 2); size >= 1 && tries < retellingsMax; size = Math.floor(size / 2))
      for (let from = 0; from < best.length && tries < retellingsMax; ) {
        const fewer = withoutActs(best, new Set(times(size, (at) => from + at)))
        tries += 1
        const again = await this.tell(fewer, isDetailed)
        if (again.wrong === undefined) from += size
        else [best, told] = [fewer, again]
      }
    return told
  }

  private pasted({ id, key, secret }: ProveBrand, { calls }: TwinLife): readonly string[] {
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
    const headers = { authorization, brand: id, location: 'L1', terminal: 'T1' }
    return calls.map(({ operation, body }) => {
      const path = operation.includes('/') ? `/${operation}` : `/merchant/${operation}`
      return `    ${curlOf(this.servers.ports()[0] ?? 0, { path, headers }, JSON.stringify(body))}`
    })
  }
}

/** What was undone, with what was about it; what was not undone although nothing is in its way is wrong. */
async function livedThrough(
  acts: readonly Act[],
  life: TwinLife,
): Promise<{ gone: ReadonlySet<number>; wrong: string | undefined }> {
  const gone = new Set<number>()
  for (const [place, act] of acts.entries()) {
    const { about = -1 } = act
    const isAboutNothing = act.about !== undefined && !life.isDone(about)
    const code = isAboutNothing ? -1 : await life.live(act, place)
    if (act.kind === 'cancelled setup') gone.add(place)
    if (act.kind !== 'undo') continue
    // What was refused and was to be undone: its twin does not try it either.
    if (isAboutNothing) {
      gone.add(about)
      continue
    }
    const undone = acts[about]
    if (code === 0) gone.add(about)
    else if (undone && canBeUndone(undone.kind))
      return { gone, wrong: `act ${about}, ${undone.kind}, cannot be undone at ${place}: ${code}` }
  }
  for (const [place, { about }] of acts.entries()) if (about !== undefined && gone.has(about)) gone.add(place)
  return { gone, wrong: undefined }
}

interface Twins {
  readonly first: TwinLife
  readonly second: TwinLife
  readonly gone: ReadonlySet<number>
}

/** The twin does what stands, and is answered alike. */
async function liveStanding(acts: readonly Act[], { first, second, gone }: Twins): Promise<string | undefined> {
  for (const [place, act] of acts.entries()) {
    const before = first.deeds[place]
    if (gone.has(place) || act.kind === 'undo' || !before) continue
    const code = await second.live(act, place)
    if (code !== before.code)
      return `act ${place}, ${act.kind}, is answered with ${before.code}, that of the twin with ${code}`
  }
  return undefined
}

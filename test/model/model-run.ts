import { setTimeout as wait } from 'node:timers/promises'
import { dayMs, monthOf } from './calendar.ts'
import { Divergence, same } from './compare.ts'
import { Shared } from './counters.ts'
import { Dice } from './draw-step.ts'
import { drawFor, join, look, type Member, take, type World } from './lane.ts'
import { brand, codes, ladders, modelBrand, terms } from './model-brand.ts'
import { type Blow, ModelServer } from './model-server.ts'
import { codeName } from './predict-sale.ts'
import { Till } from './till.ts'

export interface ModelOptions {
  readonly operations: number
  readonly kills: number
  readonly seed: number
  readonly lanes: number
  readonly minutes: number
  readonly say: (text: string) => void
}

export interface ModelResult {
  readonly operations: number
  readonly kills: number
  readonly divergences: number
}

const [membersOfLane, storyMax, roundSteps, aloneSteps] = [6, 110, 400, 100]
const blows: readonly Blow[] = ['server', 'server', 'server', 'everything', 'backend', 'postmaster']

/** Runs it: rounds in which all lanes call at the same time, then one in which only one does; a kill in some; time between. */
export async function runModel(options: ModelOptions): Promise<ModelResult> {
  const ladder = ladders[options.seed % ladders.length]
  if (!ladder) throw new Error('no ladder')
  const server = await ModelServer.make(modelBrand(ladder))
  const run = new Run(server, options, {
    till: new Till(),
    shared: new Shared(),
    ladder,
    now: Date.UTC(2027, 0, 4, 12),
    round: 0,
    isShared: false,
    cardsMade: 0,
    calls: 0,
  })
  try {
    return await run.go()
  } finally {
    run.close()
    await server.remove()
  }
}

class Run {
  private readonly server: ModelServer
  private readonly options: ModelOptions
  private readonly world: World
  private readonly dice: Dice
  private readonly lanes: Member[][] = []
  private steps = 0
  private kills = 0
  private isAtEnd = false

  constructor(server: ModelServer, options: ModelOptions, world: World) {
    this.server = server
    this.options = options
    this.world = world
    this.dice = new Dice(options.seed)
  }

  async go(): Promise<ModelResult> {
    const { operations, kills, seed, say, minutes } = this.options
    const until = performance.now() + minutes * 60_000
    let divergences = 0
    try {
      this.world.till.port = await this.server.start()
      await this.travel()
      for (let lane = 0; lane < this.options.lanes; lane += 1) this.lanes.push(await this.newMembers())
      while (this.steps < operations && performance.now() < until) await this.cycle()
      await this.end()
    } catch (error) {
      divergences = 1
      say(told(error))
    }
    say(
      `seed ${seed}: ${this.steps} operations (${this.world.calls} calls, ${this.world.till.retries} repeated), ` +
        `${this.kills} of ${kills} kills, ${this.world.cardsMade} cards, to ${new Date(this.world.now).toISOString().slice(0, 10)}, ` +
        `${divergences} divergences`,
    )
    return { operations: this.steps, kills: this.kills, divergences }
  }

  close(): void {
    this.world.till.close()
  }

  private async newMembers(): Promise<Member[]> {
    const members: Member[] = []
    for (let place = 0; place < membersOfLane; place += 1) members.push(await join(this.world))
    return members
  }

  private async cycle(): Promise<void> {
    const { world } = this
    const left = this.options.operations - this.steps
    world.round += 1
    await this.round(Math.min(roundSteps, Math.ceil(left * 0.8)), true)
    await this.compareShared()
    await this.round(Math.min(aloneSteps, Math.ceil(left * 0.2)), false)
    await this.compareShared()
    world.now += 2 * (1 + this.dice.below(20)) * dayMs
    await this.travel()
  }

  /** The server follows the database's time; nobody calls before it has. */
  private async travel(): Promise<void> {
    await this.server.travelTo(this.world.now)
    const until = performance.now() + 60_000
    while ((await this.world.till.time()) < this.world.now) {
      if (performance.now() > until) throw new Error('the server does not follow the time of the database')
      await wait(50)
    }
  }

  /** So many steps, by all lanes at the same time or by one. */
  private async round(count: number, isShared: boolean): Promise<void> {
    this.world.isShared = isShared
    const due = Math.round((this.options.kills * (this.steps + count)) / this.options.operations) - this.kills
    const ended = { is: false }
    const killing = this.killSome(due, ended)
    let left = count
    const lanes = isShared ? this.lanes : [this.lanes.flat()]
    const work = lanes.map(async (members, lane) => {
      const dice = new Dice(this.options.seed * 1000 + this.world.round * 16 + lane + (isShared ? 0 : 9))
      while (left > 0) {
        left -= 1
        this.steps += 1
        await this.step(members, dice)
      }
    })
    const results = await Promise.allSettled(work)
    ended.is = true
    await killing
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  private async step(members: Member[], dice: Dice): Promise<void> {
    const place = dice.below(members.length)
    const member = members[place]
    if (!member) return
    const step = drawFor(this.world, member, dice)
    await this.blaming(member, async () => {
      await take(this.world, member, { step, isLost: dice.chance(3) })
      const isUndoing = step.kind === 'bring' || step.kind === 'cancel' || step.kind === 'in'
      if (dice.chance(isUndoing ? 40 : 4)) await look(this.world, member, dice.chance(5))
    })
    if (member.story.length >= storyMax && !member.customer.isOut) await this.replace(member)
  }

  /** Somebody whose story is long enough is looked at once more, and somebody else comes. */
  private async replace(member: Member): Promise<void> {
    await this.blaming(member, () => look(this.world, member, true))
    const next = await join(this.world)
    for (const members of this.lanes) {
      const place = members.indexOf(member)
      if (place >= 0) members[place] = next
    }
  }

  private async blaming(member: Member, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof Divergence) throw new Blamed(error, member, this.world)
      throw error
    }
  }

  private async killSome(due: number, ended: { is: boolean }): Promise<void> {
    for (let done = 0; done < due; done += 1) {
      await wait(100 + this.dice.below(1500))
      const blow = blows[this.dice.below(blows.length)] ?? 'server'
      await this.server.strike(blow)
      this.kills += 1
      await wait(this.dice.below(400))
      await this.back(blow)
    }
    if (ended.is) return
  }

  /** A server whose database was killed gets it back by itself, or ends and is started again. */
  private async back(blow: Blow): Promise<void> {
    const until = performance.now() + (blow === 'postmaster' ? 8000 : 0)
    while (this.server.isRunning() && performance.now() < until && !(await this.answers())) await wait(200)
    if (this.server.isRunning() && (blow === 'backend' || (await this.answers()))) return
    await this.server.kill()
    this.world.till.port = await this.server.start()
  }

  private async answers(): Promise<boolean> {
    return this.server.ask('select 1').then(
      () => true,
      () => false,
    )
  }

  /** Nobody calls: what is taken of budgets, limits and codes must be what the customers were given. */
  private async compareShared(): Promise<void> {
    const { shared, till, now } = this.world
    const month = monthOf(now)
    const rows = await this.server.ask(
      `select counter, sum(amount)::int as amount from budget_use
       where brand_id = $1 and state < 2 and period = $2 group by counter`,
      [brand.id, `month ${month}-01`],
    )
    for (const rule of ['cut', 'bonus']) {
      const found = rows.find(({ counter }) => String(counter).includes(rule))
      same(`budget ${rule} of ${month}`, shared.of(`${rule} ${month}`), Number(found?.amount ?? 0))
    }
    const used = shared.of(`few ${month}`)
    if (used > terms.fewPerMonth) throw new Divergence('the limit per brand is exceeded', terms.fewPerMonth, used)
    for (const { code, uses } of codes) {
      if (uses === undefined || (!this.isAtEnd && code !== `RARE${this.world.round % 40}`)) continue
      const { usesLeft } = await till.read('couponDetails', { couponId: code })
      same(`uses left of ${code}`, uses - shared.of(codeName(code)), usesLeft)
    }
  }

  private async end(): Promise<void> {
    this.isAtEnd = true
    await this.compareShared()
    for (const member of this.lanes.flat()) await this.blaming(member, () => look(this.world, member, true))
    same('purser verify', '', await this.server.verify())
  }
}

class Blamed extends Error {
  constructor(cause: Divergence, { customer, story }: Member, { now, ladder }: World) {
    const lines = story.map(({ at, step, refusedWith, ref, tries }, place) =>
      [
        place,
        new Date(at).toISOString().slice(0, 10),
        JSON.stringify(step),
        refusedWith ?? 'ok',
        ref,
        `tries ${tries}`,
      ].join(' '),
    )
    super(
      [
        `DIVERGENCE on card ${customer.number} at ${new Date(now).toISOString()}: ${cause.message}`,
        `ladder ${JSON.stringify(ladder)}`,
        ...lines,
        `expected ${JSON.stringify(cause.expected)}`,
        `actual   ${JSON.stringify(cause.actual)}`,
      ].join('\n'),
    )
  }
}

function told(error: unknown): string {
  if (error instanceof Blamed) return error.message
  if (error instanceof Divergence)
    return `DIVERGENCE: ${error.message}\nexpected ${JSON.stringify(error.expected)}\nactual   ${JSON.stringify(error.actual)}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

import { setTimeout as wait } from 'node:timers/promises'
import { type Blamed, blaming, told } from './blame.ts'
import { dayMs } from './calendar.ts'
import { same } from './compare.ts'
import { Coverage } from './coverage.ts'
import { Dice } from './draw-step.ts'
import { look } from './lane.ts'
import { brandOf, ladders, modelBrand } from './model-brand.ts'
import { type Blow, ModelServers } from './model-servers.ts'
import { Shop } from './shop.ts'
import { Till } from './till.ts'
import { coverageLines } from './watch.ts'

export interface ModelOptions {
  readonly operations: number
  readonly kills: number
  readonly seed: number
  readonly lanes: number
  readonly minutes: number
  /** After so many divergences it ends; until then it goes on without those customers. */
  readonly divergences: number
  readonly say: (text: string) => void
}

export interface ModelResult {
  readonly operations: number
  readonly kills: number
  readonly divergences: number
  readonly coverage: Coverage
}

/** Of one brand: steps of a round in which its lanes call at the same time, and of one in which one does. */
const [roundSteps, aloneSteps] = [200, 50]
const blows: readonly Blow[] = ['server', 'server', 'server', 'everything', 'backend', 'postmaster']

/** Runs it: rounds in which all lanes call at the same time, then one in which only one of each brand does; kills; time between. */
export async function runModel(options: ModelOptions): Promise<ModelResult> {
  const clock = { now: 0 }
  const asking = new Till(brandOf(0), () => [])
  const isUpToDate = async (port: number) => {
    const time = await asking.time(port)
    return time > 0 && time >= clock.now
  }
  const servers = await ModelServers.make(
    ladders.map((_, place) => modelBrand(place)),
    isUpToDate,
  )
  const run = new Run(servers, options, { clock, isUpToDate })
  try {
    return await run.go()
  } finally {
    run.close()
    asking.close()
    await servers.close()
  }
}

interface Time {
  readonly clock: { now: number }
  readonly isUpToDate: (port: number) => Promise<boolean>
}

/** There are as many divergences as were asked for, and all are told. */
class Enough extends Error {}

class Run {
  private readonly servers: ModelServers
  private readonly options: ModelOptions
  private readonly time: Time
  private readonly dice: Dice
  private readonly shops: readonly Shop[]
  private readonly began = performance.now()
  private round = 0
  private kills = 0
  private divergences = 0

  constructor(servers: ModelServers, options: ModelOptions, time: Time) {
    this.servers = servers
    this.options = options
    this.time = time
    this.dice = new Dice(options.seed)
    this.shops = ladders.map((_, place) => {
      const found = (divergence: Blamed) => this.found(divergence)
      return new Shop(place, servers, { seed: options.seed, found })
    })
  }

  private get steps(): number {
    return this.shops.reduce((sum, shop) => sum + shop.steps, 0)
  }

  async go(): Promise<ModelResult> {
    const { operations, lanes, say, minutes } = this.options
    const until = performance.now() + minutes * 60_000
    try {
      await this.travel(Date.UTC(2027, 0, 4, 12))
      await Promise.all(this.shops.map((shop) => shop.open(Math.max(1, Math.round(lanes / this.shops.length)))))
      while (this.steps < operations && performance.now() < until) await this.cycle()
      await this.end()
    } catch (error) {
      if (!(error instanceof Enough)) {
        this.divergences += 1
        say(told(error))
      }
    }
    say(`${this.progress()}, ${this.divergences} divergences`)
    const coverage = new Coverage()
    for (const { world } of this.shops) coverage.add(world.coverage)
    for (const line of coverageLines(coverage)) say(line)
    return { operations: this.steps, kills: this.kills, divergences: this.divergences, coverage }
  }

  private found(divergence: Blamed): void {
    this.divergences += 1
    this.options.say(divergence.message)
    if (this.divergences >= this.options.divergences) throw new Enough()
  }

  private progress(): string {
    const sum = (of: (shop: Shop) => number) => this.shops.reduce((total, shop) => total + of(shop), 0)
    const seconds = Math.round((performance.now() - this.began) / 1000)
    const date = new Date(this.time.clock.now).toISOString().slice(0, 10)
    return (
      `seed ${this.options.seed}: ${this.steps} operations (${sum(({ world }) => world.calls)} calls, ` +
      `${sum(({ world }) => world.till.retries)} repeated), ${this.kills} of ${this.options.kills} kills, ` +
      `${this.servers.ends} ends, ${sum(({ world }) => world.cardsMade)} cards, to ${date}, ${seconds} s`
    )
  }

  close(): void {
    for (const { world } of this.shops) world.till.close()
  }

  private async cycle(): Promise<void> {
    const left = Math.ceil((this.options.operations - this.steps) / this.shops.length)
    this.round += 1
    await this.killing(() => this.all((shop) => shop.together(Math.min(roundSteps, Math.ceil(left * 0.8)), this.round)))
    await this.all((shop) => shop.alone(Math.min(aloneSteps, Math.ceil(left * 0.2))))
    if (this.round % 10 === 0) this.options.say(this.progress())
    await this.travel(this.time.clock.now + 2 * (1 + this.dice.below(20)) * dayMs)
  }

  /** All brands at the same time. Whatever happens in one, the others come to an end before it is told. */
  private async all(work: (shop: Shop) => Promise<void>): Promise<void> {
    const results = await Promise.allSettled(this.shops.map(work))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    if (this.servers.fault) throw this.servers.fault
  }

  /** Servers follow the database's time; nobody calls before all have that are up, and no other one is before it does. */
  private async travel(now: number): Promise<void> {
    this.time.clock.now = now
    for (const { world } of this.shops) world.now = now
    await this.servers.travelTo(now)
    const until = performance.now() + 120_000
    for (;;) {
      const ports = this.servers.ports()
      const following = await Promise.all(ports.map((port) => this.time.isUpToDate(port)))
      if (ports.length > 0 && following.every(Boolean)) return
      if (performance.now() > until) throw new Error('a server does not follow the time of the database')
      await wait(50)
    }
  }

  /** Kills as many as are due by the end of the work, at random moments of it. */
  private async killing(work: () => Promise<void>): Promise<void> {
    const { kills, operations } = this.options
    const steps = this.shops.length * (roundSteps + aloneSteps)
    const due = Math.min(kills, Math.round((kills * (this.steps + steps)) / operations)) - this.kills
    const ended = work()
    const struck = this.killSome(due)
    await Promise.allSettled([ended, struck])
    await ended
    await struck
  }

  private async killSome(due: number): Promise<void> {
    for (let done = 0; done < due; done += 1) {
      await wait(100 + this.dice.below(1500))
      while (this.servers.ports().length === 0 && !this.servers.fault) await wait(100)
      const blow = blows[this.dice.below(blows.length)] ?? 'server'
      await this.servers.strike(blow, this.dice.below(2))
      this.kills += 1
    }
  }

  private async end(): Promise<void> {
    await this.all((shop) => shop.compareShared(true))
    await this.all(async ({ world, members }) => {
      for (const member of members) await blaming(world, member, () => look(world, member, true))
    })
    same('purser verify', '', await this.servers.verify())
  }
}

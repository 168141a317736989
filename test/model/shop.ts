import { Blamed, blaming } from './blame.ts'
import { monthOf } from './calendar.ts'
import { Divergence, same } from './compare.ts'
import { Shared } from './counters.ts'
import { Coverage } from './coverage.ts'
import { Dice } from './draw-step.ts'
import { drawFor, join, look, type Member, take, type World } from './lane.ts'
import { brandOf, codes, ladderOf, rareCode, terms } from './model-brand.ts'
import type { ModelServers } from './model-servers.ts'
import { codeName } from './predict-sale.ts'
import { Till } from './till.ts'

const [membersOfLane, storyMax] = [6, 110]

/** One brand of the run: its customers, in lanes that call at the same time. */
export class Shop {
  readonly world: World
  steps = 0
  private readonly servers: ModelServers
  private readonly seed: number
  private readonly lanes: Member[][] = []
  private readonly found: (divergence: Blamed) => void

  /** `found` is told of divergences of single customers, and throws when there are enough. */
  constructor(
    place: number,
    servers: ModelServers,
    { seed, found }: { readonly seed: number; readonly found: (divergence: Blamed) => void },
  ) {
    this.servers = servers
    this.found = found
    this.seed = (seed * 31 + place) * 100_003
    this.world = {
      brand: brandOf(place).id,
      till: new Till(brandOf(place), () => servers.ports()),
      shared: new Shared(),
      ladder: ladderOf(place),
      coverage: new Coverage(),
      now: 0,
      round: 0,
      isShared: false,
      cardsMade: 0,
      calls: 0,
    }
  }

  get members(): readonly Member[] {
    return this.lanes.flat()
  }

  async open(lanes: number): Promise<void> {
    const members = Array.from({ length: membersOfLane }, (_, place) => place)
    for (let lane = 0; lane < lanes; lane += 1) this.lanes.push(await Promise.all(members.map(() => join(this.world))))
  }

  /** So many steps, by all lanes at the same time. */
  async together(count: number, round: number): Promise<void> {
    this.world.round = round
    this.world.isShared = true
    await this.go(count, this.lanes)
    await this.compareShared()
  }

  /** So many steps one after the other: everything is predicted. */
  async alone(count: number): Promise<void> {
    this.world.isShared = false
    await this.go(count, [this.lanes.flat()])
    await this.compareShared()
  }

  private async go(count: number, lanes: readonly Member[][]): Promise<void> {
    const { world } = this
    let left = count
    const work = lanes.map(async (members, lane) => {
      const dice = new Dice(this.seed + world.round * 64 + (world.isShared ? lane : 63))
      while (left > 0) {
        left -= 1
        this.steps += 1
        await this.step(members, dice).catch((error) => this.giveUp(error, members))
      }
    })
    const results = await Promise.allSettled(work)
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  private async step(members: Member[], dice: Dice): Promise<void> {
    const { world } = this
    const member = dice.pick(members)
    if (!member) return
    const step = drawFor(world, member, dice)
    await blaming(world, member, async () => {
      await take(world, member, { step, isLost: dice.chance(3) })
      const isUndoing = step.kind === 'bring' || step.kind === 'cancel' || step.kind === 'in' || step.kind === 'choose'
      if (dice.chance(isUndoing ? 40 : 4)) await look(world, member, dice.chance(5))
    })
    if (member.story.length >= storyMax && !member.customer.isOut) await this.replace(member, members)
  }

  /** Somebody about whom the two differ is left alone from then on. */
  private async giveUp(error: unknown, members: Member[]): Promise<void> {
    if (!(error instanceof Blamed)) throw error
    this.found(error)
    await this.exchange(error.member, members)
  }

  /** Somebody whose story is long enough is looked at once more, and somebody else comes. */
  private async replace(member: Member, members: Member[]): Promise<void> {
    await blaming(this.world, member, () => look(this.world, member, true))
    await this.exchange(member, members)
  }

  private async exchange(member: Member, members: Member[]): Promise<void> {
    const next = await join(this.world)
    for (const lane of [members, ...this.lanes]) {
      const place = lane.indexOf(member)
      if (place >= 0) lane[place] = next
    }
  }

  /** Nobody calls: what is taken of budgets, limits and codes must be what the customers were given. */
  async compareShared(isAtEnd = false): Promise<void> {
    const { shared, till, now, brand, round } = this.world
    const month = monthOf(now)
    const rows = await this.servers.askPatiently(
      `select counter, sum(amount)::int as amount from budget_use
       where brand_id = $1 and state < 2 and period = $2 group by counter`,
      [brand, `month ${month}-01`],
    )
    for (const rule of ['cut', 'bonus']) {
      const found = rows.find(({ counter }) => String(counter).includes(rule))
      same(`budget ${rule} of ${month}, ${brand}`, shared.of(`${rule} ${month}`), Number(found?.amount ?? 0))
    }
    const used = shared.of(`few ${month}`)
    if (used > terms.fewPerMonth) throw new Divergence('the limit per brand is exceeded', terms.fewPerMonth, used)
    for (const { code, uses } of codes) {
      if (uses === undefined || (!isAtEnd && code !== rareCode(round))) continue
      const { usesLeft } = await till.read('couponDetails', { couponId: code })
      same(`uses left of ${code}, ${brand}`, uses - shared.of(codeName(code)), usesLeft)
    }
  }
}

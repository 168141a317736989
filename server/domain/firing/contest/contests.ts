import { candidatesMax } from '../../brand/shapes/promotion-shape.ts'
import type { CompiledRule, Contest } from '../../campaign/campaigns.ts'
import type { Outbid, Silent } from '../../campaign/judge.ts'
import type { Run } from '../run.ts'
import { choose, type Offer } from './choose.ts'
import { Reckoning } from './reckoning.ts'
import { Trial } from './trial.ts'

/** How far one group is decided. */
interface Standing {
  readonly winners: Contest[]
  /** Who won and then could not fire. */
  readonly out: Set<string>
  left: number
}

/** What became of a group when one of its rules had its turn. */
export interface Decided {
  readonly winners: readonly Offer[]
  readonly losers: readonly { readonly rule: CompiledRule; readonly why: Outbid }[]
}

/** The groups of a call. A group is decided when the first of its rules that holds has its turn. */
export class Contests {
  private readonly run: Run
  private readonly standings = new Map<string, Standing>()

  constructor(run: Run) {
    this.run = run
  }

  /** Whether a rule may fire whenever it holds, as one that won. */
  hasWon({ side, group }: Pick<Contest, 'side' | 'group'>): boolean {
    return this.standings.get(group.id)?.winners.some((winner) => winner.side === side) ?? false
  }

  /** Why a rule does not fire although it holds: others have taken all places of the group. */
  taken(contest: Contest): Silent | undefined {
    const { group } = contest
    const standing = this.standings.get(group.id)
    const last = standing?.winners.at(-1)
    if (!standing || standing.left > 0 || !last || this.hasWon(contest)) return undefined
    return { kind: 'outbid', group: group.id, best: group.best, by: last.side, of: last.of }
  }

  /** One that fires takes a place of its group. */
  win(contest: Contest): void {
    const standing = this.standingOf(contest)
    standing.winners.push(contest)
    standing.left -= 1
  }

  /** One that won could not fire after all, and competes no more. */
  giveBack({ side, group }: Contest): void {
    const { winners, out } = this.standingOf({ group })
    const place = winners.findIndex((winner) => winner.side === side)
    if (place === -1) return
    winners.splice(place, 1)
    out.add(side)
    this.standingOf({ group }).left += 1
  }

  /**
   * Decides among rules of one group that have not had their turn yet. Nothing is decided if the rule that has its turn would
   * not fire, even if another of its campaign would: others may still be measured by what is known when their turn comes.
   */
  decide({ group, side }: Contest, turn: CompiledRule, rules: readonly CompiledRule[]): Decided | undefined {
    const { left, out } = this.standingOf({ group })
    const sides = Map.groupBy(rules, ({ contest }) => contest?.side)
    const hadItsTurn = out.has(side) || this.hasWon({ group, side })
    const own = hadItsTurn ? undefined : this.offerOf(sides.get(side) ?? [])
    if (!hadItsTurn && !own?.gift.rules.includes(turn)) return undefined
    const offers: Offer[] = []
    for (const [name, members] of sides) {
      if (offers.length > candidatesMax || this.run.context.work.isOver) break
      const offer = name === side ? own : out.has(name ?? '') ? undefined : this.offerOf(members)
      if (offer) offers.push(offer)
    }
    const { winners, losers } = choose(offers, group, left, new Reckoning(this.run).currency)
    return { winners, losers: losers.flatMap(({ offer, why }) => offer.gift.rules.map((rule) => ({ rule, why }))) }
  }

  private offerOf(rules: readonly CompiledRule[]): Offer | undefined {
    const contest = rules[0]?.contest
    if (!contest || this.hasWon(contest)) return undefined
    const whose = contest.group.best === 'merchant' ? 'merchant' : 'customer'
    const gift = new Trial(this.run).measure(rules, whose)
    return gift && { contest, gift }
  }

  private standingOf({ group }: Pick<Contest, 'group'>): Standing {
    const known = this.standings.get(group.id)
    if (known) return known
    const standing = { winners: [], out: new Set<string>(), left: group.keep }
    this.standings.set(group.id, standing)
    return standing
  }
}

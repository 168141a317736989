import { currencyScale } from '../../../ground/kernel/currency.ts'
import type { CompiledRule, Contest } from '../../campaign/campaigns.ts'
import type { Outbid, Silent } from '../../campaign/judge.ts'
import type { Run } from '../run.ts'
import { candidatesMax, choose, type Offer } from './choose.ts'
import { Trial } from './trial.ts'

/** How far one group is decided. */
interface Standing {
  readonly winners: Contest[]
  left: number
}

/** What became of a group when one of its rules had its turn. */
export interface Decided {
  /** The rules that fire now or, if they give no discount, after the payments. */
  readonly winners: readonly CompiledRule[]
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
  hasWon({ side, group }: Contest): boolean {
    return this.standings.get(group.id)?.winners.some((winner) => winner.side === side) ?? false
  }

  /** Why a rule does not fire although it holds: others have taken all places of the group. */
  taken({ group }: Contest): Silent | undefined {
    const standing = this.standings.get(group.id)
    const last = standing?.winners.at(-1)
    if (!standing || standing.left > 0 || !last) return undefined
    return { kind: 'outbid', group: group.id, best: group.best, by: last.side, of: last.of }
  }

  /** One that fired takes a place of its group. */
  win(contest: Contest): void {
    const standing = this.standingOf(contest)
    standing.winners.push(contest)
    standing.left -= 1
  }

  /**
   * Decides among rules of one group that have not had their turn yet. Nothing is decided if whoever has its turn would
   * not fire: others may still be measured by what is known when their turn comes.
   */
  decide({ group, side }: Contest, rules: readonly CompiledRule[]): Decided | undefined {
    const { brand } = this.run.context
    const offers = this.offersOf(rules)
    if (!offers.some(({ contest }) => contest.side === side)) return undefined
    const { left } = this.standingOf({ group })
    const currency = { name: brand.currency, scale: currencyScale(brand.currency) }
    const { winners, losers } = choose(offers, group, left, currency)
    return {
      winners: winners.flatMap(({ gift }) => gift.rules),
      losers: losers.flatMap(({ offer, why }) => offer.gift.rules.map((rule) => ({ rule, why }))),
    }
  }

  /** In the order of their first rules. */
  private offersOf(rules: readonly CompiledRule[]): Offer[] {
    const offers: Offer[] = []
    for (const own of Map.groupBy(rules, ({ contest }) => contest?.side).values()) {
      const contest = own[0]?.contest
      if (!contest || this.hasWon(contest)) continue
      const whose = contest.group.best === 'merchant' ? 'merchant' : 'customer'
      const gift = new Trial(this.run).measure(own, whose)
      if (gift) offers.push({ contest, gift })
      if (offers.length > candidatesMax) return offers
    }
    return offers
  }

  private standingOf({ group }: Pick<Contest, 'group'>): Standing {
    const known = this.standings.get(group.id)
    if (known) return known
    const standing = { winners: [], left: group.keep }
    this.standings.set(group.id, standing)
    return standing
  }
}

import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Limit, Rule, Trigger } from '../brand/shapes/campaign-shape.ts'
import type { DiscountKind } from '../brand/shapes/discount-kind.ts'
import type { PromotionGroup } from '../brand/shapes/promotion-shape.ts'
import type { CompiledBudget } from './budgets.ts'
import type { CallFacts } from './call-facts.ts'
import type { CompiledCondition } from './condition-groups.ts'
import type { Experiment } from './experiment.ts'
import type { Listed, LookupBasis, RuleLookup } from './lookup.ts'
import type { OptionGroups } from './options.ts'
import type { CompiledResult } from './results.ts'
import type { WindowTest } from './window.ts'

export interface CompiledCampaign {
  readonly id: string
  readonly name: string
  readonly uuid: string
  readonly revisionUuid: string
  readonly experiment?: Experiment
}

/** A campaign whose cards are on different sides, with what lets a call in: its dates and its own conditions. */
export interface ExperimentalCampaign {
  readonly id: string
  readonly experiment: Experiment
  readonly from?: Instant
  readonly until?: Instant
  readonly conditions: CompiledCondition
}

export interface Contest {
  readonly group: PromotionGroup
  /** Who competes: the rule, or its campaign. */
  readonly of: 'rule' | 'campaign'
  readonly side: string
}

export interface Beside {
  readonly kinds: readonly DiscountKind[]
  /** Absent if the campaign says it, whose own rules stand beside each other. */
  readonly isOfRule?: true
}

/** A rule, ready to be judged. */
export interface CompiledRule
  extends Listed,
    Omit<Rule, 'id' | 'limit' | 'budget' | 'window' | 'when' | 'then' | 'from' | 'until' | 'group' | 'combines'> {
  /** campaignId/ruleId */
  readonly id: string
  readonly uuid: string
  readonly campaign: CompiledCampaign
  /** When it runs: the time that its own dates and its campaign's leave. Inclusive, and exclusive. */
  readonly from?: Instant
  readonly until?: Instant
  /** Rules with a discount or block run first, before payments. */
  readonly phase: 'discount' | 'reward'
  readonly conditions: CompiledCondition
  /** The path of the first condition: the origin of the rule's effects when no coupon is. */
  readonly firstCondition?: string
  /** All of them must allow a firing. */
  readonly limits: readonly Limit[]
  /** Its own and its campaign's, of what its results can give. */
  readonly budgets: readonly CompiledBudget[]
  /** Whether judging it can ask for something to be fetched. */
  readonly asks: boolean
  /** Whether it gives because of a referral: to whoever brought the customer, or only to customers who were brought. */
  readonly isOfReferral: boolean
  readonly isOpen?: WindowTest
  readonly optionGroups: OptionGroups
  /** The group in which it competes, alone or as a part of its campaign. */
  readonly contest?: Contest
  /** What its discounts are taken off. */
  readonly kinds: readonly DiscountKind[]
  /** The kinds of others that it stands beside; all, if absent. */
  readonly beside?: Beside
  readonly results: readonly CompiledResult[]
}

interface CampaignParts {
  readonly brand: BrandId
  readonly rules: readonly CompiledRule[]
  readonly experiments: readonly ExperimentalCampaign[]
  readonly lookup: RuleLookup<CompiledRule>
  readonly arePriced: boolean
}

/** The active campaigns of one version of a brand's configuration. */
export class Campaigns {
  readonly brand: BrandId
  /** All rules in the order in which they run: the campaign's priority, then their place in the file. */
  readonly rules: readonly CompiledRule[]
  readonly experiments: readonly ExperimentalCampaign[]
  /** Whether any amount of the rules is given by currency. */
  readonly arePriced: boolean
  /** Whether any rule adds products to sales. */
  readonly addProducts: boolean
  private readonly lookup: RuleLookup<CompiledRule>
  private readonly byUuid: ReadonlyMap<string, CompiledRule>
  private readonly byId: ReadonlyMap<string, CompiledRule>
  private readonly triggers: ReadonlySet<Trigger>

  constructor({ brand, rules, experiments, lookup, arePriced }: CampaignParts) {
    this.brand = brand
    this.rules = rules
    this.experiments = experiments
    this.lookup = lookup
    this.addProducts = rules.some(({ results }) => results.some(({ product }) => product))
    this.arePriced = arePriced
    this.byUuid = new Map(rules.map((rule) => [rule.uuid, rule]))
    this.byId = new Map(rules.map((rule) => [rule.id, rule]))
    this.triggers = new Set(rules.map((rule) => rule.trigger))
  }

  /** The rules that could fire, in order. Rules that cannot, and those that do not run now, are left out. */
  candidates(facts: CallFacts): readonly CompiledRule[] {
    const found = this.lookup.find(facts)
    const { now } = facts.clock
    return found.every((rule) => isRunning(rule, now)) ? found : found.filter((rule) => isRunning(rule, now))
  }

  /** What a call must have for the rule to be a candidate. */
  soughtBy(rule: CompiledRule): LookupBasis | undefined {
    return this.lookup.soughtBy(rule)
  }

  /** The rules that run after those of the call itself, because a level moves in it. */
  tierCandidates(facts: CallFacts): readonly CompiledRule[] {
    return facts.tierMove && facts.trigger !== 'tier' ? this.candidates({ ...facts, trigger: 'tier' }) : []
  }

  /** Whether any rule has this trigger. */
  has(trigger: Trigger): boolean {
    return this.triggers.has(trigger)
  }

  findByUuid(uuid: string): CompiledRule | undefined {
    return this.byUuid.get(uuid.toLowerCase())
  }

  /** By campaignId/ruleId. */
  findById(id: string): CompiledRule | undefined {
    return this.byId.get(id)
  }
}

export function isRunning({ from, until }: Pick<CompiledRule, 'from' | 'until'>, now: Instant): boolean {
  return (from === undefined || from <= now) && (until === undefined || now < until)
}

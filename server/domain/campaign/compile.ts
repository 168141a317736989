import { canonicalJson } from '../../ground/kernel/canonical-json.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { allSteps } from '../../ground/kernel/steps.ts'
import { type Instant, parseDateTime } from '../../ground/kernel/time.ts'
import type { BrandDocument } from '../brand/document.ts'
import type { FactOwner } from '../brand/facts/view.ts'
import type { Condition } from '../brand/rules/conditions.ts'
import { inCurrency } from '../brand/rules/per-currency.ts'
import { isForReferrer } from '../brand/rules/results.ts'
import type { Campaign, Rule } from '../brand/shapes/campaign-shape.ts'
import { choicesIn } from './added-product.ts'
import { compileBudgets } from './budgets.ts'
import { Campaigns, type CompiledCampaign, type CompiledRule, type ExperimentalCampaign } from './campaigns.ts'
import { compileConditions, type PlacedCondition } from './condition.ts'
import { compileExperiment } from './experiment.ts'
import { limitsOf } from './limits.ts'
import { RuleLookup } from './lookup.ts'
import { groupOptions, type OptionalRule, type OptionGroups } from './options.ts'
import { compileResults } from './results.ts'
import { rivalryOf } from './rivalry.ts'
import { campaignUuid, revisionUuid, ruleUuid } from './uuids.ts'
import { compileWindow } from './window.ts'

/**
 * Done once for each version of the configuration, and where amounts are given by currency, once for each currency that
 * calls come in. Rules without such amounts are the same in all of them, and taken over from `others`.
 */
export const compileCampaigns = (document: BrandDocument, currency?: string, others?: Campaigns): Campaigns =>
  allSteps(compileInSteps(document, currency, others))

/** The same in steps, because a brand with thousands of rules takes longer than other brands' calls should wait. */
export function* compileInSteps(
  document: BrandDocument,
  currency: string = document.brand.currency,
  others?: Campaigns,
): Generator<void, Campaigns> {
  const { id: brand, timeZone } = document.brand
  const fields = new Map(document.demographicFields.map((field) => [field.name, field]))
  const active = document.campaigns.filter((campaign) => campaign.active).toSorted((a, b) => a.priority - b.priority)
  const rules: Omit<RuleInPlace, 'position'>[] = []
  for (const campaign of active) {
    const compiled = compileCampaign(campaign, document)
    const when = inCurrency(campaign.when, currency)
    for (const rule of campaign.rules) {
      rules.push({ campaign, when, compiled, rule, uuid: ruleUuid(brand, campaign.id, rule.id) })
      yield
    }
  }
  const optionGroups = groupOptions(rules.flatMap(optionsOf))
  const shared = { brand, timeZone, fields, optionGroups, currency, document }
  const compiled: CompiledRule[] = []
  let arePriced = false
  for (const [position, placed] of rules.entries()) {
    const isOfCurrency = isPriced(placed)
    arePriced ||= isOfCurrency
    const known = isOfCurrency ? undefined : others?.findById(idOf(placed))
    compiled.push(known ?? compileRule({ ...placed, position }, shared))
    yield
  }
  const experiments = active.flatMap((campaign) => compileExperimental(campaign, shared))
  return new Campaigns({ brand, rules: compiled, experiments, lookup: yield* RuleLookup.inSteps(compiled), arePriced })
}

/** Only amounts by currency make something else of what is resolved. */
function isPriced({ campaign, rule }: Pick<RuleInPlace, 'campaign' | 'rule'>): boolean {
  return [campaign.when, rule.when, rule.then].some((part) => inCurrency<unknown>(part, '') !== part)
}

/** The option of the rule itself, and the products that it lets one choose from. */
const optionsOf = ({ campaign, rule, uuid }: Pick<RuleInPlace, 'campaign' | 'rule' | 'uuid'>): OptionalRule[] => [
  { ...rule, uuid },
  ...choicesIn(rule.then, { uuid, id: idOf({ campaign, rule }) }),
]

const idOf = ({ campaign, rule }: Pick<RuleInPlace, 'campaign' | 'rule'>) => `${campaign.id}/${rule.id}`

function compileCampaign(campaign: Campaign, { brand }: BrandDocument): CompiledCampaign {
  const { id, name } = campaign
  return defined({
    id,
    name,
    uuid: campaignUuid(brand.id, id),
    revisionUuid: revisionUuid(brand.id, id, canonicalJson(campaign)),
    experiment: compileExperiment(campaign),
  })
}

function compileExperimental(
  campaign: Campaign,
  { brand, fields, timeZone, currency }: Shared,
): ExperimentalCampaign[] {
  const experiment = compileExperiment(campaign)
  if (!experiment) return []
  const { id } = campaign
  const when = inCurrency(campaign.when, currency)
  const conditions = compileConditions(place('campaign.when', when), { brand, campaign: id, fields })
  return [{ id, experiment, ...periodOf(campaign, {}, timeZone), conditions }]
}

/** The time that is within both periods. */
export function periodOf(one: Dated, other: Dated, timeZone: string): { from?: Instant; until?: Instant } {
  const instants = (key: keyof Dated) =>
    [one, other].map((dated) => instantOf(dated[key], timeZone)).filter((instant) => instant !== undefined)
  const [starts, ends] = [instants('from'), instants('until')]
  return {
    ...(starts.length > 0 && { from: Math.max(...starts) }),
    ...(ends.length > 0 && { until: Math.min(...ends) }),
  }
}

interface Dated {
  readonly from?: string
  readonly until?: string
}

function instantOf(text: string | undefined, timeZone: string): Instant | undefined {
  return text === undefined ? undefined : parseDateTime(text, timeZone)
}

interface RuleInPlace {
  readonly campaign: Campaign
  /** The conditions of the campaign, in the currency. */
  readonly when: readonly Condition[]
  readonly compiled: CompiledCampaign
  readonly rule: Rule
  readonly uuid: string
  readonly position: number
}

interface Shared {
  readonly brand: string
  readonly timeZone: string
  readonly fields: FactOwner['fields']
  readonly optionGroups: OptionGroups
  readonly currency: string
  readonly document: BrandDocument
}

function compileRule(
  { campaign, when: ofCampaign, compiled, rule, uuid, position }: RuleInPlace,
  shared: Shared,
): CompiledRule {
  const owner = { brand: shared.brand, campaign: campaign.id, fields: shared.fields }
  const {
    limit: _,
    budget: __,
    when,
    window,
    then: given,
    from: ___,
    until: ____,
    group: _____,
    combines: ______,
    ...kept
  } = rule
  const placed = [...place('campaign.when', ofCampaign), ...place('when', inCurrency(when, shared.currency))]
  const first = placed[ofCampaign.length] ?? placed[0]
  const id = idOf({ campaign, rule })
  const choosing = { uuid, id, optionGroups: shared.optionGroups }
  const results = compileResults(inCurrency(given, shared.currency), owner, shared.timeZone, choosing)
  const checks = compileConditions(placed, owner)
  return {
    ...kept,
    id,
    uuid,
    position,
    campaign: compiled,
    ...periodOf(campaign, rule, shared.timeZone),
    phase: results.some((result) => result.phase === 'discount') ? 'discount' : 'reward',
    required: placed.map(({ condition }) => condition),
    conditions: checks,
    limits: limitsOf(rule),
    budgets: compileBudgets(campaign, rule, shared.document),
    isOfReferral: isOfReferral(campaign, rule),
    asks: checks.cost > 0 || rule.limit !== undefined || results.some(({ amount }) => amount?.need),
    ...(first && { firstCondition: first.path }),
    ...(window && { isOpen: compileWindow(window) }),
    optionGroups: shared.optionGroups,
    ...rivalryOf(campaign, rule, shared.document),
    results,
  }
}

/** An amount that waits is one that somebody else's purchase gives, or that is only for those who were brought. */
function isOfReferral(campaign: Pick<Campaign, 'when'>, { when, then }: Rule): boolean {
  const isGiven = then.some((result) => isForReferrer(result) || ('issue' in result && result.issue.to === 'referrer'))
  return isGiven || JSON.stringify([campaign.when, when]).includes('"checkout.isReferred"')
}

function place(key: string, conditions: readonly Condition[]): PlacedCondition[] {
  return conditions.map((condition, index) => ({ path: `${key}[${index}]`, condition }))
}

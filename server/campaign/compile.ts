import type { BrandDocument } from '../brand/document.ts'
import type { Campaign, Rule } from '../brand/shapes/campaign-shape.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { allSteps } from '../kernel/steps.ts'
import { type Instant, parseDateTime } from '../kernel/time.ts'
import { Campaigns, type CompiledCampaign, type CompiledRule } from './campaigns.ts'
import { compileConditions, type Placed } from './condition.ts'
import type { FactOwner } from './facts/reading.ts'
import { RuleLookup } from './lookup.ts'
import { groupOptions, type OptionGroups } from './options.ts'
import { compileResults } from './results.ts'
import { campaignUuid, revisionUuid, ruleUuid } from './uuids.ts'
import { compileWindow } from './window.ts'

/** Done once for each version of the configuration. */
export const compileCampaigns = (document: BrandDocument): Campaigns => allSteps(compileInSteps(document))

/** The same in steps, because a brand with thousands of rules takes longer than other brands' calls should wait. */
export function* compileInSteps(document: BrandDocument): Generator<void, Campaigns> {
  const { id: brand, timeZone } = document.brand
  const fields = new Map(document.demographicFields.map((field) => [field.name, field]))
  const active = document.campaigns.filter((campaign) => campaign.active).toSorted((a, b) => a.priority - b.priority)
  const rules: Omit<RuleInPlace, 'position'>[] = []
  for (const campaign of active) {
    const compiled = compileCampaign(campaign, document)
    for (const rule of campaign.rules) {
      rules.push({ campaign, compiled, rule, uuid: ruleUuid(brand, campaign.id, rule.id) })
      yield
    }
  }
  const optionGroups = groupOptions(rules.map(({ rule, uuid }) => ({ ...rule, uuid })))
  const shared = { brand, timeZone, fields, optionGroups }
  const compiled: CompiledRule[] = []
  for (const [position, placed] of rules.entries()) {
    compiled.push(compileRule({ ...placed, position }, shared))
    yield
  }
  return new Campaigns(brand, compiled, yield* RuleLookup.inSteps(compiled))
}

function compileCampaign(campaign: Campaign, { brand }: BrandDocument): CompiledCampaign {
  const { id, name } = campaign
  return {
    id,
    name,
    uuid: campaignUuid(brand.id, id),
    revisionUuid: revisionUuid(brand.id, id, canonicalJson(campaign)),
  }
}

/** The time that is within both periods. */
function periodOf(one: Dated, other: Dated, timeZone: string): { from?: Instant; until?: Instant } {
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
}

function compileRule({ campaign, compiled, rule, uuid, position }: RuleInPlace, shared: Shared): CompiledRule {
  const owner = { brand: shared.brand, campaign: campaign.id, fields: shared.fields }
  const { when, window, then: given, from: _, until: __, ...kept } = rule
  const placed = [...place('campaign.when', campaign.when), ...place('when', when)]
  const first = placed[campaign.when.length] ?? placed[0]
  const results = compileResults(given, owner, shared.timeZone)
  const checks = compileConditions(placed, owner)
  return {
    ...kept,
    id: `${campaign.id}/${rule.id}`,
    uuid,
    position,
    campaign: compiled,
    ...periodOf(campaign, rule, shared.timeZone),
    phase: results.some((result) => result.phase === 'discount') ? 'discount' : 'reward',
    required: placed.map(({ condition }) => condition),
    conditions: checks,
    asks: checks.cost > 0 || rule.limit !== undefined || results.some(({ amount }) => amount?.need),
    ...(first && { firstCondition: first.path }),
    ...(window && { isOpen: compileWindow(window) }),
    optionGroups: shared.optionGroups,
    results,
  }
}

function place(key: string, conditions: Rule['when']): Placed[] {
  return conditions.map((condition, index) => ({ path: `${key}[${index}]`, condition }))
}

import type { BrandDocument } from '../brand/document.ts'
import type { Campaign, Rule } from '../brand/shapes/campaign-shape.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { defined } from '../kernel/defined.ts'
import { type Instant, parseDateTime } from '../kernel/time.ts'
import { Campaigns, type CompiledCampaign, type CompiledRule, type ExperimentalCampaign } from './campaigns.ts'
import { compileConditions, type Placed } from './condition.ts'
import { compileExperiment } from './experiment.ts'
import type { FactOwner } from './facts/reading.ts'
import { groupOptions, type OptionGroups } from './options.ts'
import { compileResults } from './results.ts'
import { campaignUuid, revisionUuid, ruleUuid } from './uuids.ts'
import { compileWindow } from './window.ts'

/** Done once for each version of the configuration. */
export function compileCampaigns(document: BrandDocument): Campaigns {
  const { id: brand, timeZone } = document.brand
  const fields = new Map(document.demographicFields.map((field) => [field.name, field]))
  const active = document.campaigns.filter((campaign) => campaign.active).toSorted((a, b) => a.priority - b.priority)
  const rules = active.flatMap((campaign) => {
    const compiled = compileCampaign(campaign, document)
    return campaign.rules.map((rule) => ({ campaign, compiled, rule, uuid: ruleUuid(brand, campaign.id, rule.id) }))
  })
  const optionGroups = groupOptions(rules.map(({ rule, uuid }) => ({ ...rule, uuid })))
  const shared = { brand, timeZone, fields, optionGroups }
  return new Campaigns(
    brand,
    rules.map((placed, position) => compileRule({ ...placed, position }, shared)),
    active.flatMap((campaign) => compileExperimental(campaign, shared)),
  )
}

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

function compileExperimental(campaign: Campaign, { brand, fields, timeZone }: Shared): ExperimentalCampaign[] {
  const experiment = compileExperiment(campaign)
  if (!experiment) return []
  const { id, when } = campaign
  const conditions = compileConditions(place('campaign.when', when), { brand, campaign: id, fields })
  return [{ id, experiment, ...periodOf(campaign, {}, timeZone), conditions }]
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

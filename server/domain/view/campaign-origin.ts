import { defined } from '../../ground/kernel/defined.ts'
import { oncePer } from '../../ground/kernel/once-per.ts'
import type { Brand } from '../brand/brand.ts'
import { campaignUuid, conditionUuid, isCampaignWide, resultUuid, ruleUuid } from '../campaign/uuids.ts'
import type { Origin } from '../card/book.ts'

/** The origin of a campaign's change, with the fields of CampaignBalanceMutation. */
export interface OriginFields {
  readonly campaignUUID: string
  readonly campaignRevisionUUID: string
  /** Absent if a condition of the whole campaign caused it. */
  readonly campaignRuleUUID?: string
  readonly campaignResultUUID: string
  readonly campaignConditionUUID?: string
  readonly campaignDescriptiveName: string
}

const shownIn = oncePer((_brand: Brand) => new Map<string, OriginFields>())

/** UUIDs are digests of names, so each origin is computed once for each version of the configuration. */
export function showOrigin(brand: Brand, origin: Origin): OriginFields {
  const key = `${origin.rule}\0${origin.result}\0${origin.condition ?? ''}\0${origin.revision}`
  const known = shownIn(brand)
  const before = known.get(key)
  if (before) return before
  const fields = fieldsOf(brand, origin)
  known.set(key, fields)
  return fields
}

function fieldsOf(brand: Brand, { rule: id, revision, result, condition }: Origin): OriginFields {
  const [campaign = '', rule = ''] = id.split('/', 2)
  const names = originNames(brand, { rule: id, result })
  return {
    campaignUUID: campaignUuid(brand.id, campaign),
    campaignRevisionUUID: revision,
    ...(!isCampaignWide(condition) && { campaignRuleUUID: ruleUuid(brand.id, campaign, rule) }),
    campaignResultUUID: resultUuid(brand.id, { id }, result),
    ...(condition !== undefined && { campaignConditionUUID: conditionUuid(brand.id, { id }, condition) }),
    campaignDescriptiveName: `${names.campaignName} / ${names.campaignRuleName}`,
  }
}

/** With the fields of HistoricTransactionBalanceUpdate. Campaigns that were removed from the file still have names. */
export function originNames(brand: Brand, { rule: id, result, condition }: Omit<Origin, 'revision'>) {
  const [campaignId = '', ruleId = ''] = id.split('/', 2)
  const { campaigns, switchedOff } = brand.document
  const campaign = [...campaigns, ...switchedOff.campaigns].find((one) => one.id === campaignId)
  const rule = campaign?.rules.find((one) => one.id === ruleId)
  return defined({
    campaignName: campaign?.name ?? campaignId,
    campaignRuleName: rule?.name ?? ruleId,
    campaignResultName: result,
    campaignConditionName: condition,
  })
}

import type { ValueType } from '../../domain/brand/brand.ts'
import { costOf } from './campaign-cost.ts'
import { listRuleSums } from './campaign-results.sql.ts'
import { findCustomers, findVariantCalls, gather, idsOf } from './campaign-results.ts'
import { titlesOf } from './grouping.ts'
import { listOriginSums } from './origin-day.sql.ts'
import type { AskedDays, ReportContext } from './report.ts'

/** What a campaign or one of its rules did in a period, in numbers. */
export interface CampaignFigures {
  /** campaignId, campaignId/ruleId or campaignId/@variant */
  readonly id: string
  readonly fired: number
  readonly visits: number
  /** Absent if there were too many firings to count them. */
  readonly customers?: number
  readonly values: readonly ValueGiven[]
}

/** What was given of a kind of value, and what of it was spent, in its units. */
interface ValueGiven {
  readonly valueType: ValueType
  readonly given: number
  readonly redeemed: number
}

/** The figures of all campaigns, or of all rules, and what each campaign cost in the main currency. */
export async function readCampaignFigures({ db, brand, books }: ReportContext, asked: AskedDays) {
  const sums = await listRuleSums(db, books, asked)
  const origins = await listOriginSums(db, books, { ...asked, hasPlace: false, hasRule: true })
  const idOf = idsOf(brand, asked.by)
  const customers = await findCustomers(db, books, asked, { sums, idOf })
  const variantCalls = asked.by === 'variant' ? await findVariantCalls(db, brand, books, asked) : undefined
  const ofRules = origins.filter(({ rule_id }) => rule_id !== '')
  const known = { sums, origins: ofRules, customers, place: undefined, idOf, variantCalls }
  const found = gather(known, titlesOf(brand), asked.by)
  const figures = found.map(({ id, fired, visits, given, redeemed }): CampaignFigures => {
    const ids = [...new Set([...given.keys(), ...redeemed.keys()])]
    const values = ids.flatMap((valueTypeId) => {
      const valueType = brand.valueTypes.get(valueTypeId)
      if (!valueType) return []
      const units = (amount: bigint | undefined) => Number(amount ?? 0n) * 10 ** -valueType.scale
      return [{ valueType, given: units(given.get(valueTypeId)), redeemed: units(redeemed.get(valueTypeId)) }]
    })
    const counted = customers && { customers: customers.get(id) ?? 0 }
    return { id, fired: Number(fired), visits: Number(visits), ...counted, values }
  })
  const isCounted = asked.by !== 'variant' || variantCalls !== undefined
  return { figures, isCounted, costs: costOf(brand, sums, origins, asked.by === 'variant' ? idOf : undefined) }
}

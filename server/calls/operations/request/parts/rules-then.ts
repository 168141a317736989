import type { Brand } from '../../../../domain/brand/brand.ts'
import type { BrandDocument } from '../../../../domain/brand/document.ts'
import type { Campaigns } from '../../../../domain/campaign/campaigns.ts'
import { campaignsOf } from '../../../../domain/campaign/campaigns-of.ts'
import { compileCampaigns } from '../../../../domain/campaign/compile.ts'
import { ruleNames } from '../../../../domain/explanation/words/names.ts'
import type { Sql } from '../../../../ground/database/connection.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import { findVersionAt } from '../../../../storage/brand-store/history/version.sql.ts'
import { readVersion } from '../../../../storage/brand-store/history/versions.ts'

/** The rules by which a call was decided. */
interface RulesThen {
  readonly document: BrandDocument
  readonly campaigns: Campaigns
  /** Rules of today that there were none of then: they are no reason for anything. */
  readonly newSince: readonly NewRule[]
}

interface NewRule {
  readonly rule: string
  readonly campaign: string
  readonly name: string
}

/** Of each brand, so many earlier versions stay compiled: whoever looks at one call looks at the next one, too. */
const keptMax = 4
const kept = new WeakMap<Brand, Map<number, Promise<RulesThen>>>()

/** A call is explained by the version that was in force; one that is not kept any more, by today's. */
export async function rulesThen(db: Sql, brand: Brand, at: Instant): Promise<RulesThen> {
  const version = await findVersionAt(db, brand.id, at)
  if (version === undefined || version >= brand.version) return rulesNow(brand)
  const known = kept.get(brand) ?? new Map<number, Promise<RulesThen>>()
  kept.set(brand, known)
  const found = known.get(version) ?? rulesOf(db, brand, version)
  known.delete(version)
  known.set(version, found)
  const [oldest] = known.keys()
  if (known.size > keptMax && oldest !== undefined) known.delete(oldest)
  // What could not be read is tried again next time.
  found.catch(() => known.delete(version))
  return found
}

const rulesNow = (brand: Brand): RulesThen => ({
  document: brand.document,
  campaigns: campaignsOf(brand),
  newSince: [],
})

async function rulesOf(db: Sql, brand: Brand, version: number): Promise<RulesThen> {
  const document = await readVersion(db, brand.id, version)
  if (!document) return rulesNow(brand)
  const before = new Set(ruleNames(document).map(({ id }) => id))
  const running = new Set(campaignsOf(brand).rules.map(({ id }) => id))
  const newSince = ruleNames(brand.document)
    .filter(({ id }) => running.has(id) && !before.has(id))
    .map(({ id, campaign, name }) => ({ rule: id, campaign, name }))
  return { document, campaigns: compileCampaigns(document), newSince }
}

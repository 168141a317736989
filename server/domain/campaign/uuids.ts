import { createHash } from 'node:crypto'
import type { BrandId } from '../../ground/kernel/ids.ts'

/** The namespace of Purser's UUIDs. It must never change: callers keep the UUIDs that are made from it. */
const namespace = Buffer.from('b3f6a0e24d5c4c0f9c41a5d1f0e7c2ba', 'hex')

const anyUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A UUID of version 5: the same names always give the same UUID. */
function nameUuid(...names: readonly string[]): string {
  const bytes = createHash('sha1').update(namespace).update(JSON.stringify(names)).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** A campaign whose id in the brand file is a UUID keeps it in responses. */
export function campaignUuid(brand: BrandId, campaign: string): string {
  return anyUuid.test(campaign) ? campaign.toLowerCase() : nameUuid('campaign', brand, campaign)
}

/** Changes whenever anything in the campaign does, and is the same again once that is changed back. */
export function revisionUuid(brand: BrandId, campaign: string, content: string): string {
  return nameUuid('revision', brand, campaign, content)
}

export function ruleUuid(brand: BrandId, campaign: string, rule: string): string {
  return nameUuid('rule', brand, campaign, rule)
}

/** `path` is the place within the rule: `then[0].issue`. */
export function resultUuid(brand: BrandId, rule: { readonly id: string }, path: string): string {
  return nameUuid('result', brand, rule.id, path)
}

/** Whether a condition belongs to the campaign rather than to a rule. */
export const isCampaignWide = (path = ''): boolean => path.startsWith('campaign.')

/** `path` is the place within the rule (`when[1].any[0]`) or, campaign-wide, within the campaign (`campaign.when[0]`). */
export function conditionUuid(brand: BrandId, rule: { readonly id: string }, path: string): string {
  const owner = isCampaignWide(path) ? rule.id.slice(0, rule.id.indexOf('/')) : rule.id
  return nameUuid('condition', brand, owner, path)
}

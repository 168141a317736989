import type { KeyRights } from './keys/rights.ts'
import type { Place } from './reading/place.ts'
import { checked, list, object, optional, or, required, type Shaped } from './reading/shape.ts'
import { accountsShape, checkAccounts } from './shapes/accounts-shape.ts'
import { apiKeyShape } from './shapes/api-key-shape.ts'
import { attributesShape } from './shapes/attribute-shape.ts'
import { brandShape, type EmployeeEntry, groupShape, type LocationEntry, locationShape } from './shapes/brand-shape.ts'
import { campaignShape } from './shapes/campaign-shape.ts'
import {
  checkCodes,
  couponSetShape,
  demographicFieldShape,
  eventTypeShape,
  type Product,
  productShape,
  subscriptionListShape,
} from './shapes/catalog-shape.ts'
import { exportedFromShape } from './shapes/exported-from-shape.ts'
import { checkMember, memberShape } from './shapes/member-shape.ts'
import { segmentShape, sendersShape, templateShape } from './shapes/message-shape.ts'
import { checkGiftCards, passesShape } from './shapes/pass-shape.ts'
import { portalShape } from './shapes/portal-shape.ts'
import { type CardSetEntry, type ProgramEntry, programShape, type ValueTypeEntry } from './shapes/program-shape.ts'
import { checkWorth, promotionsShape } from './shapes/promotion-shape.ts'
import { referralsShape } from './shapes/referrals-shape.ts'
import { checkRewards } from './shapes/rewards-shape.ts'
import { checkLanguage, textsShape } from './shapes/text-shape.ts'
import { webhookShape } from './shapes/webhook-shape.ts'

/** The whole file, in the order of the reference and of an export. Sections that others refer to come first. */
export const brandFileShape = checked(
  object({
    exportedFrom: optional(exportedFromShape),
    brand: required(brandShape),
    apiKeys: or(list(apiKeyShape), []),
    groups: or(list(groupShape), []),
    locations: or(list(locationShape), []),
    programs: or(list(programShape), []),
    couponSets: or(list(couponSetShape), []),
    demographicFields: or(list(demographicFieldShape), []),
    attributes: optional(attributesShape('attribute')),
    orderAttributes: optional(attributesShape('orderAttribute')),
    products: or(list(productShape), []),
    subscriptionLists: or(list(subscriptionListShape), []),
    eventTypes: or(list(eventTypeShape), []),
    templates: or(list(templateShape), []),
    segments: or(list(segmentShape), []),
    senders: or(sendersShape, {}),
    webhooks: or(list(webhookShape), []),
    texts: or(textsShape, {}),
    passes: optional(passesShape),
    portal: optional(portalShape),
    promotions: optional(promotionsShape),
    accounts: optional(accountsShape),
    member: optional(memberShape),
    referrals: optional(referralsShape),
    campaigns: or(list(campaignShape), []),
  }),
  checkFile,
)

/** A brand file as it was read: with all defaults filled in and all secrets still in it. */
export type BrandFile = Shaped<typeof brandFileShape>

/** A brand's configuration as it is stored: hashes instead of secrets where possible, and without the listed cards. */
export type BrandDocument = Omit<BrandFile, 'exportedFrom' | 'apiKeys' | 'locations' | 'programs'> & {
  readonly apiKeys: readonly ApiKey[]
  readonly locations: readonly DocumentLocation[]
  readonly programs: readonly DocumentProgram[]
  readonly switchedOff: SwitchedOff
}

/** An API key: it has one secret, or two while one is being replaced. */
export interface ApiKey extends KeyRights {
  readonly key: string
  readonly secretSha256?: string
  readonly secretsSha256?: readonly string[]
}

/** The digests of a key's secrets, the older one first. */
export const secretsOf = ({ secretSha256, secretsSha256 = [] }: ApiKey): readonly string[] =>
  secretSha256 === undefined ? secretsSha256 : [secretSha256]

export type DocumentEmployee = Omit<EmployeeEntry, 'password' | 'passwordSet'>
export type DocumentLocation = Omit<LocationEntry, 'employees'> & { readonly employees: readonly DocumentEmployee[] }
type DocumentCardSet = Omit<CardSetEntry, 'cards'>
export type DocumentProgram = Omit<ProgramEntry, 'cardSets'> & { readonly cardSets: readonly DocumentCardSet[] }

/** What earlier files had and the current one lacks. It is kept because issued cards and the history refer to it. */
export interface SwitchedOff extends Pick<BrandFile, SwitchableSection> {
  readonly locations: readonly DocumentLocation[]
  readonly programs: readonly Omit<DocumentProgram, 'valueTypes' | 'cardSets'>[]
  readonly valueTypes: readonly (ValueTypeEntry & { readonly program: string })[]
  readonly cardSets: readonly (DocumentCardSet & { readonly program: string })[]
}

type SwitchableSection =
  | 'groups'
  | 'products'
  | 'templates'
  | 'couponSets'
  | 'demographicFields'
  | 'subscriptionLists'
  | 'eventTypes'
  | 'segments'
  | 'webhooks'
  | 'campaigns'

function checkFile(
  file: Parameters<typeof checkLanguage>[0] & {
    readonly products: readonly Product[]
    readonly couponSets: Parameters<typeof checkCodes>[0]
  } & Parameters<typeof checkGiftCards>[0] &
    Parameters<typeof checkWorth>[0] &
    Parameters<typeof checkAccounts>[0] &
    Parameters<typeof checkMember>[0] &
    Parameters<typeof checkRewards>[0],
  at: Place,
): void {
  checkLanguage(file, at)
  checkAncestors(file, at)
  checkCodes(file.couponSets, at)
  checkGiftCards(file, at)
  checkWorth(file, at)
  checkAccounts(file, at)
  checkMember(file, at)
  checkRewards(file, at)
}

/** A product is not its own ancestor. */
export function checkAncestors(file: { readonly products: readonly Product[] }, at: Place): void {
  const parents = new Map(file.products.map((product) => [product.sku, product.parent]))
  /** The walk that each was met on. Whoever was met on an earlier one leads to nothing new. */
  const walks = new Map<string, number>()
  const inCircle = new Set<string>()
  for (const [walk, { sku }] of file.products.entries()) {
    let one: string | undefined = sku
    while (one !== undefined && !walks.has(one)) {
      walks.set(one, walk)
      one = parents.get(one)
    }
    for (; one !== undefined && walks.get(one) === walk && !inCircle.has(one); one = parents.get(one)) inCircle.add(one)
  }
  for (const { sku } of file.products) if (inCircle.has(sku)) at.faultAt(`products[${sku}].parent`, 'ownParent')
}

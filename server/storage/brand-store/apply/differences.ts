import { type Change, type ChangedValue, writeChange } from '../../../domain/audit/change.ts'
import { type BrandDocument, secretsOf } from '../../../domain/brand/document.ts'
import { valueTypeName } from '../../../domain/brand/shapes/program-shape.ts'
import { cardSetsOf, valueTypesOf } from './next-document.ts'
import { withoutPassword } from './receiver-secrets.ts'

/**
 * The changes from one document to the next, one line each: `locations/L2: added`,
 * `campaigns/earn/rules/per-dollar: limit.times 3 -> 5`. Changes of secrets are listed, but their values never shown.
 */
export function differences(before: BrandDocument | undefined, after: BrandDocument): string[] {
  return linesOf(before ? addresses(before) : new Map(), addresses(after))
}

/**
 * The same for where nothing can ever be erased: without the names of employees, without addresses of persons, and with
 * no more of a receiver's URL than its host, because the rest is often a secret.
 */
export function lastingDifferences(before: BrandDocument | undefined, after: BrandDocument): string[] {
  const lasting = (document: BrandDocument) =>
    new Map([...addresses(document)].map(([address, fields]) => [address, toLasting(address, fields)]))
  const lines = linesOf(before ? lasting(before) : new Map(), lasting(after))
  return lines.map((line) => line.replace(/[^\s"'<>,;:=(]+@[^\s"'<>,;)]+/g, '(an address)'))
}

/** The changes by the address at which each happens, also where all of a larger object came or went. */
export function changesByAddress(before: BrandDocument, after: BrandDocument): ReadonlyMap<string, readonly Change[]> {
  const [old, now] = [addresses(before), addresses(after)]
  const changes = new Map<string, readonly Change[]>()
  for (const [address, fields] of now) {
    const earlier = old.get(address)
    const own = earlier ? fieldDifferences(earlier, fields, '') : [added]
    if (own.length > 0) changes.set(address, own)
  }
  for (const address of old.keys()) if (!now.has(address)) changes.set(address, [switchedOff])
  for (const section of reorderedSections([...old.keys()], [...now.keys()])) changes.set(`${section}/`, [reordered])
  return changes
}

function toLasting(address: string, fields: Fields): Fields {
  const { name, url } = fields
  if (address.startsWith('locations/') && address.includes('/employees/') && typeof name === 'string')
    return { ...fields, name: hidden(name) }
  if (typeof url !== 'string' || !URL.canParse(url)) return fields
  return { ...fields, url: new URL(url).host, path: hidden(url) }
}

function linesOf(old: ReadonlyMap<string, Fields>, now: ReadonlyMap<string, Fields>): string[] {
  const removed = [...old.keys()].filter((address) => !now.has(address))
  const lines = [...now].flatMap(([address, fields]) => {
    const earlier = old.get(address)
    if (!earlier) return isWithin(address, now, old) ? [] : [lineOf(address, added)]
    return fieldDifferences(earlier, fields, '').map((change) => lineOf(address, change))
  })
  return [
    ...lines,
    ...removed.filter((address) => !isWithin(address, old, now)).map((address) => lineOf(address, switchedOff)),
    ...reorderedSections([...old.keys()], [...now.keys()]).map((section) => lineOf(section, reordered)),
  ]
}

const added: Change = { what: 'added' }
const switchedOff: Change = { what: 'switchedOff' }
const reordered: Change = { what: 'reordered' }

const lineOf = (address: string, change: Change) => `${address}: ${writeChange(change)}`

type Fields = Readonly<Record<string, unknown>>

/** Every object of the document, by the address under which its changes are reported. */
function addresses(document: BrandDocument): Map<string, Fields> {
  return new Map<string, Fields>([
    ['brand', document.brand],
    ...document.apiKeys.map(keyAddress),
    ...document.groups.map((group) => [`groups/${group.id}`, group] as const),
    ...document.locations.flatMap(locationAddresses),
    ...document.programs.map(({ valueTypes: _t, cardSets: _s, ...own }) => [`programs/${own.id}`, own] as const),
    ...valueTypesOf(document.programs).map(
      (type) => [`programs/${type.program}/valueTypes/${valueTypeName(type)}`, type] as const,
    ),
    ...cardSetsOf(document.programs).map((set) => [`cardSets/${set.id}`, set] as const),
    ...document.couponSets.flatMap(couponSetAddresses),
    ...document.demographicFields.map((field) => [`demographicFields/${field.name}`, field] as const),
    ...(document.attributes ?? []).map((one) => [`attributes/${one.name}`, one] as const),
    ...(document.orderAttributes ?? []).map((one) => [`orderAttributes/${one.name}`, one] as const),
    ...document.products.map((product) => [`products/${product.sku}`, product] as const),
    ...document.subscriptionLists.map((list) => [`subscriptionLists/${list.uuid}`, list] as const),
    ...document.eventTypes.map((type) => [`eventTypes/${type.categoryId}`, type] as const),
    ...document.templates.map((template) => [`templates/${template.id}`, template] as const),
    ...document.segments.map((segment) => [`segments/${segment.id}`, segment] as const),
    ...senderAddresses(document.senders),
    ...document.webhooks.map((webhook) => [`webhooks/${webhook.id}`, shownReceiver(webhook)] as const),
    ...Object.entries(document.texts).map(([language, texts]) => [`texts/${language}`, texts] as const),
    ...(document.passes ? [['passes', document.passes] as const] : []),
    ...(document.portal ? [['portal', document.portal] as const] : []),
    ...(document.promotions ? [['promotions', document.promotions] as const] : []),
    ...(document.accounts ? [['accounts', document.accounts] as const] : []),
    ...(document.member ? [['member', document.member] as const] : []),
    ...(document.referrals ? [['referrals', document.referrals] as const] : []),
    ...document.campaigns.flatMap(campaignAddresses),
  ])
}

function keyAddress(apiKey: BrandDocument['apiKeys'][number]) {
  const { key, secretSha256: _one, secretsSha256: _two, ...rights } = apiKey
  const fields: Fields = { ...rights, secret: hidden(secretsOf(apiKey).join()) }
  return [`apiKeys/${key}`, fields] as const
}

function couponSetAddresses({ codes = [], ...set }: BrandDocument['couponSets'][number]) {
  const address = `couponSets/${set.id}`
  const fields: Fields = set
  return [[address, fields] as const, ...codes.map((code): [string, Fields] => [`${address}/codes/${code.code}`, code])]
}

function locationAddresses({ employees, ...location }: BrandDocument['locations'][number]) {
  const address = `locations/${location.id}`
  return [
    [address, location] as const,
    ...employees.map(({ passwordHash, ...employee }) => {
      const fields: Fields = { ...employee, password: hidden(passwordHash) }
      return [`${address}/employees/${employee.id}`, fields] as const
    }),
  ]
}

function campaignAddresses({ rules, ...campaign }: BrandDocument['campaigns'][number]) {
  const address = `campaigns/${campaign.id}`
  return [[address, campaign] as const, ...rules.map((rule) => [`${address}/rules/${rule.id}`, rule] as const)]
}

/** In a fixed order, because the database keeps none. */
function senderAddresses(senders: BrandDocument['senders']) {
  const sorted = Object.entries(senders).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([channel, sender]) => [`senders/${channel}`, shownReceiver(sender)] as const)
}

function shownReceiver(receiver: object): Fields {
  const fields: Record<string, unknown> = { ...receiver }
  if (fields.secrets) fields.secrets = hidden(JSON.stringify(fields.secrets))
  if (typeof fields.smtp === 'string') {
    fields.password = hidden(new URL(fields.smtp).password)
    fields.smtp = withoutPassword(fields.smtp)
  }
  return fields
}

/** Something that may be compared but not shown. */
class Hidden {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  equals(other: Hidden): boolean {
    return this.#value === other.#value
  }
}

function hidden(value: string | undefined): Hidden | undefined {
  return value ? new Hidden(value) : undefined
}

/** Whether the enclosing object is itself new (or gone), so that its parts need no lines. */
function isWithin(address: string, there: ReadonlyMap<string, Fields>, missing: ReadonlyMap<string, Fields>): boolean {
  const parents = address.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))
  return parents.some((parent) => there.has(parent) && !missing.has(parent))
}

function fieldDifferences(before: unknown, after: unknown, field: string): Change[] {
  if (before instanceof Hidden && after instanceof Hidden)
    return before.equals(after) ? [] : [{ what: 'changed', field }]
  if (isScalarList(before) && isScalarList(after)) return listDifferences(before, after, field)
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => {
      const inner = Array.isArray(after) ? `${field}[${key}]` : field === '' ? key : `${field}.${key}`
      return fieldDifferences(Reflect.get(before, key), Reflect.get(after, key), inner)
    })
  }
  return Object.is(before, after) ? [] : [{ what: 'replaced', field, before: shown(before), after: shown(after) }]
}

function listDifferences(before: readonly unknown[], after: readonly unknown[], field: string): Change[] {
  const [old, now] = [new Set(before), new Set(after)]
  const added = after.filter((value) => !old.has(value)).map((value) => `+${short(value)}`)
  const removed = before.filter((value) => !now.has(value)).map((value) => `-${short(value)}`)
  const values = [...added, ...removed]
  if (values.length > 20) return [{ what: 'counted', field, added: added.length, removed: removed.length }]
  if (values.length > 0) return [{ what: 'listed', field, values: values.join(' ') }]
  return before.length === after.length && before.every((value, index) => value === after[index])
    ? []
    : [{ what: 'reordered', field }]
}

/** Rules run in the order of the file, so another order is a change. */
function reorderedSections(before: readonly string[], after: readonly string[]): string[] {
  const common = new Set(before).intersection(new Set(after))
  const sectionOf = (address: string) => address.slice(0, Math.max(address.lastIndexOf('/'), 0))
  const old = Map.groupBy(
    before.filter((address) => common.has(address)),
    sectionOf,
  )
  const now = Map.groupBy(
    after.filter((address) => common.has(address)),
    sectionOf,
  )
  return [...now].filter(([section, list]) => list.join() !== old.get(section)?.join()).map(([section]) => section)
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Hidden)
}

function isScalarList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((one) => typeof one !== 'object')
}

function shown(value: unknown): ChangedValue {
  if (value === undefined) return 'none'
  return value instanceof Hidden ? 'secret' : { text: short(value) }
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '../../server/calls/operations/operation.ts'
import { requestExample } from '../../server/doors/api/describe/examples.ts'
import { readRecipes } from '../../server/doors/portal-api/recipes/read-recipes.ts'
import type { PortalRoute } from '../../server/doors/portal-api/route.ts'
import type { FieldSpec, Model } from '../../server/ground/contract/field.ts'
import type { CanaryPerson } from './canary-brand.ts'
import { testPassword } from './portal-room.ts'

const [recipe] = readRecipes(readFileSync(new URL('../../docs/campaigns.md', import.meta.url), 'utf8'))

/** What fields of a request are given, by their names. */
export type NamedValues = Readonly<Record<string, unknown>>

const day = (daysBack: number) => new Date(Date.now() - daysBack * 86_400_000).toISOString().slice(0, 10)

/** Whatever leads to the person: their card, their sale, their names. */
const valuesOf = (person: CanaryPerson): NamedValues => ({
  cardNumber: person.cardNumber,
  lookupCardNumber: person.cardNumber,
  requestRef: person.sale,
  transactionId: person.sale,
  checkoutRequestRef: person.sale,
  checkoutTransactionId: person.sale,
  text: person.cardNumber,
  channel: 'email',
  channelUser: person.email,
  templateId: 'hello',
  webhookId: 'erp',
  section: 'locations',
  key: 'L2',
  id: 'main',
  campaignId: 'main',
  campaign: 'main',
  segment: 'buyers',
  segmentId: 'buyers',
  couponSetId: 'ten',
  cardSetId: 'more',
  report: 'sales',
  from: day(30),
  to: day(0),
  fromDate: `${day(30)} 00:00:00`,
  amount: { balanceType: 'Points', amount: 1 },
  products: [{ sku: 'ESP', unitPrice: 1, amountPurchased: 1 }],
  locationId: 'L1',
  noun: 'locations',
})

type OwnBodies = Readonly<Record<string, (person: CanaryPerson, values: NamedValues) => readonly object[]>>

const entries = [{ section: 'segments', key: 'all', text: 'id: all\nwhere: []\n' }]

/** Each needs a draft of its own, as it was left by whoever prepared the walk. */
const draftBodies: OwnBodies = {
  checkDraft: () => [{ entries }],
  draftReach: () => [{ entries }],
  draftLookup: (_, { drafts }) => [{ draftId: Object(drafts).looked }],
  entriesBefore: (_, { drafts }) => [{ draftId: Object(drafts).published }],
  discardDraft: (_, { drafts }) => [{ draftId: Object(drafts).discarded, revision: 1 }],
  submitDraft: (_, { drafts }) => [{ draftId: Object(drafts).submitted, revision: 1 }],
  publishDraft: (_, { drafts }) => [{ draftId: Object(drafts).looked, revision: 1, dryRun: true }],
}

/** The user of the walk is another one: whoever ends their own session hears nothing more. */
const userBodies: OwnBodies = {
  changeUser: (_, { userId }) => [{ userId, role: 'readOnly' }],
  resetUser: (_, { userId }) => [{ userId }],
  userSessions: (_, { userId }) => [{ userId }],
  endUserSessions: (_, { userId }) => [{ userId }],
  removeUser: (_, { removedId }) => [{ userId: removedId }],
}

/** Bodies that change what the walk looks for, or that contradict themselves; these are sent instead. */
const ownBodies: OwnBodies = {
  search: ({ cardNumber, lastName, email, customNumber }) =>
    [{ cardNumber }, { lastName }, { email }, { customCardNumber: customNumber }].map((filters) => ({
      filters,
      includeInactive: true,
      returnFields: {},
    })),
  find: ({ cardNumber, lastName, email, customNumber, sale }) =>
    [cardNumber, lastName, email, customNumber, sale].map((text) => ({ text })),
  findCustomer: ({ cardNumber, email, told }) => [cardNumber, email, told.mobilePhone].map((text) => ({ text })),
  callDetail: ({ sale, cardNumber }) => [sale, cardNumber].map((text) => ({ text })),
  updateAccount: ({ cardNumber, lastName }) => [{ cardNumber, primaryCustomer: { lastName } }],
  updateChannelSubscription: ({ email }) => [{ channel: 'email', channelUser: email, globalOptIn: true }],
  eraseCustomer: ({ cardNumber }) => [{ cardNumber, isTrial: true }],
  transfer: (_, { spareCard }) => [{ action: 'out', cardNumber: spareCard }],
  moveCard: (_, { movedCard }) => [
    { cardNumber: movedCard, cardSetId: 'more', reason: 'Walk', requestId: randomUUID(), locationId: 'L1' },
  ],
  requestLookup: ({ sale }) => [{ requestRef: sale, showExplanation: true, showDetailedMutations: true }],
  cardHistory: ({ cardNumber }) => [
    { cardNumber, includeMainBalanceUpdate: true, includeExternalTransactionIds: true },
  ],
  simulate: ({ cardNumber }, { products }) => [{ products }, { products, cardNumber }],
  tryOut: ({ cardNumber }, { products }) => [{ products }, { products, cardNumber }],
  updateBalance: ({ cardNumber }, { amount }) => [{ cardNumber, action: 'issue', amount, returnBalances: true }],
  checkout: ({ cardNumber }, { products }) => [{ cardNumber, products, returnBalances: true }],
  segmentPreview: () => [{ entries: [{ section: 'segments', key: 'all', text: 'id: all\nwhere: []\n' }] }],
  ...draftBodies,
  ...userBodies,
  brandVersion: () => [{ version: 1 }],
  entryText: () =>
    Object.entries({ campaigns: 'main', templates: 'hello', segments: 'buyers' }).map(([section, key]) => ({
      section,
      key,
    })),
  findNames: () => ['product', 'location', 'employee', 'campaign', 'template', 'segment'].map((noun) => ({ noun })),
  levelPreview: () => [{ program: 'none', entry: { id: 'none', valueTypes: [] } }],
  discountRules: () => [{}],
  couponHonours: () => [{ set: 'none' }],
  freeKey: () => [{ section: 'campaigns', wish: 'campaign' }],
  recipeEntries: () => [{ id: recipe?.id }],
  testSend: () => [{ channel: 'email', recipient: 'try@example.com', subject: 'Walk', text: 'Hello' }],
  confirm: () => [{ password: testPassword }],
  voidTransaction: (_, { sale, soldCard }) => [{ requestRef: sale, cardNumber: soldCard }],
  applyBrand: (_, { brandFile }) => [{ brandFile, dryRun: true }],
  editBrand: (_, { baseVersion }) => [
    { edits: [{ section: 'groups', key: 'pier', entry: { id: 'pier', name: 'Pier' } }], baseVersion, dryRun: true },
  ],
  generateCoupons: () => [{ couponSetId: 'gift', count: 1 }],
  // The route calls it `report`, the operation `name`.
  report: () =>
    ['sales', 'activity', 'liability', 'campaigns'].flatMap((report) => [
      { report, from: day(30), to: day(0) },
      { name: report, from: day(30), to: day(0) },
    ]),
  entry: () =>
    ['locations', 'apiKeys', 'webhooks', 'senders', 'brand'].map((section) => ({ section, key: keyOf(section) })),
  listEntries: () => ['locations', 'apiKeys', 'webhooks', 'templates'].map((section) => ({ section })),
  webhookDeliveries: () => ['waiting', 'givenUp'].map((state) => ({ webhookId: 'erp', state })),
  exportBrand: () => [{}, { format: 'yaml' }],
  revokeKey: () => [],
  // The walk itself uses these.
  logOut: () => [],
  endSession: () => [],
}

const keyOf = (section: string) => ({ locations: 'L2', apiKeys: 'till', webhooks: 'erp' })[section]

export function bodiesOf(
  door: Operation | PortalRoute,
  person: CanaryPerson,
  more: NamedValues = {},
): readonly object[] {
  const values = { ...valuesOf(person), ...more }
  const own = ownBodies[door.name]?.(person, values)
  if (own) return own.map((body) => withEveryField(body, door))
  const example = 'group' in door ? filled(requestExample(door), values) : {}
  const least = { ...bodyOf(door.request, values, false), ...example }
  const isReading = !('group' in door) || door.kind === 'query'
  const most = bodyOf(door.request, values, true)
  return isReading && !isDeepStrictEqual(least, most) ? [least, most] : [least]
}

/** With all that can be asked for, where the body says so. */
function withEveryField(body: object, { request }: { readonly request: Model }): object {
  if (!('returnFields' in body)) return body
  const model = request.fields.returnFields?.spec.model
  const flags = Object.entries(model?.fields ?? {}).filter(([, { spec }]) => spec.kind === 'flag')
  return { ...body, returnFields: Object.fromEntries(flags.map(([name]) => [name, true])) }
}

/** The example of an operation, about the person instead. */
function filled(example: object, values: NamedValues): object {
  const known = Object.entries(example).map(([name, value]) => [name, values[name] ?? value])
  return Object.fromEntries(known)
}

function bodyOf({ fields }: Model, values: NamedValues, isWhole: boolean): Record<string, unknown> {
  const given = Object.entries(fields).flatMap(([name, { spec }]): [string, unknown][] => {
    if (!spec.required && !isWhole) return []
    const value = values[name] ?? givenFor(spec, name, values, isWhole)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(given)
}

/** Flags ask for more; other things are left out unless they must be there. */
function givenFor(spec: FieldSpec, name: string, values: NamedValues, isWhole: boolean): unknown {
  const { kind, required, model, item, choices, min = 1 } = spec
  if (kind === 'flag') return true
  if (kind === 'object' && model) return bodyOf(model, values, isWhole)
  if (!required) return undefined
  if (kind === 'choice') return choices?.[0]
  if (kind === 'list') return item ? [values[name] ?? givenFor({ ...item, required: true }, name, values, isWhole)] : []
  if (kind === 'dateTime') return `${day(1)} 00:00:00`
  if (kind === 'date') return day(1)
  if (kind === 'json') return {}
  return kind === 'text' ? 'unknown' : Math.max(1, min)
}

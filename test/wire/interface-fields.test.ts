import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import { openApi } from '../../server/doors/api/describe/openapi.ts'
import { apiListing } from '../../server/doors/api/describe/swagger12.ts'
import { requiredBesides, specifiedLimits, specifiedModels, specifiedValues } from './specified-models.ts'

/** Every operation of the specification, and the models of its request and its answer. */
const specifiedOperations = `
  allocate AllocateRequest AllocateResponse
  allocateChildCard AllocateChildCardRequest AllocateChildCardResponse
  allocateCoupon AllocateCouponRequest AllocateCouponResponse
  cardHistory CardHistoryRequest CardHistoryResponse
  channelSubscription ChannelSubscriptionRequest ChannelSubscriptionResponse
  checkout CheckoutRequest CheckoutResponse
  couponDetails CouponDetailsRequest CouponDetailsResponse
  createEventType CreateEventTypeRequest CreateEventTypeResponse
  listEventTypes ListEventTypesRequest ListEventTypesResponse
  listRequests ListRequestsRequest ListRequestsResponse
  listValueTypes ListValueTypesRequest ListValueTypesResponse
  listSubscriptionLists ListSubscriptionListsRequest ListSubscriptionListsResponse
  reactivate ReactivateRequest ReactivateResponse
  requestLookup RequestLookupRequest RequestLookupResponse
  returnMerchandise ReturnRequest ReturnResponse
  search SearchRequest SearchResponse
  transfer TransferRequest TransferResponse
  triggerCustomCampaigns TriggerCustomCampaignRequest TriggerCustomCampaignResponse
  updateAccount UpdateAccountRequest UpdateAccountResponse
  updateBalance UpdateBalanceRequest UpdateBalanceResponse
  updateChannelSubscription UpdateChannelSubscriptionRequest UpdateChannelSubscriptionResponse
  voidTransaction VoidRequest VoidResponse
`

const headers = ['Brand', 'Location', 'Terminal', 'externalTransactionId', 'customRequestId', 'note']
const envelope = 'requestRef:string! success:boolean!=false errorCode:integer errorMessage:string'

type Tree = { readonly [name: string]: unknown }
type Described = { readonly properties?: Record<string, Tree>; readonly required?: readonly string[] }
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')
const listing = apiListing('merchant', operations, 'https://example.com') as Tree
const models = listing.models as Record<string, Described>
const { schemas } = (openApi(operations) as { components: { schemas: Record<string, Described> } }).components

/** What is said of a field, in the words of the specification's tables. */
interface Said {
  readonly type: string
  readonly required: boolean
  readonly v2: boolean | 'open'
  readonly default: string | undefined
  readonly values: string | undefined
}

const fieldForm = /^(\w+):(\w+(?:\[\])?)(!?)(?:\^([2?]))?(?:=(\w+))?(?:<(\w+)>)?$/

function specified(model: string): Map<string, Said> {
  const words = wordsOf(`${specifiedModels[model]} ${model.endsWith('Response') ? envelope : ''}`)
  const besides = wordsOf(requiredBesides[model] ?? '')
  return new Map(
    words.map((word) => {
      const [, name = '', type = '', mark, v2, value, set] = fieldForm.exec(word) ?? []
      assert.ok(name, `${model}: ${word}`)
      const required = mark === '!' || besides.includes(name)
      return [name, { type, required, v2: v2 === '?' ? 'open' : v2 === '2', default: value, values: valuesOf(set) }]
    }),
  )
}

function valuesOf(set: string | undefined): string | undefined {
  if (set === undefined) return undefined
  const values = specifiedValues[set] ?? ''
  return sorted(values.includes(',') ? values.split(', ') : wordsOf(values))
}

const sorted = (values: readonly unknown[]) => values.toSorted().join(', ')

/** How the two descriptions say it: each has its own place for enums, defaults and the JSON v2 mark. */
const readers = {
  'the 1.2 description': (model: string, field: string): Said | undefined => {
    const property = models[model]?.properties?.[field]
    return (
      property && {
        type: property.type === 'array' ? `${nameOf(property.items as Tree)}[]` : nameOf(property),
        required: models[model]?.required?.includes(field) ?? false,
        v2: / JSON v2\./.test(String(property.description)),
        default: property.defaultValue === undefined ? undefined : String(property.defaultValue),
        values: property.enum ? sorted(property.enum as string[]) : undefined,
      }
    )
  },
  'the OpenAPI description': (model: string, field: string): Said | undefined => {
    const found = schemas[model]?.properties?.[field]
    if (!found) return undefined
    // What an empty text clears has two forms.
    const property: Tree = { ...found, ...(found.anyOf as Tree[] | undefined)?.[0] }
    const items = property.items as Tree | undefined
    const values = (items ?? property).enum as string[] | undefined
    const [, inWords] = / Default: (\S+)\.$/.exec(String(property.description)) ?? []
    return {
      type: items ? `${nameOf(items)}[]` : nameOf(property),
      required: schemas[model]?.required?.includes(field) ?? false,
      v2: property['x-json-v2'] === true,
      default: property.default === undefined ? inWords : String(property.default),
      values: values && sorted(values),
    }
  },
}

const nameOf = ({ type, $ref }: Tree) => String(type ?? $ref).replace('#/components/schemas/', '')

/** Where a description says something else than the specification. More values and defaults of false are allowed. */
function differences(path: string, wanted: Said, found: Said | undefined): string[] {
  if (!found) return [`${path}: is missing`]
  const isSame = {
    type: wanted.type === 'any' || found.type === wanted.type,
    required: found.required === wanted.required,
    v2: wanted.v2 === 'open' || found.v2 === wanted.v2,
    default: found.default === wanted.default || (wanted.default === undefined && found.default === 'false'),
    values: wanted.values === undefined || found.values === wanted.values,
  }
  return Object.entries(isSame)
    .filter(([, same]) => !same)
    .map(([aspect]) => {
      const key = aspect as keyof Said
      return `${path}: ${aspect} is ${found[key]} instead of ${wanted[key]}`
    })
}

for (const [description, read] of Object.entries(readers)) {
  test(`${description} says of every field what the specification says`, () => {
    const found = Object.keys(specifiedModels).flatMap((model) =>
      [...specified(model)].flatMap(([field, wanted]) => differences(`${model}.${field}`, wanted, read(model, field))),
    )
    assert.deepEqual(found, [])
  })
}

test('the limits of the specification are those of the descriptions', () => {
  for (const [path, [least, most]] of Object.entries(specifiedLimits)) {
    const [model = '', field = ''] = path.split('.')
    const found = schemas[model]?.properties?.[field] ?? {}
    const property: Tree = { ...found, ...(found.anyOf as Tree[] | undefined)?.[0] }
    const bounds = ['Length', 'Items', 'imum'].map((what) => [property[`min${what}`] ?? 0, property[`max${what}`]])
    assert.deepEqual(
      bounds.find(([, max]) => max !== undefined),
      [least, most],
      path,
    )
  }
})

test('no field of the OpenAPI description that may be absent has a default', () => {
  const wrong = Object.entries(schemas).flatMap(([model, { properties = {}, required = [] }]) =>
    Object.entries(properties)
      .filter(([name, property]) => property.default !== undefined && !required.includes(name))
      .map(([name]) => `${model}.${name}`),
  )
  assert.deepEqual(wrong, [])
})

test('every operation is described with the models and the headers of the specification', () => {
  const described = new Map(
    (listing.apis as { path: string; operations: Tree[] }[]).map(({ path, operations: [operation] }) => [
      path,
      operation,
    ]),
  )
  const rows = specifiedOperations.trim().split('\n').map(wordsOf)
  assert.equal(rows.length, 22)
  for (const [name, request, response] of rows) {
    const operation = described.get(`/merchant/${name}`)
    const parameters = operation?.parameters as { name: string; paramType: string; type: string }[]
    assert.deepEqual([operation?.method, operation?.type], ['POST', response], name)
    assert.equal(parameters.find(({ paramType }) => paramType === 'body')?.type, request, name)
    const named = parameters.filter(({ paramType }) => paramType === 'header').map((one) => one.name.toLowerCase())
    assert.deepEqual(
      headers.filter((header) => !named.includes(header.toLowerCase())),
      [],
      name,
    )
  }
})

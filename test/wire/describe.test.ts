import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { writtenDocs } from '../../scripts/write-docs.ts'
import { operations, operations as realOperations } from '../../server/calls/operations/all.ts'
import { type Operation, query } from '../../server/calls/operations/operation.ts'
import { describedModels, responseOf } from '../../server/doors/api/describe/described-models.ts'
import { curlExample, requestExample, responseExample } from '../../server/doors/api/describe/examples.ts'
import { errorsMarkdown } from '../../server/doors/api/describe/markdown.ts'
import { noticeModels } from '../../server/doors/api/describe/notice-models.ts'
import { openApi } from '../../server/doors/api/describe/openapi.ts'
import { descriptionPages } from '../../server/doors/api/describe/pages.ts'
import { referencePage } from '../../server/doors/api/describe/reference-page.ts'
import { apiIndex, apiListing } from '../../server/doors/api/describe/swagger12.ts'
import {
  date,
  dateTime,
  decimal,
  flag,
  id,
  integer,
  list,
  model,
  number,
  object,
  oneOf,
  text,
  utcDateTime,
} from '../../server/ground/contract/field.ts'
import { type JsonObject, readJsonBody } from '../../server/ground/contract/json.ts'
import { readRequest } from '../../server/ground/contract/read.ts'
import { catalogue } from '../../server/ground/kernel/errors.ts'
import { startTestService, testService } from '../support/shop.ts'

const amount = model('Money', 'An amount of something.', {
  amount: decimal('How much.').required().max(1000),
  unit: oneOf('Of what.', ['Points', 'Currency']).required(),
})

const spend = query({
  name: 'spend',
  summary: 'Spends <b>money</b>.',
  callType: 'REPORTING',
  requestModel: 'SpendRequest',
  responseModel: 'SpendResponse',
  enablement: 'reactivate',
  request: {
    cardNumber: id('The card.').required(6),
    amount: object('How much to spend.', amount),
    notes: list('Remarks.', text('A remark.')).max(3),
    quietly: flag('Tell nobody.').default(false),
    pages: integer('How many pages.').between(1, 100).default(20).v2(),
    from: dateTime('Begin.').enablement('customRequestDate'),
    until: utcDateTime('End.'),
    birthday: date('A date with <script>alert("1")</script> & \'quotes\'.'),
  },
  response: {
    amounts: list('What is left.', amount).required(),
    total: number('The sum.'),
    time: integer('Epoch milliseconds.'),
  },
  answer: async () => ({ kind: 'answer', response: { amounts: [] } }),
})

const ping = query({
  name: 'ping',
  group: 'admin',
  summary: 'Answers.',
  callType: 'REPORTING',
  requestModel: 'PingRequest',
  responseModel: 'PingResponse',
  request: {},
  response: {},
  answer: async () => ({ kind: 'answer', response: {} }),
})

const invented: readonly Operation[] = [spend, ping]

test('the 1.2 index names its version and its three groups', () => {
  const index = apiIndex(invented) as Tree
  assert.equal(index.swaggerVersion, '1.2')
  assert.equal(index.apiVersion, '1.0.26')
  assert.deepEqual(
    (index.apis as Tree[]).map((api) => api.path),
    ['/merchant', '/flex', '/admin'],
  )
})

test('the 1.2 listing describes fields by the rules of that format', () => {
  const listing = apiListing('merchant', invented, 'https://example.com') as Tree
  assert.equal(listing.basePath, 'https://example.com')
  const properties = at(listing, 'models', 'SpendRequest', 'properties')
  assert.deepEqual(properties.amount, { $ref: 'Money', description: 'How much to spend.' })
  assert.deepEqual(properties.notes, {
    type: 'array',
    items: { type: 'string' },
    description: 'Remarks. At most 3 elements.',
  })
  assert.deepEqual(properties.pages, {
    type: 'integer',
    format: 'int32',
    description: 'How many pages. 1 to 100. JSON v2.',
    defaultValue: 20,
    minimum: '1',
    maximum: '100',
  })
  assert.match(
    String(at(properties, 'from').description),
    /yyyy-MM-dd HH:mm:ss\. Needs the enablement customRequestDate/,
  )
  assert.deepEqual(at(listing, 'models', 'SpendRequest').required, ['cardNumber'])
  assert.equal(at(listing, 'models', 'SpendResponse', 'properties', 'time').format, 'int64')
  assert.equal(at(listing, 'models', 'SpendResponse', 'properties', 'total').format, 'double')
  assert.deepEqual(at(listing, 'models', 'Money', 'properties', 'unit').enum, ['Points', 'Currency'])
})

test('an operation of the 1.2 listing takes one body and the headers', () => {
  const listing = apiListing('merchant', invented) as Tree
  assert.equal(at(listing, 'apis', '0').path, '/merchant/spend')
  const operation = at(listing, 'apis', '0', 'operations', '0')
  const parameters = operation.parameters as Tree[]
  assert.equal(operation.method, 'POST')
  assert.deepEqual(
    parameters.filter(({ required }) => required).map(({ paramType, name }) => `${paramType} ${name}`),
    ['body body', 'header Authorization', 'header Brand', 'header Location', 'header Terminal'],
  )
})

test('a group without operations is described as empty', () => {
  const listing = apiListing('flex', invented) as Tree
  assert.deepEqual([listing.apis, listing.models], [[], {}])
})

test('limits of texts and lists are promised for requests only', () => {
  const schemas = at(openApi(invented) as Tree, 'components', 'schemas')
  assert.equal(at(schemas, 'SpendRequest', 'properties', 'cardNumber').maxLength, 100)
  assert.equal(at(schemas, 'SpendRequest', 'properties', 'notes').maxItems, 3)
  assert.equal(at(schemas, 'SpendResponse', 'properties', 'amounts').maxItems, undefined)
  assert.equal(at(schemas, 'Money', 'properties', 'amount').maximum, 1000)
})

test('two different models of one name are noticed', () => {
  const other = { ...ping, request: model('Money', 'Something else.', { sum: decimal('How much.') }) }
  assert.throws(() => describedModels([spend, other]), /two different models are called Money/)
})

test('the page escapes whatever stands in a contract', () => {
  const page = referencePage(invented)
  assert.ok(!page.includes('<script>alert') && !page.includes('<b>money'))
  assert.ok(page.includes('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;quotes&#39;'))
})

test('the page needs nothing from outside and no inline script or style', () => {
  const page = descriptionPages(invented).get('/docs/reference')?.()
  assert.ok(page)
  assert.doesNotMatch(page.body, /(?:src|href)="(?:https?:)?\/\//)
  assert.doesNotMatch(page.body, / style=| on\w+=|<style|<script>/)
  assert.match(
    page.headers?.['Content-Security-Policy'] ?? '',
    /^default-src 'none'; style-src 'self'; script-src 'self';/,
  )
})

test('a document is built once', () => {
  const pages = descriptionPages(invented)
  for (const [path, page] of pages) assert.equal(page(), page(), path)
  assert.deepEqual([...pages.keys()].toSorted(), [
    '/',
    '/api-docs',
    '/api-docs/admin',
    '/api-docs/flex',
    '/api-docs/merchant',
    '/brand-file.schema.json',
    '/docs/page.js',
    '/docs/reading.js',
    '/docs/reference',
    '/docs/style.css',
    '/openapi.json',
    '/postman.json',
  ])
})

test('an example survives the shell', () => {
  const quoting = {
    ...ping,
    name: 'quoting',
    request: model('QuotingRequest', 'Quotes.', { "it's": flag('').required() }),
  }
  assert.match(curlExample(quoting), /-d '\{"it'\\''s":true\}'/)
})

test('the error catalogue is on the page and in the document, every code with its reason', () => {
  const page = referencePage(invented)
  for (const code of Object.keys(catalogue)) {
    assert.ok(page.includes(`id="error-${code}"`), code)
    assert.ok(errorsMarkdown().includes(`| ${code} |`), code)
  }
})

for (const [kind, operations] of [['invented', invented] as const, ['real', realOperations] as const]) {
  test(`every reference resolves: ${kind}`, () => {
    const document = openApi(operations) as Tree
    for (const reference of references(document)) {
      assert.ok(at(document, ...reference.replace('#/', '').split('/')), reference)
    }
    for (const group of ['merchant', 'flex', 'admin'] as const) {
      const listing = apiListing(group, operations) as Tree
      const models = listing.models as Tree
      for (const reference of [...references(models), ...operationModels(listing)])
        assert.ok(models[reference], reference)
    }
    const page = referencePage(operations)
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name)
    assert.deepEqual(new Set(ids).size, ids.length, 'an id stands on the page twice')
    assert.deepEqual([...new Set(targets).difference(new Set(ids))], [])
  })

  test(`every field of every contract is in all three descriptions: ${kind}`, () => {
    const schemas = at(openApi(operations) as Tree, 'components', 'schemas')
    const page = referencePage(operations)
    for (const operation of operations) {
      const listing = apiListing(operation.group, operations) as Tree
      for (const { name, fields } of describedModels([operation]).values()) {
        for (const field of Object.keys(fields)) {
          const path = `${name}.${field}`
          assert.ok(at(listing, 'models', name, 'properties', field).description, path)
          assert.ok(at(schemas, name, 'properties', field).description, path)
          assert.ok(page.includes(` id="${path}"`), path)
        }
      }
    }
  })

  test(`every model has its parts, and its name tells what it is: ${kind}`, () => {
    for (const operation of operations) {
      assert.match(operation.request.name, /Request$/)
      assert.match(operation.response.name, /Response$/)
      assert.deepEqual(Object.keys(responseOf(operation).fields).slice(-4), envelope)
      const models = (apiListing(operation.group, operations) as Tree).models as Record<string, Tree>
      for (const [name, described] of Object.entries(models)) {
        assert.equal(described.id, name)
        assert.ok(described.description, name)
        assert.ok(Array.isArray(described.required), name)
        assert.ok(described.properties, name)
      }
    }
  })
}

test('every example is a request that the operation would read, without unknown fields', () => {
  const rules = { apiVersion: 2, enabled: new Set<never>(), interfaceTimeZone: 'UTC' } as const
  for (const operation of [...invented, ...realOperations]) {
    const body = readJsonBody(JSON.stringify(requestExample(operation)))
    const read = readRequest(operation.request, body.kind === 'body' ? body.body : ({} as JsonObject), rules)
    assert.equal(read.kind, 'read', `${operation.name}: ${JSON.stringify(read)}`)
    assert.deepEqual(read.kind === 'read' && read.unknown, [], operation.name)
  }
})

test('what every answer has, its example has, and what the example request asks for too', () => {
  for (const operation of realOperations) {
    const [asked, example] = [requestExample(operation), responseExample(operation)] as Tree[]
    const { fields } = responseOf(operation)
    for (const [name, { spec }] of Object.entries(fields))
      if (spec.required) assert.ok(example && name in example, `${operation.name}.${name}`)
    for (const name of Object.keys(example ?? {})) assert.ok(fields[name], `${operation.name}.${name}`)
    if (asked?.returnBalances) assert.ok(example?.balances, operation.name)
    if (asked?.returnBalanceMutations) assert.ok(example?.balanceMutations, operation.name)
  }
  const issued = realOperations.find(({ name }) => name === 'updateBalance')
  assert.ok(issued)
  const { transactionId, requestRef, didOverdraw, balances } = responseExample(issued) as Tree
  assert.deepEqual([transactionId, didOverdraw], [requestRef, false], 'an issuance overdraws nothing')
  assert.deepEqual((balances as Tree[])[0]?.amount, at(requestExample(issued) as Tree, 'amount').amount)
})

test('a summary is one line', () => {
  const long = realOperations.filter(({ summary }) => summary.length > 120 || /\n/.test(summary))
  assert.deepEqual(
    long.map(({ name }) => name),
    [],
  )
})

test('the 1.2 listings name the address that their reader used, or the public one', async () => {
  const read = async (port: number, path: string, host?: string) => {
    const response = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      get({ port, path, host: '127.0.0.1', ...(host !== undefined && { headers: { host } }) }, (message) => {
        textOf(message).then((body) => resolve({ status: message.statusCode ?? 0, body }), reject)
      }).on('error', reject)
    })
    assert.equal(response.status, 200)
    return JSON.parse(response.body) as Tree
  }
  const { port } = await testService()
  for (const group of ['merchant', 'flex', 'admin']) {
    const listing = await read(port, `/api-docs/${group}`)
    assert.equal(listing.basePath, `http://127.0.0.1:${port}`)
    assert.equal(listing.resourcePath, `/${group}`)
    assert.equal((await read(port, `/api-docs/${group}`, 'till.example:81')).basePath, 'http://till.example:81')
  }
  assert.equal((await read(port, '/api-docs/merchant', '"><script>')).basePath, '', 'what is no host is not repeated')
  const known = await startTestService(['--public-url', 'https://loyalty.example'])
  try {
    assert.equal((await read(known.port, '/api-docs/merchant', 'evil.example')).basePath, 'https://loyalty.example')
  } finally {
    await known.stop()
  }
})

test('headers that are absent are 101 in the words of the errors, too', () => {
  const row = (code: number) =>
    errorsMarkdown()
      .split('\n')
      .find((line) => line.startsWith(`| ${code} |`)) ?? ''
  assert.match(row(101), /Location or Terminal header is absent/)
  assert.doesNotMatch(row(102), /absent/)
})

test('the written documents are current; if not: node scripts/write-docs.ts', () => {
  for (const [path, text] of writtenDocs) {
    assert.equal(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), text, path)
  }
})

const envelope = ['success', 'requestRef', 'errorCode', 'errorMessage']

interface Tree {
  readonly [key: string]: unknown
}

function at(tree: Tree, ...path: readonly string[]): Tree {
  return path.reduce((branch, key) => {
    assert.ok(branch[key], `${path.join('/')}: there is no ${key}`)
    return branch[key] as Tree
  }, tree)
}

function references(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => (key === '$ref' ? [String(part)] : references(part)))
}

function operationModels(listing: Tree): readonly string[] {
  return (listing.apis as Tree[]).flatMap((api) => {
    const operation = at(api, 'operations', '0')
    const body = (operation.parameters as Tree[]).find(({ paramType }) => paramType === 'body')
    const failures = (operation.responseMessages as Tree[]).map(({ responseModel }) => responseModel)
    return [operation.type, body?.type, ...failures].map(String)
  })
}

test('OpenAPI has every event that webhooks are told, with its data and its signature', () => {
  const document = openApi(operations) as {
    readonly webhooks: Record<string, { readonly post: { readonly requestBody: object; readonly description: string } }>
    readonly components: { readonly schemas: Record<string, object> }
  }
  assert.deepEqual(Object.keys(document.webhooks).toSorted(), Object.keys(noticeModels).toSorted())
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    assert.match(post.description, /HMAC-SHA256/)
    const [, name = ''] = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(post.requestBody)) ?? []
    assert.ok(document.components.schemas[name], `${type}: ${name}`)
  }
})

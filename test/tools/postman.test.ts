import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { parse } from 'yaml'
import { operations } from '../../server/calls/operations/all.ts'
import { exampleRefusals } from '../../server/doors/api/describe/example-refusals.ts'
import { postmanCollection } from '../../server/doors/api/describe/postman.ts'
import { applyFile, Shop, testService } from '../support/shop.ts'

interface Item {
  readonly name: string
  readonly item?: readonly Item[]
  readonly event?: readonly { readonly listen: string; readonly script: { readonly exec: readonly string[] } }[]
  readonly request?: {
    readonly method: string
    readonly url: { readonly raw: string; readonly host: readonly string[]; readonly path: readonly string[] }
    readonly header: readonly { readonly key: string; readonly value: string }[]
    readonly body: { readonly raw: string }
    readonly description: string
  }
}

interface Collection {
  readonly info: { readonly schema: string; readonly name: string }
  readonly variable: readonly { readonly key: string; readonly value: string }[]
  readonly auth: { readonly basic: readonly { readonly key: string; readonly value: string }[] }
  readonly item: readonly Item[]
}

const requestsIn = (items: readonly Item[]): Item[] => items.flatMap((one) => (one.item ? requestsIn(one.item) : [one]))

/** The demo under an id of its own: its keys and their public secrets are those of the file. */
async function openDemo(): Promise<Shop> {
  const file = parse(await readFile('demo/harbor-coffee.yaml', 'utf8'))
  const id = `d${randomBytes(6).toString('hex')}`
  file.brand.id = id
  await applyFile(file)
  const { port } = await testService()
  return new Shop({ id, secret: '', port, file })
}

/** As a client fills in variables before it sends a request. */
function filled(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{(\$?\w+)\}\}/g, (_, name: string) => {
    const value = name === '$guid' ? randomUUID() : variables.get(name)
    assert.ok(value !== undefined, `the variable ${name} has no value`)
    return value
  })
}

/** As a client runs what follows an answer. */
function runScript(lines: readonly string[], answer: object, variables: Map<string, string>): boolean {
  let isRight = true
  const expect = (found: unknown) => ({ to: { equal: (wanted: unknown) => assert.equal(found, wanted) } })
  const pm = {
    expect,
    test: (_: string, run: () => void) => {
      try {
        run()
      } catch {
        isRight = false
      }
    },
    response: { json: () => answer },
    collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
  }
  runInNewContext(lines.join('\n'), { pm })
  return isRight
}

async function served(port: number): Promise<Collection> {
  const response = await fetch(`http://127.0.0.1:${port}/postman.json`)
  assert.equal(response.status, 200)
  return (await response.json()) as Collection
}

test('a client that imports the collection can send every example of it', async () => {
  const demo = await openDemo()
  const collection = await served(demo.port)
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]))
  assert.equal(variables.get('url'), `http://127.0.0.1:${demo.port}`, 'it has the address that it was read from')
  variables.set('brand', demo.id)
  const [user, password] = collection.auth.basic.map(({ value }) => filled(value, variables))
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const outcomes: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const { name, request, event = [] } of requestsIn(collection.item)) {
    assert.ok(request)
    const headers = Object.fromEntries(request.header.map(({ key, value }) => [key, filled(value, variables)]))
    const response = await fetch(filled(request.url.raw, variables), {
      method: request.method,
      headers: { ...headers, authorization },
      body: filled(request.body.raw, variables),
    })
    const body = (await response.json()) as { success: boolean; errorCode?: number; errorMessage?: string }
    const refusal = exampleRefusals[name]
    outcomes[name] = body.success ? 'succeeds' : refusal?.code === body.errorCode ? body.errorCode : body
    expected[name] = refusal?.code ?? 'succeeds'
    if (refusal) assert.ok(request.description.includes(`error ${refusal.code}: ${refusal.why}`), name)
    assert.equal(response.headers.get('purser-unknown-fields'), null, name)
    assert.equal(event.length, 1, `${name} has a test`)
    for (const { script } of event) {
      assert.equal(runScript(script.exec, body, variables), true, `${name}: ${JSON.stringify(body)}`)
      const wrong = { success: false, errorCode: 999, errorMessage: 'no' }
      assert.equal(
        runScript(script.exec, wrong, new Map()),
        false,
        `${name}: the test of the collection sees a refusal`,
      )
    }
  }
  assert.deepEqual(outcomes, expected)
  assert.deepEqual(await demo.verify(), [])
})

test('the collection has every operation once, in folders by group and noun, in the format 2.1', () => {
  const collection = postmanCollection(operations) as Collection
  assert.equal(collection.info.schema, 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
  assert.deepEqual(
    collection.item.map(({ name }) => name),
    ['merchant', 'flex', 'admin'],
  )
  const requests = requestsIn(collection.item)
  assert.deepEqual(requests.map(({ name }) => name).toSorted(), operations.map(({ name }) => name).toSorted())
  for (const { name, request } of requests) {
    assert.ok(request)
    const { raw, host, path } = request.url
    assert.equal(raw, [...host, ...path].join('/'), name)
    assert.doesNotThrow(() => JSON.parse(request.body.raw))
    const operation = operations.find((one) => one.name === name)
    assert.ok(operation && request.description.startsWith(operation.summary))
  }
  const refused = Object.keys(exampleRefusals).filter((name) => !operations.some((one) => one.name === name))
  assert.deepEqual(refused, [], 'no reason is kept for an operation that is gone')
})

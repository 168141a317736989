import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectPurser, type FetchInit } from '../../client/purser-client.ts'
import { operations } from '../../server/calls/operations/all.ts'
import { changesSomething } from '../../server/calls/operations/operation.ts'

test('every operation is called at its address, and with an id exactly if it changes something', async () => {
  const sent: { url: string; init: FetchInit }[] = []
  let ids = 0
  const purser = connectPurser({
    baseUrl: 'https://purser.example/behind/a/proxy/',
    brand: 'b',
    location: 'l',
    terminal: 't',
    key: 'k',
    secret: 's',
    newId: () => `id ${++ids}`,
    fetch: async (url, init) => {
      sent.push({ url, init })
      return new Response('{"success":true,"requestRef":"r"}')
    },
  })
  const methods = purser as unknown as Record<string, (request: object) => Promise<{ outcome?: string }>>
  for (const operation of operations) {
    const done = await methods[operation.name]?.({ some: 'field' })
    const { url, init } = sent.at(-1) ?? assert.fail('nothing was sent')
    assert.equal(url, `https://purser.example/behind/a/proxy/${operation.group}/${operation.name}`)
    assert.deepEqual([init.method, init.body, init.headers.Authorization], ['POST', '{"some":"field"}', 'Basic azpz'])
    assert.equal(init.headers.customRequestId, changesSomething(operation) ? `id ${ids}` : undefined)
    assert.equal(done?.outcome, changesSomething(operation) ? 'answered' : undefined)
  }
  assert.equal(sent.length, operations.length)
  assert.equal(ids, operations.filter(changesSomething).length)
  assert.deepEqual(Object.keys(purser).toSorted(), [...operations.map(({ name }) => name), 'settle'].toSorted())
})

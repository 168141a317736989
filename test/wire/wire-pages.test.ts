import assert from 'node:assert/strict'
import { request } from 'node:http'
import test from 'node:test'
import { gunzipSync } from 'node:zlib'
import { operations } from '../../server/calls/operations/all.ts'
import { descriptionPages } from '../../server/doors/api/describe/pages.ts'
import { preparedPage, prepareInTurns } from '../../server/doors/api/prepared-page.ts'
import { waitingMax } from '../../server/doors/api/reply-line.ts'
import type { SentDocument } from '../../server/ground/html/page.ts'
import { times } from '../support/shop.ts'
import { openWire, rawBodies, rawHead } from '../support/wire-server.ts'

const pages = descriptionPages(operations)

/** Resolves when the page is compressed, which happens on another thread. */
async function compressed(page: SentDocument): Promise<void> {
  const isDone = () => preparedPage(page).answer({ 'accept-encoding': 'gzip' }).headers.includes('gzip')
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve))
}

function get(port: number, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request({ port, path, headers, agent: false }, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) })
      })
        .on('error', reject)
        .end()
    },
  )
}

test('pages are compressed for those who can read that, and not sent again to those who have them', async (t) => {
  const wire = await openWire(t, { pages })
  await prepareInTurns(pages.values())
  for (const path of ['/docs/reference', '/openapi.json', '/api-docs/merchant', '/brand-file.schema.json']) {
    const page = pages.get(path)
    const { port } = wire.server
    const made = page?.(`http://localhost:${port}`)
    assert(made)
    preparedPage(made).compress()
    await compressed(made)
    const plain = await get(port, path, {})
    assert.ok(plain.body.toString() === made.body)
    assert.equal(plain.headers['content-encoding'], undefined)
    const small = await get(port, path, { 'accept-encoding': 'br, gzip;q=0.8' })
    assert.equal(small.headers['content-encoding'], 'gzip')
    assert.ok(small.body.length * 5 < plain.body.length)
    assert.ok(gunzipSync(small.body).equals(plain.body))
    const refused = await get(port, path, { 'accept-encoding': 'gzip;q=0, br' })
    assert.equal(refused.headers['content-encoding'], undefined)
    const again = await get(port, path, { 'if-none-match': `"x", ${plain.headers.etag}` })
    assert.deepEqual([again.status, again.body.length], [304, 0])
    assert.equal(again.headers['content-type'], plain.headers['content-type'])
  }
})

test('requests that are sent without waiting for answers take turns with everybody else', async (t) => {
  let turn = 0
  let ticking = setImmediate(function tick() {
    turn += 1
    ticking = setImmediate(tick)
  })
  t.after(() => clearImmediate(ticking))
  const turns: number[] = []
  const page = { contentType: 'text/plain', body: 'x'.repeat(100_000) }
  const show = () => {
    turns.push(turn)
    return page
  }
  const wire = await openWire(t, { pages: new Map([['/docs', show]]) })
  const asked = 200
  const last = 'GET /docs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const received = await wire.raw('GET /docs HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(asked - 1) + last)

  assert.equal(received.match(/HTTP\/1\.1 200/g)?.length, asked)
  const most = Math.max(...[...Map.groupBy(turns, (one) => one).values()].map((group) => group.length))
  assert.ok(most <= 4, `${most} pages were sent in one turn`)
})

test('large bodies that arrive together are read one in each turn, and small ones pass them', async (t) => {
  let turn = 0
  let ticking = setImmediate(function tick() {
    turn += 1
    ticking = setImmediate(tick)
  })
  t.after(() => clearImmediate(ticking))
  const turns: number[] = []
  const wire = await openWire(t, {
    answer: ({ unknownFields }) => {
      if (unknownFields.includes('filler')) turns.push(turn)
      return { kind: 'done', response: { cardNumber: '1' } }
    },
  })
  const large = JSON.stringify({ cardNumber: '1', filler: 'x'.repeat(200_000) })
  const answers = await Promise.all(times(30, () => wire.post('/echo', large)))

  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(new Set(turns).size, 30)
})

test('of many requests that are sent at once, some are carried out at a time, in order, and too many are refused', async (t) => {
  let atOnce = 0
  let most = 0
  const wire = await openWire(t, {
    answer: async ({ call }) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce -= 1
      return { kind: 'done', response: { cardNumber: call.note ?? '' } }
    },
  })
  const body = '{"cardNumber":"1"}'
  const requests = times(400, (n) => {
    const close = n === 399 ? ['Connection: close'] : []
    return rawHead([`Content-Length: ${body.length}`, `Note: ${n}`, ...close]) + body
  })
  const answers = rawBodies(await wire.raw(requests.join('')))

  assert.equal(answers.length, 400)
  assert.ok(most <= 4, `${most} at once`)
  const done = answers.filter((answer) => answer.success)
  assert.ok(done.length >= waitingMax, `${done.length} were carried out`)
  const notes = done.map((answer) => Number(answer.cardNumber))
  assert.deepEqual(
    notes,
    notes.toSorted((a, b) => a - b),
  )
  const refused = answers.filter((answer) => !answer.success)
  assert.ok(refused.every((answer) => answer.errorCode === 108))
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import { portalRoutes } from '../../server/doors/portal-api/all.ts'
import { findUnbounded, type Send } from '../support/find-unbounded.ts'
import { growingBodies, type RealValues } from '../support/growing-bodies.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'
import { ThreadClient } from '../support/thread-turns.ts'

let room: PortalRoom
let real: RealValues
const client = new ThreadClient()

before(async () => {
  room = await openPortalRoom({
    flags: ['--guess-limit', '0'],
    cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 1000, prefix: '60', length: 16 } }],
    more: { templates: [{ id: 'hello', channel: 'sms', body: 'Hello' }] },
  })
  const card = await room.shop.card({ usd: 500 })
  const { requestRef } = await room.shop.must('checkout', { cardNumber: card, checkoutTotal: 9 })
  const entries = [{ section: 'groups', key: 'x0', text: 'id: x0' }]
  const { draftId } = await room.shop.must('saveDraft', { title: 'Bounds', entries })
  real = {
    cardNumber: card,
    cardSetId: 'cards',
    locationId: 'L1',
    terminalId: 'T1',
    requestRef,
    draftId,
    revision: 1,
    baseVersion: 1,
    section: 'groups',
    template: 'hello',
    templateId: 'hello',
    brandFile: { brand: { id: room.shop.id } },
    amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 1 },
    dryRun: true,
  }
})

after(async () => {
  await client.close()
  await room?.close()
})

for (const { name, group, request } of operations)
  test(`${name} does not hold the thread, whatever it is sent`, async (t) => {
    const { shop, service } = room
    const authorization = `Basic ${Buffer.from(`till:${shop.secret}`).toString('base64')}`
    const type = { 'content-type': 'application/json' }
    const headers = { authorization, brand: shop.id, location: 'L1', terminal: 'T1', ...type }
    const long: string[] = []
    const send: Send = (text) => client.send({ port: service.port, path: `/${group}/${name}`, headers, text })
    // Some operations leave their card in a state in which others do nothing.
    const own = { ...real, cardNumber: await shop.card({ usd: 500 }) }
    for (const body of growingBodies(request, own)) long.push(...(await findUnbounded(t, name, body, send)))
    assert.deepEqual(long, [])
  })

test('whatever was sent, the books are right', async () => {
  assert.deepEqual(await room.shop.verify(), [])
})

for (const { name, request } of portalRoutes)
  test(`the route ${name} does not hold the thread, whatever it is sent`, async (t) => {
    let user = await room.login('administrator')
    const long: string[] = []
    const send: Send = async (text) => {
      const path = `/portal/api/${name}`
      const answer = await client.send({ port: room.service.port, path, headers: headersOf(user), text })
      // Some routes end the session that they are called in.
      if (/loginNeeded|confirmNeeded/.test(answer.text) || answer.setCookie !== '')
        user = await room.login('administrator')
      return answer
    }
    for (const body of growingBodies(request, real)) long.push(...(await findUnbounded(t, name, body, send)))
    assert.deepEqual(long, [])
  })

const headersOf = (user: PortalUser) => ({
  'content-type': 'application/json',
  'purser-portal': '1',
  host: `127.0.0.1:${room.service.port}`,
  origin: `http://127.0.0.1:${room.service.port}`,
  'sec-fetch-site': 'same-origin',
  brand: room.shop.id,
  cookie: user.cookie,
})

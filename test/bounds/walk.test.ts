import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../server/operations/all.ts'
import { portalRoutes } from '../../server/portal-api/all.ts'
import { type GrowingBody, growingBodies, type RealValues } from '../support/growing-bodies.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'
import { slowness, ThreadClient, type Turns, turnsDuring } from '../support/thread-turns.ts'

/** What one turn of the thread may take on the machine that this was set on. */
const turnMsMax = 100
/** Work below this is too short to say how it grows. */
const growthMsMin = 60
/** Four times as much may take four times as long, and a logarithm more; the rest is for memory and for chance. */
const growthMax = 4 * 2
const partOfWhole = 0.25
const attempts = 3

let room: PortalRoom
let real: RealValues
const client = new ThreadClient()
const slow = slowness()

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

type Send = (text: string) => Promise<{ readonly status: number; readonly text: string }>

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

interface Noted {
  diagnostic(message: string): void
}

/** What is wrong with how a request of this kind grows: nothing, or one line. */
async function findUnbounded(t: Noted, target: string, body: GrowingBody, send: Send): Promise<readonly string[]> {
  let best: readonly Measured[] = []
  for (let attempt = 0; attempt < attempts && !isBounded(best); attempt += 1) {
    const found = await measure(body, send)
    best = found.map((one, index) => least(one, best[index]))
  }
  const line = `${target}: ${body.name}: turns of ${shown(best, 'longestMs')} ms, ${shown(best, 'sumMs')} ms in all; ${best[0]?.said}`
  if ((best[0]?.longestMs ?? 0) > (turnMsMax / 2) * slow) t.diagnostic(line)
  return isBounded(best) ? [] : [line]
}

const shown = (all: readonly Measured[], what: keyof Turns) => all.map((one) => one[what].toFixed(0)).join(', ')

interface Measured extends Turns {
  readonly said: string
}

const least = (one: Measured, other: Measured = one): Measured => ({
  said: one.said,
  longestMs: Math.min(one.longestMs, other.longestMs),
  sumMs: Math.min(one.sumMs, other.sumMs),
})

function isBounded([whole, part]: readonly Turns[]): boolean {
  if (!whole || whole.longestMs > turnMsMax * slow) return false
  return isLittle(whole) || (part !== undefined && whole.sumMs <= growthMax * Math.max(part.sumMs, growthMsMin / 4))
}

/** Too little to say how it grows, and little enough to let it. */
const isLittle = ({ sumMs }: Turns) => sumMs <= growthMsMin * slow

/** All of it, and a part where all of it takes long enough to compare. */
async function measure(body: GrowingBody, send: Send): Promise<Measured[]> {
  const whole = await measureAt(1, body, send)
  return isLittle(whole) ? [whole] : [whole, await measureAt(partOfWhole, body, send)]
}

async function measureAt(share: number, body: GrowingBody, send: Send): Promise<Measured> {
  const text = body.at(share)
  let said = ''
  const turns = await turnsDuring(async () => {
    const answer = await send(text)
    said = `${answer.status} ${answer.text.slice(0, 200)}`
  })
  assert.ok(!/^(?:0|500) /.test(said), `${body.name}: ${said}`)
  return { ...turns, said }
}

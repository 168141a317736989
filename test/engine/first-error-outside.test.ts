import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openLog } from '../../server/ground/log/log.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { type Fate, openErringProxy } from '../support/erring-proxy.ts'
import { type Answer, openShop, type Shop, startTestService, testDatabase } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const codes = ['53100', '25006', '53300', '57P01', '40001', '08006', '55P03', '53200'] as const

const proxy = openErringProxy()
let service: Service
let shop: Shop
let card: string
let database: pg.Client

before(async () => {
  service = await startTestService([], false, proxy.url, { log: openLog('silent') })
  shop = await openShop({ service })
  card = await shop.card()
  database = new pg.Client({ connectionString: testDatabase() })
  await database.connect()
})

after(async () => {
  await database.end()
  await service.stop()
})

const kinds: Readonly<Record<string, (headers: Record<string, string>) => Promise<Answer>>> = {
  task: (headers) => shop.call('generateCards', { cardSetId: 'cards', count: 1 }, headers),
  'read with an id': (headers) => shop.call('cardHistory', { cardNumber: card }, headers),
}

/** Statements of the transaction of the call meet their fates by their number. */
async function attempt(kind: string, id: string, fateOf: (place: number, text: string) => Fate | undefined) {
  let place = -1
  let own: number | undefined
  proxy.fateOf = ({ application, text, connection }) => {
    if (application === 'purser' && text === 'begin') own ??= connection
    if (connection !== own) return undefined
    place += 1
    return fateOf(place, text)
  }
  const answer = await (kinds[kind] as (typeof kinds)[string])({ customRequestId: id })
  proxy.fateOf = () => undefined
  return { answer, statements: place + 1 }
}

/** Holds an answer against what the database has, and against what a repetition is told. */
async function judge(kind: string, id: string, { body }: Answer, where: string): Promise<unknown> {
  const told = body.success ? 'done' : body.errorCode
  assert.ok(['done', 109, 136].includes(told), `${where}: ${JSON.stringify(body)}`)
  const count = 'select count(*)::integer from request where brand_id = $1 and request_ref = $2 and error_code is null'
  const { rows } = await database.query(count, [shop.id, body.requestRef])
  if (told !== 136) assert.equal(rows[0].count, told === 'done' ? 1 : 0, where)
  const again = await (kinds[kind] as (typeof kinds)[string])({ customRequestId: id })
  const expected = rows[0].count === 1 ? 3 : 'done'
  assert.equal(again.body.success ? 'done' : again.body.errorCode, expected, where)
  return told
}

/** What the caller is told. Records are written later, by transactions of their own: should one of these have met the error, again. */
async function tellOf(kind: string, fateOf: (place: number) => Fate | undefined, where: string): Promise<unknown> {
  let told: unknown
  for (let tries = 0; tries < 4; tries += 1) {
    const id = randomUUID()
    const { answer } = await attempt(kind, id, fateOf)
    told = await judge(kind, id, answer, where)
    if (told !== 'done') break
  }
  return told
}

for (const kind of Object.keys(kinds)) {
  test(`${kind}: an error of any statement is 109, and nothing happened; one of the commit is looked up`, async () => {
    const { statements } = await attempt(kind, randomUUID(), () => undefined)
    assert.ok(statements > 3, 'its transaction is seen')
    for (let place = 0; place < statements; place += 1) {
      for (const code of [...codes, 'XX000']) {
        const where = `${code} at statement ${place} of ${statements}`
        assert.equal(await tellOf(kind, (now) => (now === place ? { fails: code } : undefined), where), 109)
      }
    }
    for (const code of [...codes, 'XX000']) {
      const id = randomUUID()
      const { answer } = await attempt(kind, id, (_, text) => (text === 'commit' ? { answeredWith: code } : undefined))
      assert.equal(await judge(kind, id, answer, `${code} after the commit`), 'done')
    }
    assert.deepEqual(await shop.verify(), [])
  })
}

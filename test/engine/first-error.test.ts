import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openLog } from '../../server/ground/log/log.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { type Fate, openErringProxy, type Passing } from '../support/erring-proxy.ts'
import { type Answer, openShop, type Shop, startTestService, testDatabase } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

/** One of each class of errors that the database may come up with, whatever it is asked. */
const codes = ['53100', '25006', '53300', '57P01', '40001', '08006', '55P03', '53200'] as const
/** Within this every call has an answer; the machine may be busy. */
const answeredMs = 8000

const sections = {
  webhooks: [{ id: 'erp', url: 'https://erp.example/' }],
  campaigns: [
    {
      id: 'earn',
      rules: [
        {
          id: 'points',
          trigger: 'checkout',
          limit: { times: 100_000, per: 'brand' },
          budget: { amount: 100_000, of: { balanceType: 'Points' } },
          then: [{ issue: { balanceType: 'Points', amount: 5 } }, { notify: { channel: 'webhook', text: 'Thanks' } }],
        },
      ],
    },
  ],
}

const proxy = openErringProxy()
let service: Service
let shop: Shop
let database: pg.Client

before(async () => {
  service = await startTestService(['--lanes', '1'], false, proxy.url, { log: openLog('silent') })
  const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 4000, prefix: '60', length: 16 } }]
  shop = await openShop({ service, cardSets, more: sections })
  database = new pg.Client({ connectionString: testDatabase() })
  await database.connect()
})

after(async () => {
  await database.end()
  await service.stop()
})

type Call = (headers: Record<string, string>) => Promise<Answer>

/** Each makes what it needs, and answers the call that is tried: the same one each time. */
const kinds: Readonly<Record<string, () => Promise<Call>>> = {
  redeem: async () => {
    const card = await shop.card({ usd: 10 })
    return (headers) => shop.update(card, 'redeem', { usd: 4 }, {}, headers)
  },
  checkout: async () => {
    const cardNumber = await shop.card()
    return (headers) => shop.call('checkout', { cardNumber, checkoutTotal: 5 }, headers)
  },
  void: async () => {
    const card = await shop.card({ usd: 10 })
    const { transactionId } = (await shop.redeem(card, { usd: 4 })).body
    return (headers) => shop.call('voidTransaction', { cardNumber: card, requestRef: transactionId }, headers)
  },
  return: async () => {
    const cardNumber = await shop.card()
    const { requestRef } = await shop.must('checkout', { cardNumber, checkoutTotal: 5 })
    return (headers) =>
      shop.call('returnMerchandise', { cardNumber, checkoutRequestRef: requestRef, reversePayments: true }, headers)
  },
  transfer: async () => {
    const [oldCardNumber, cardNumber] = [await shop.card({ points: 5 }), await shop.card()]
    await shop.must('transfer', { action: 'out', cardNumber: oldCardNumber })
    return (headers) => shop.call('transfer', { action: 'in', cardNumber, oldCardNumber }, headers)
  },
  allocate: async () => (headers) => shop.call('allocate', { cardSetId: 'cards' }, headers),
}

interface Trial {
  readonly call: Call
  readonly id: string | undefined
  readonly answer: Answer
}

/** Makes a call, during which statements of the lane meet their fates by their number. */
async function attempt(kind: string, hasId: boolean, fateOf: (place: number, text: string) => Fate | undefined) {
  const call = await (kinds[kind] as () => Promise<Call>)()
  const id = hasId ? randomUUID() : undefined
  let place = -1
  proxy.fateOf = ({ application, text }: Passing) => {
    if (application !== 'purser lane') return undefined
    place += 1
    return fateOf(place, text)
  }
  const began = performance.now()
  const answer = await call(id === undefined ? {} : { customRequestId: id })
  const tookMs = performance.now() - began
  proxy.fateOf = () => undefined
  assert.ok(tookMs < answeredMs, `it took ${Math.round(tookMs)} ms`)
  return { call, id, answer, statements: place + 1 }
}

/** Holds an answer against what the database has, and against what a repetition is told. */
async function judge({ call, id, answer }: Trial, where: string): Promise<string | number> {
  const told = answer.body.success ? 'done' : answer.body.errorCode
  assert.ok(['done', 109, 136].includes(told), `${where}: ${JSON.stringify(answer.body)}`)
  if (told === 109) assert.ok(Number(answer.headers['retry-after']) > 0, where)
  const count = 'select count(*)::integer from request where brand_id = $1 and request_ref = $2 and error_code is null'
  const { rows } = await database.query(count, [shop.id, answer.body.requestRef])
  if (told !== 136) assert.equal(rows[0].count, told === 'done' ? 1 : 0, `${where}: ${told}`)
  if (id === undefined) return told
  const again = (await call({ customRequestId: id })).body
  const repeated = again.success ? 'done' : again.errorCode
  const expected = rows[0].count === 1 ? 3 : 'done'
  assert.equal(repeated, expected, `${where}: ${told}, then ${JSON.stringify(again)}`)
  return told
}

for (const [number, kind] of Object.keys(kinds).entries()) {
  // Every code at every statement of one kind; of the others each statement meets one, and each code is met by some.
  const codesAt = (place: number) => (kind === 'redeem' ? codes : [codes[(place + number) % codes.length] ?? ''])

  test(`${kind}: a connection that is really ended, at any statement, is got over`, async () => {
    const { statements } = await attempt(kind, true, () => undefined)
    for (let place = 0; place < statements; place += 1) {
      const ended = place % 2 === 0 ? 'before' : 'after'
      const trial = await attempt(kind, true, (now) => (now === place ? { ended } : undefined))
      assert.equal(await judge(trial, `ended ${ended} statement ${place} of ${statements}`), 'done')
    }
    for (const ended of ['before', 'after'] as const) {
      let isMet = false
      const trial = await attempt(kind, true, (_, text) => {
        if (isMet || text !== 'commit') return undefined
        isMet = true
        return { ended }
      })
      assert.ok(isMet)
      assert.equal(await judge(trial, `ended ${ended} the commit`), 'done')
    }
    assert.deepEqual(await shop.verify(), [])
  })

  for (const hasId of [false, true]) {
    test(`${kind}${hasId ? ' with an id' : ''}: an error that passes, at any statement, is got over`, async () => {
      const { statements } = await attempt(kind, hasId, () => undefined)
      for (let place = 0; place < statements; place += 1) {
        for (const code of hasId ? codesAt(place) : codesAt(place + 3).slice(0, 1)) {
          const trial = await attempt(kind, hasId, (now) => (now === place ? { fails: code } : undefined))
          assert.equal(await judge(trial, `${code} at statement ${place} of ${statements}`), 'done')
        }
      }
      assert.deepEqual(await shop.verify(), [])
    })
  }

  test(`${kind}: an error that stays, at any statement, makes it 109, and nothing happens`, async () => {
    const { statements } = await attempt(kind, true, () => undefined)
    let refused = 0
    for (let place = 0; place < statements; place += 1) {
      const code = ['53100', '25006', '53200'][place % 3] ?? ''
      const target: { text?: string } = {}
      const trial = await attempt(kind, true, (now, text) => {
        if (now === place) target.text = text
        return text === target.text && text !== 'rollback' ? { fails: code } : undefined
      })
      const told = await judge(trial, `${code} at statement ${place} of ${statements}, always: ${target.text}`)
      if (told === 109) refused += 1
    }
    // A command that is tried again alone has some other statements.
    assert.ok(refused > statements - 4, `${refused} of ${statements}`)
    assert.deepEqual(await shop.verify(), [])
  })

  test(`${kind}: an error of the commit itself is settled by what the database has`, async () => {
    for (const code of [...codesAt(0), 'XX000']) {
      for (const fate of [{ fails: code }, { answeredWith: code }]) {
        let isMet = false
        const trial = await attempt(kind, true, (_, text) => {
          if (isMet || text !== 'commit') return undefined
          isMet = true
          return fate
        })
        assert.ok(isMet)
        assert.equal(await judge(trial, JSON.stringify(fate)), 'done')
      }
    }
    assert.deepEqual(await shop.verify(), [])
  })
}

test('no key is left behind by a call that has not happened', async () => {
  const strays = `select from idempotency_key as key where key.brand_id = $1 and not exists (
    select from request where brand_id = $1 and request_ref = key.request_ref and error_code is null)`
  assert.equal((await database.query(strays, [shop.id])).rowCount, 0)
})

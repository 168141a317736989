import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import { openLog } from '../../server/ground/log/log.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { type Fate, openErringProxy } from '../support/erring-proxy.ts'
import { type FullShop, fullShopOptions, openFullShop } from '../support/full-shop.ts'
import { type Answer, startTestService } from '../support/shop.ts'
import { bodiesOf } from '../support/walked-bodies.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const codes = ['53100', '25006', '53300', '57P01', '40001', '08006', '55P03', '53200', 'XX000', '57014'] as const
/** Five seconds are promised; a machine that has much else to do gets some more. */
const answeredMs = 6500
/** The connections that a call may read by. What goes on beside it goes by others, or is among these. */
const reading = ['purser', 'purser reports']
const besides = [/^select clock_timestamp\(\)/, /insert into request\b/, /key_use/, /notify/i]

const proxy = openErringProxy()
let service: Service
let full: FullShop

before(async () => {
  service = await startTestService([], false, proxy.url, { log: openLog('silent') })
  full = await openFullShop(undefined, { ...fullShopOptions('https://erp.example/events'), service })
})

after(() => service.stop())

interface Trial {
  readonly answer: Answer
  readonly statements: number
}

/** Makes a call, during which statements that read meet their fates by their number. */
async function attempt(name: string, body: object, fateOf: (place: number) => Fate | undefined): Promise<Trial> {
  let place = -1
  proxy.fateOf = ({ application, text }) => {
    if (!reading.includes(application) || besides.some((one) => one.test(text))) return undefined
    place += 1
    return fateOf(place)
  }
  const began = performance.now()
  const answer = await full.shop.call(name, body)
  const tookMs = performance.now() - began
  proxy.fateOf = () => undefined
  assert.ok(tookMs < answeredMs, `${name} took ${Math.round(tookMs)} ms`)
  return { answer, statements: place + 1 }
}

const told = ({ body }: Answer) => (body.success ? 'answered' : body.errorCode)

let met = 0
for (const operation of operations.filter(({ kind }) => kind === 'query')) {
  test(`${operation.name}: an error of any statement is 109 or got over, and never taken for a mistake of ours`, async () => {
    const { cardNumber, sale } = full
    const person = { cardNumber, sale, email: 'ana@example.com', lastName: 'Nobody', customNumber: 'ANAS-OWN' }
    const unseen = { told: {} as never, firstName: '', figure: '' }
    for (const body of bodiesOf(operation, { ...person, ...unseen })) {
      const { answer, statements } = await attempt(operation.name, body, () => undefined)
      const usual = told(answer)
      for (let place = 0; place < statements; place += 1) {
        const code = codes[(met + place) % codes.length] ?? ''
        const fates: readonly Fate[] = [{ fails: code }, { ended: place % 2 === 0 ? 'before' : 'after' }]
        for (const fate of fates) {
          const trial = await attempt(operation.name, body, (now) => (now === place ? fate : undefined))
          const where = `${JSON.stringify(fate)} at statement ${place} of ${statements}`
          assert.ok([109, usual].includes(told(trial.answer)), `${where}: ${JSON.stringify(trial.answer.body)}`)
          if (told(trial.answer) === 109) assert.ok(Number(trial.answer.headers['retry-after']) > 0, where)
        }
        met += 1
      }
      assert.equal(told((await attempt(operation.name, body, () => undefined)).answer), usual)
    }
  })
}

test('every code was met more than once, and nothing was changed by what was refused', async () => {
  assert.ok(met > 2 * codes.length, `${met} statements`)
  assert.deepEqual(await full.shop.verify(), [])
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { allJobs } from '../../server/background/jobs/all.ts'
import type { Job } from '../../server/background/jobs/runner/job.ts'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { openSenders } from '../../server/calls/delivery/senders.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { addressMarkUse } from '../../server/domain/channel/address-mark.ts'
import { standingNow } from '../../server/doors/access/login/standing-now.ts'
import { faultOf, sqlstateOf } from '../../server/ground/database/fault.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { brandSecretUse } from '../../server/storage/brand-store/document-secrets.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { type Fate, openErringProxy } from '../support/erring-proxy.ts'
import { fullShopOptions, openFullShop } from '../support/full-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openReceiver } from '../support/receiver.ts'
import { type Shop, testKey } from '../support/shop.ts'
import { secondsFromNow, sql } from '../support/time-passes.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const codes = ['53100', '25006', '53300', '57P01', '40001', '08006', '55P03', '53200'] as const
const manyCards = [{ id: 'cards', name: 'Cards', generate: { count: 500, prefix: '60', length: 16 } }]
const retention = { traceDays: 1, requestMonths: 1, noticeMonths: 1 }

/** Statements that a job sends at most in one run of this test. */
const statementsMax = 400

test('an error of any statement of any job passes: it fails for that reason or not at all, and the next run does it', async (t) => {
  const proxy = openErringProxy()
  const receiver = await openReceiver(t)
  const { shop, cardNumber } = await openFullShop(receiver.url, {
    ...fullShopOptions(receiver.url),
    cardSets: manyCards,
  })
  const pins = new PinKeeper(testKey, randomBytes)
  const network = { ...systemNetwork(true), timeouts: { connectMs: 2000, totalMs: 2000 } }
  const outside = { network, senders: openSenders(network), addressKey: () => pins.keyFor(addressMarkUse) }
  const means = () => ({ random: randomBytes, pins, sealer: pins.sealerFor(brandSecretUse), standingOf: standingNow })
  const logged: string[] = []
  const log = openLog('error', (line) => logged.push(line))
  const context = await openJobRoom(shop, { log }, proxy.url)
  const today = new Date(await context.now()).toISOString().slice(5, 10)
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { birthday: `1990-${today}` } })

  const run = async (job: Job, fateOf: (place: number) => Fate | undefined) => {
    let place = -1
    proxy.fateOf = () => {
      place += 1
      return fateOf(place)
    }
    const error = await job.run(context).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    proxy.fateOf = () => undefined
    return { error, statements: place + 1 }
  }
  let turn = 0
  for (const job of allJobs(retention, outside, means)) {
    const { error: usual, statements } = await run(job, () => undefined)
    assert.equal(usual, undefined, `${job.name}: ${usual}`)
    for (let place = 0; place < Math.min(statements, statementsMax); place += 1) {
      const code = codes[turn % codes.length] ?? ''
      const fate: Fate = turn % 3 < 2 ? { fails: code } : { ended: turn % 2 === 0 ? 'before' : 'after' }
      if (turn % 4 === 0) await makeDue(shop)
      const where = `${job.name}: ${JSON.stringify(fate)} at statement ${place} of ${statements}`
      const { error } = await run(job, (now) => (now === place ? fate : undefined))
      assert.notEqual(sqlstateOf(error), '25P02', where)
      assert.ok(error === undefined || faultOf(error) !== 'bug', `${where}: ${error}`)
      turn += 1
    }
    const { error } = await run(job, () => undefined)
    assert.equal(error, undefined, `${job.name} afterwards: ${error}`)
  }
  assert.ok(turn > 10 * codes.length, `${turn} statements`)
  // What the operator is told has the error of the database as its cause.
  const faults = context.faults.map((one) => (one instanceof Error ? (one.cause ?? one) : one))
  assert.deepEqual(
    faults.filter((one) => faultOf(one) === 'bug'),
    [],
  )
  const mistakes = logged.filter((line) => /25P02|current transaction is aborted/.test(line))
  assert.deepEqual(mistakes, [])
  // Whatever was tried twice was done once.
  const fired = await sql(
    `select card_id, count(*)::integer as times from request
     where brand_id = $1 and operation = 'fireSegmentRules' and error_code is null group by card_id`,
    [shop.id],
  )
  assert.ok(fired.length > 0)
  for (const { card_id, times } of fired) assert.equal(times, 1, `card ${card_id}`)
  assert.deepEqual(await shop.verify(), [])
})

/** Whatever jobs have noted of a brand is forgotten, so that they look again, and something has happened since. */
async function makeDue(shop: Shop): Promise<void> {
  const marks = `delete from job_mark where brand_id = $1 and job not like 'settled%' and job not like '%sums%'`
  await sql(marks, [shop.id])
  await sql(`update segment_state set refreshed_at = refreshed_at - interval '2 hours' where brand_id = $1`, [shop.id])
  const card = await shop.card({ points: 4 })
  await shop.must('checkout', { cardNumber: card, products: productsOf('1 ESP 3') })
  await shop.must('updateBalance', {
    cardNumber: card,
    action: 'issue',
    amount: { balanceType: 'Points', amount: 9 },
    issuedBalanceExpiration: secondsFromNow(4),
  })
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { brandsMax, foundedPerDayMax, judgeFounding } from '../../server/domain/judge/judge-founding.ts'
import type { Grant } from '../../server/doors/access/visitor.ts'
import { freeId } from '../../server/doors/portal-api/founding/create-brand.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { inTransaction } from '../../server/ground/database/in-transaction.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { lockBrand } from '../../server/storage/brand-store/brand.sql.ts'
import { listBrandIds } from '../../server/storage/brand-store/brand-list.sql.ts'
import { makeLogin, PortalUser } from '../support/portal-room.ts'
import { startTestService, testDatabase } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

let service: Service
let pool: ConnectionPool

before(async () => {
  service = await startTestService(['--environment', 'production', '--require-second-factor', 'finance'])
  pool = new ConnectionPool({ url: testDatabase() }, 2)
})

after(async () => {
  await pool.close()
  await service.stop()
})

async function visitor(grants: readonly Grant[], brand = ''): Promise<PortalUser> {
  const user = new PortalUser(service.port, await makeLogin(pool, grants), brand)
  await user.logIn()
  return user
}

const everywhere: readonly Grant[] = [{ role: 'administrator' }]

const harbor = {
  name: 'Harbor',
  country: 'US',
  currency: 'USD',
  timeZone: 'America/New_York',
  language: 'en',
  template: 'cafe',
  location: 'Pier 1',
}

test('who may make a brand, and how many, is one judgement', () => {
  const few = { all: 3, foundedLately: 0 }
  assert.equal(judgeFounding({ governsAll: true }, few), undefined)
  assert.equal(judgeFounding({ governsAll: false }, few), 'notOfAll')
  assert.equal(judgeFounding({ governsAll: true }, { ...few, all: brandsMax }), 'tooMany')
  assert.equal(judgeFounding({ governsAll: true }, { ...few, foundedLately: foundedPerDayMax }), 'tooFast')
})

test('the first administrator makes a brand, which is audited and works at once', async () => {
  const first = await visitor(everywhere)
  assert.deepEqual((await first.must('me')).brands, [])
  assert.equal((await first.must('me')).mayFound, true)
  const { brand } = await first.must('createBrand', harbor)
  assert.equal(brand, '1001')
  const [mine] = (await first.must('me')).brands
  assert.deepEqual([mine.id, mine.name, mine.currency, mine.timeZone], ['1001', 'Harbor', 'USD', 'America/New_York'])

  const here = { brand }
  const { entries } = (await first.call('auditLog', {}, here)).body
  const applied = entries.find(({ action }: { action: string }) => action === 'brand.applied')
  assert.deepEqual([applied.actorType, applied.actor], ['user', first.name])
  assert.deepEqual(await stepsDone(first, brand), ['place', 'program', 'cards'])
})

/** Which first steps of a brand are done; the last word says that the list is gone. */
async function stepsDone(user: PortalUser, brand: string): Promise<string[]> {
  const { steps, isUnderWay } = await user.must('firstSteps', {}, { brand })
  const done = steps.filter(({ isDone }: { isDone: boolean }) => isDone).map(({ step }: { step: string }) => step)
  return [...done, ...(isUnderWay ? ['gone'] : [])]
}

test('a sale that was tried at the terminal and undone is no real one; the fifth that stands is', async () => {
  const admin = await visitor(everywhere)
  const { brand } = await admin.must('createBrand', { ...harbor, name: 'Tried' })
  const here = { brand, location: 'L1', terminal: 'T1' }
  const { cardNumber } = (await admin.call('allocate', { cardSetId: 'rewards-cards' }, here)).body
  const sell = async () => {
    const sale = { cardNumber, products: [{ sku: 'ANY', unitPrice: 120, amountPurchased: 1 }], returnBalances: true }
    const { status, body } = await admin.call('checkout', sale, here)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const { requestRef, balances } = await sell()
  const points = balances.map(({ balanceType, amount }: { balanceType: string; amount: number }) => [
    balanceType,
    amount,
  ])
  assert.deepEqual(Object.fromEntries(points), { Points: 20, Currency: 5 })
  const undone = await admin.call('voidTransaction', { requestRef, cardNumber }, { ...here, note: 'A try' })
  assert.equal(undone.status, 200, JSON.stringify(undone.body))
  const begun = ['place', 'program', 'cards', 'tried']
  for (let sales = 0; sales < 4; sales += 1) await sell()
  assert.deepEqual(await stepsDone(admin, brand), begun)
  await sell()
  assert.deepEqual(await stepsDone(admin, brand), [...begun, 'sale', 'gone'])
})

test('what is pressed twice makes one brand: no two have one name', async () => {
  const admin = await visitor(everywhere)
  const twice = await Promise.all([1, 2].map(() => admin.ask('createBrand', { ...harbor, name: 'Twice' })))
  assert.deepEqual(twice.map(({ status }) => status).toSorted(), [200, 409])
  const again = await admin.ask('createBrand', { ...harbor, name: '  tWICE ' })
  assert.equal(again.status, 409)
})

test('an id is the next number, whatever else brands are called by', () => {
  assert.equal(freeId([]), '1001')
  assert.equal(freeId(['7', 'harbor', '1003']), '1004')
  assert.equal(freeId(['1001', '9007199254740991', '9007199254740992']), '1002')
  assert.equal(freeId(['999999999', '1000000000']), '1000000001')
})

test('the operator and the portal make brands at once: none is made over the other', async () => {
  const admin = await visitor(everywhere)
  const next = freeId(await listBrandIds(pool))
  let asked: ReturnType<PortalUser['must']> | undefined
  await inTransaction(pool, async (db) => {
    // As `purser brand apply` does.
    await lockBrand(db, next)
    asked = admin.must('createBrand', { ...harbor, name: 'Of the portal', template: 'empty' })
    await pause(500)
    await db.rows`
      insert into brand (brand_id, name, document)
      select ${next}, 'Of the operator', document from brand order by brand_id limit 1`
  })
  assert.equal((await asked)?.brand, String(Number(next) + 1))
  const [theirs] = await pool.rows<{ name: string }>`select name from brand where brand_id = ${next}`
  assert.equal(theirs?.name, 'Of the operator')
  await pool.rows`delete from brand where brand_id = ${next}`
})

test('an administrator of one brand, of one place, and every other role are refused', async () => {
  const others: readonly Grant[][] = [
    [{ brand: '1001', role: 'administrator' }],
    [{ role: 'administrator', location: 'L1' }],
    [{ role: 'marketer' }],
    [{ role: 'developer' }],
  ]
  for (const grants of others) {
    const user = await visitor(grants)
    assert.equal((await user.must('me')).mayFound, false)
    const { status, body } = await user.ask('createBrand', { ...harbor, name: 'Not theirs' })
    assert.deepEqual([status, body.error.reason], [403, 'forbidden'], JSON.stringify(grants))
  }
})

for (const template of ['cafe', 'giftCards', 'punchCard', 'empty']) {
  for (const [language, country, currency] of [
    ['en', 'US', 'USD'],
    ['de', 'DE', 'EUR'],
    ['en', 'JP', 'JPY'],
  ]) {
    test(`the template ${template} is sound in ${language} with ${currency}`, async () => {
      const admin = await visitor(everywhere)
      // A test of its own counts as a day of its own.
      await pool.rows`update brand_version set made_at = made_at - interval '2 days' where version = 1`
      const name = `${template} ${currency}`
      const { brand } = await admin.must('createBrand', { ...harbor, name, template, language, country, currency })
      const { text } = await admin.must('brandFile', {}, { brand })
      const check = await admin.must('checkBrandFile', { text }, { brand })
      assert.deepEqual([check.faults, check.warnings, check.changes], [[], [], []])
    })
  }
}

test('what is wrong is said, and nothing is made', async () => {
  const admin = await visitor(everywhere)
  const { status, body } = await admin.ask('createBrand', { ...harbor, name: 'Nowhere', currency: 'DOLLAR' })
  assert.deepEqual([status, body.error.reason], [400, 'invalid'])
  assert.match(body.error.text, /currency/)
  const names = (await admin.must('me')).brands.map(({ name }: { name: string }) => name)
  assert.ok(!names.includes('Nowhere'))
})

test('more than a few in a day are refused', async () => {
  const admin = await visitor(everywhere)
  const answers: number[] = []
  for (let at = 0; at <= foundedPerDayMax; at += 1)
    answers.push((await admin.ask('createBrand', { ...harbor, name: `Many ${at}`, template: 'empty' })).status)
  assert.equal(answers.at(-1), 429)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { campaign, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { startErrand, whenState } from '../support/errand-room.ts'
import { startTestService } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
let service: Service

before(async () => {
  service = await startTestService(['--job-lease', '10'], true)
})
after(() => service?.stop())

const day = 86_400_000
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const period = { from: dateOf(Date.now() - day), to: dateOf(Date.now() + day) }

test('a draft is tried as if its campaigns ran already, only in the revision that was asked for', async () => {
  const { shop, bought } = await openRuleShop([{ id: 'earn', then: [points(perDollar(1))] }], { service })
  await bought('1 CAKE 4', { cardNumber: await shop.card() })
  const dates = { from: '2098-01-01 00:00:00', until: '2098-02-01 00:00:00' }
  const off = { id: 'off', trigger: 'checkout', ...dates, then: [{ discount: { amount: 1 } }] }
  const birthday = {
    id: 'cake',
    name: 'A cake',
    trigger: 'date',
    date: { of: 'customer.birthday' },
    then: [points(5)],
  }
  const promo = { id: 'promo', name: 'Promo', ...dates, rules: [off, birthday] }
  const entry = { section: 'campaigns', key: 'promo' }
  const { draftId, revision } = await shop.must('saveDraft', {
    title: 'Promo',
    entries: [{ ...entry, text: JSON.stringify(promo) }],
  })
  const input = { ...period, draftId, draftRevision: revision }
  const { result } = await whenState(shop, await startErrand(shop, 'replay', input), 'done')
  assert.deepEqual(result.cost.discounts, [{ of: 'USD', happened: '0', replayed: '1' }])
  assert.deepEqual(result.draftRules, [
    { rule: 'promo/off', campaign: 'Promo', name: 'off', isTried: true },
    { rule: 'promo/cake', campaign: 'Promo', name: 'A cake', isTried: false },
  ])

  const text = JSON.stringify({ ...promo, name: 'Other' })
  await shop.must('saveDraft', { draftId, revision, title: 'Promo', entries: [{ ...entry, text }] })
  const { error } = await whenState(shop, await startErrand(shop, 'replay', input), 'failed')
  assert.match(error, /the draft was changed/)
  const { draftId: _, ...draftless } = input
  await whenState(shop, await startErrand(shop, 'replay', draftless), 'failed')
  assert.deepEqual(await shop.verify(), [])
})

test('what is to be tried is named once: nothing of it is left out in silence', async () => {
  const { shop } = await openRuleShop([{ id: 'earn', then: [points(perDollar(1))] }], { service })
  for (const more of [{ draftId: 'none' }, { draftRevision: 1 }, { version: 1 }, { campaigns: [] }]) {
    const errand = await startErrand(shop, 'replay', { ...period, today: true, ...more })
    const { error } = await whenState(shop, errand, 'failed')
    assert.match(error, /Only one of today, draftId/)
  }
  await whenState(shop, await startErrand(shop, 'replay', { ...period, today: true }), 'done')
  assert.deepEqual(await shop.verify(), [])
})

test('a replay can be asked for as long work, and shows no number of a card', async () => {
  const { shop, bought } = await openRuleShop([{ id: 'earn', then: [points(perDollar(1))] }], { service })
  const card = await shop.card()
  await bought('1 CAKE 4', { cardNumber: card })
  const campaigns = [campaign([{ id: 'earn', then: [points(perDollar(3))] }])]

  const tried = await whenState(shop, await startErrand(shop, 'replay', { ...period, campaigns }), 'done')
  assert.deepEqual(tried.result.cost.issued, [{ of: 'Points', happened: '4', replayed: '12' }])
  assert.equal(tried.result.cardholders.gain[0].cardNumber, `…${card.slice(-4)}`)
  assert.equal(JSON.stringify(tried.result).includes(card), false)
  assert.deepEqual([tried.done, tried.total], [1, 1])

  const asItWas = await whenState(shop, await startErrand(shop, 'replay', period), 'done')
  assert.deepEqual(asItWas.result.checkouts, { replayed: 1, same: 1, different: 0, refused: 0 })

  const wrong = { ...period, campaigns: [campaign([{ trigger: 'never', then: [points(1)] }])] }
  const failed = await whenState(shop, await startErrand(shop, 'replay', wrong), 'failed')
  assert.match(failed.error, /campaigns\[main\]/)
  const never = await whenState(shop, await startErrand(shop, 'replay', { from: 'once', to: 'upon' }), 'failed')
  assert.match(never.error, /once is not a time/)
  assert.deepEqual(await shop.verify(), [])
})

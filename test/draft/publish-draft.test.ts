import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { dueDrafts } from '../../server/background/jobs/schedule/due-drafts.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { standingNow } from '../../server/doors/access/login/standing-now.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { lookAtDrafts } from '../../server/program/doctor/look/drafts.sql.ts'
import { openJobRoom } from '../support/job-room.ts'
import { ask } from '../support/race.ts'
import { openShop, type Shop, testDatabase, testSealer } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

// The job publishes what is due of every brand, and fails for those whose secrets other tests sealed.
await useOwnDatabase()

const earn = (points: number) => `# What everybody gets
id: earn
rules:
  - id: always
    trigger: checkout # at every till
    then: [{ issue: { balanceType: Points, amount: ${points} } }]
`
const campaign = (text: string | undefined, key = 'earn') => ({ section: 'campaigns', key, text })
const pins = new PinKeeper(randomBytes(32), randomBytes)
const job = dueDrafts(() => ({ random: randomBytes, pins, sealer: testSealer, standingOf: standingNow }))

async function draftOf(shop: Shop, points: number, title = 'Spring'): Promise<{ draftId: string; revision: number }> {
  return shop.must('saveDraft', { title, entries: [campaign(earn(points))] })
}

async function runJob(shop: Shop) {
  const lines: string[] = []
  const room = await openJobRoom(shop, { log: openLog('info', (line) => lines.push(line)) })
  const { counts } = await job.run(room)
  const { published = 0, refused = 0 } = counts
  return { published, refused, lines }
}

const letTimePass = (shop: Shop) =>
  ask(`update draft set publish_at = now() - interval '1 hour' where brand_id = $1 and state = 'scheduled'`, [shop.id])

const stateOf = async (shop: Shop, draftId: string) => (await shop.must('draftLookup', { draftId })).draft
const versionOf = async (shop: Shop) => (await shop.must('brandHistory', {})).versions[0].version

test('a published draft counts at once, and the next one begins with its comments', async () => {
  const shop = await openShop()
  const draft = await draftOf(shop, 5)
  const tried = await shop.must('publishDraft', { ...draft, dryRun: true })
  assert.deepEqual([tried.state, tried.version, tried.changes], ['open', undefined, ['campaigns/earn: added']])

  const done = await shop.must('publishDraft', { ...draft, note: 'For spring' })

  assert.deepEqual([done.state, done.version, done.changes], ['published', 2, ['campaigns/earn: added']])
  const [version] = (await shop.must('brandHistory', {})).versions
  assert.deepEqual([version.version, version.note, version.source], [2, 'For spring', 'edit'])
  await shop.must('allocate', { cardNumber: '80000001', cardSetId: 'cards', createIfNew: true })
  await shop.must('checkout', { cardNumber: '80000001', checkoutTotal: 1 })
  assert.deepEqual(
    (await shop.balances('80000001')).map(({ amount }: { amount: number }) => amount),
    [5],
  )

  const next = await draftOf(shop, 6)
  const { entries } = await shop.must('draftLookup', { draftId: next.draftId })
  assert.equal(entries[0].liveText, earn(5))
  await shop.must('publishDraft', next)
  await shop.must('rollbackBrand', { version: 2 })
  const again = await draftOf(shop, 7)
  assert.equal((await shop.must('draftLookup', { draftId: again.draftId })).entries[0].liveText, earn(5))
  const over = await shop.call('publishDraft', draft)
  assert.match(over.body.errorMessage, /was published as version 2/)
  assert.deepEqual(await shop.verify(), [])
})

test('faults and conflicts keep a draft from being published, and say where', async () => {
  const shop = await openShop()
  const broken = await shop.must('saveDraft', { title: 'x', entries: [campaign(earn(5).replace('Points', 'Point'))] })
  const faulty = await shop.call('publishDraft', broken)
  assert.match(faulty.body.errorMessage, /^campaigns\/earn, line 6: rules\[always\]\.then\[0\]\.issue\.balanceType: /)
  const submitted = await shop.call('submitDraft', broken)
  assert.match(submitted.body.errorMessage, /has 1 faults/)
  const unread = await shop.must('saveDraft', { title: 'x', entries: [campaign('a: b: c')] })
  assert.match((await shop.call('publishDraft', unread)).body.errorMessage, /^campaigns\/earn, line 1: /)

  const [mine, theirs] = [await draftOf(shop, 1, 'Mine'), await draftOf(shop, 2, 'Theirs')]
  await shop.must('publishDraft', theirs)
  const refused = await shop.call('publishDraft', mine)
  assert.match(refused.body.errorMessage, /^campaigns\/earn: somebody else has changed it since/)
  assert.equal(await versionOf(shop), 2)
  const kept = [{ ...campaign(earn(1)), baseVersion: 2 }]
  await shop.must('saveDraft', { ...mine, title: 'Mine', entries: kept })
  await shop.must('publishDraft', { draftId: mine.draftId, revision: 2 })
  assert.equal(await versionOf(shop), 3)
})

test('however often and at once it is published, it is published once', async () => {
  const shop = await openShop()
  const draft = await draftOf(shop, 5)
  const answers = await Promise.all([1, 2, 3].map(() => shop.call('publishDraft', draft)))
  assert.deepEqual(answers.map(({ body }) => body.errorCode ?? 0).toSorted(), [0, 100, 100])
  assert.equal(await versionOf(shop), 2)

  const other = await draftOf(shop, 6)
  const id = { customrequestid: 'publish-once' }
  await shop.must('publishDraft', other, id)
  assert.equal((await shop.call('publishDraft', other, id)).body.errorCode, 3)
  assert.equal(await versionOf(shop), 3)
})

test('publishing and editing at once: one of them is told, and nothing is half done', async () => {
  const shop = await openShop()
  for (let round = 1; round <= 4; round += 1) {
    const version = await versionOf(shop)
    const draft = await draftOf(shop, 10 + round)
    const entry = { id: 'earn', name: `Edited ${round}` }
    const [published, edited] = await Promise.all([
      shop.call('publishDraft', draft),
      shop.call('editBrand', { edits: [{ section: 'campaigns', key: 'earn', entry }], baseVersion: version }),
    ])
    assert.deepEqual([published.body.errorCode ?? 0, edited.body.errorCode ?? 0].toSorted(), [0, 100])
    assert.equal(await versionOf(shop), version + 1)
  }
})

test('at its time it is published once, whoever looks', async () => {
  const shop = await openShop()
  const draft = await draftOf(shop, 5)
  const at = '2099-12-01 00:00:00'
  const { state, publishAt } = await shop.must('publishDraft', { ...draft, at, note: 'Christmas' })
  assert.deepEqual([state, publishAt, await versionOf(shop)], ['scheduled', at, 1])
  const save = { ...draft, title: 'x', entries: [campaign(earn(1))] }
  assert.match((await shop.call('saveDraft', save)).body.errorMessage, /is scheduled; reopen it/)
  assert.equal((await runJob(shop)).published, 0)

  await letTimePass(shop)
  const runs = await Promise.all([runJob(shop), runJob(shop), runJob(shop)])

  assert.equal(
    runs.reduce((sum, one) => sum + one.published, 0),
    1,
  )
  const published = await stateOf(shop, draft.draftId)
  assert.deepEqual([published.state, published.version, published.publishNote], ['published', 2, 'Christmas'])
  const [version] = (await shop.must('brandHistory', {})).versions
  assert.deepEqual([version.note, version.actor.startsWith('key till')], ['Christmas', true])
})

test('what has a conflict or a fault by then is refused, and is a problem until somebody sees to it', async (t) => {
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  t.after(() => pool.close())
  const shop = await openShop()
  const [first, second] = [await draftOf(shop, 5), await draftOf(shop, 6, 'Later')]
  await shop.must('publishDraft', { ...second, at: '2099-12-01 00:00:00' })
  await shop.must('publishDraft', first)
  await letTimePass(shop)
  const { refused, lines } = await runJob(shop)
  assert.equal(refused, 1)
  assert.ok(lines.some((line) => /was refused when it was due/.test(line)))
  const found = await stateOf(shop, second.draftId)
  assert.equal(found.state, 'refused')
  assert.match(found.reasons[0], /somebody else has changed it since/)
  assert.equal(await versionOf(shop), 2)
  assert.deepEqual(
    (await lookAtDrafts(pool, shop.id)).map(({ state }) => state),
    ['refused'],
  )
  await shop.must('discardDraft', second)
  assert.deepEqual(await lookAtDrafts(pool, shop.id), [])
})

test('a schedule can be taken back, and a time that has passed is none', async () => {
  const shop = await openShop()
  const draft = await draftOf(shop, 5)
  assert.match(
    (await shop.call('publishDraft', { ...draft, at: '2020-01-01 00:00:00' })).body.errorMessage,
    /has passed/,
  )
  await shop.must('publishDraft', { ...draft, at: '2099-12-01 00:00:00' })
  assert.match(
    (await shop.call('publishDraft', draft)).body.errorMessage,
    /is scheduled, and cannot be published; reopen/,
  )
  await shop.must('reopenDraft', draft)
  await letTimePass(shop)
  assert.equal((await runJob(shop)).published, 0)
  assert.deepEqual([(await stateOf(shop, draft.draftId)).state, await versionOf(shop)], ['open', 1])
})

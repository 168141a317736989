import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { openShop, type Shop } from '../support/shop.ts'

const earn = (points: number) => `# What everybody gets
id: earn
rules:
  - id: always
    trigger: checkout # at every till
    then: [{ issue: { balanceType: Points, amount: ${points} } }]
`
const campaign = (text: string | undefined, key = 'earn') => ({ section: 'campaigns', key, text })
const live = async (shop: Shop) => (await shop.must('exportBrand', {})).brandFile

async function publishEarn(shop: Shop, points: number, baseVersion: number) {
  const then = [{ issue: { balanceType: 'Points', amount: points } }]
  const entry = { id: 'earn', rules: [{ id: 'always', trigger: 'checkout', then }] }
  await shop.must('editBrand', { edits: [{ section: 'campaigns', key: 'earn', entry }], baseVersion })
}

test('a draft keeps what was written, with its faults and comments, and nothing of it counts', async () => {
  const shop = await openShop()
  const text = earn(5).replace('checkout #', 'chekout #')
  const { draftId, revision } = await shop.must('saveDraft', { title: 'Spring', entries: [campaign(text)] })
  assert.equal(revision, 1)

  const found = await shop.must('draftLookup', { draftId })
  assert.deepEqual(
    [found.draft.title, found.draft.state, found.draft.revision, found.draft.createdBy, found.baseVersion],
    ['Spring', 'open', 1, `key ${found.draft.createdBy.slice(4)}`, 1],
  )
  assert.equal(found.entries[0].text, text)
  assert.deepEqual(
    [found.entries[0].isConflict, found.entries[0].liveText, found.entries[0].changes],
    [false, undefined, []],
  )
  const [fault, ...others] = found.faults
  assert.deepEqual(others, [])
  assert.deepEqual(
    [fault.section, fault.key, fault.path, fault.line, fault.column],
    ['campaigns', 'earn', 'rules[always].trigger', 5, 14],
  )
  assert.match(fault.message, /did you mean "checkout"/)
  assert.equal((await live(shop)).campaigns, undefined)

  await shop.must('saveDraft', { draftId, revision: 1, title: 'Spring', entries: [campaign(earn(5))] })
  const mended = await shop.must('draftLookup', { draftId })
  assert.deepEqual(
    [mended.draft.revision, mended.faults, mended.entries[0].changes],
    [2, [], ['campaigns/earn: added']],
  )
  const { drafts } = await shop.must('listDrafts', {})
  assert.deepEqual(
    drafts.map((one: { draftId: string }) => one.draftId),
    [draftId],
  )
  assert.deepEqual(drafts[0].entries, [{ section: 'campaigns', key: 'earn' }])
})

test('saving the same again changes nothing, and a save that is repeated happens once', async () => {
  const shop = await openShop()
  const wish = { title: 'Spring', entries: [campaign(earn(5))] }
  const { draftId } = await shop.must('saveDraft', wish, { customrequestid: 'first' })
  assert.equal((await shop.call('saveDraft', wish, { customrequestid: 'first' })).body.errorCode, 3)
  assert.equal((await shop.must('listDrafts', {})).drafts.length, 1)
  assert.equal((await shop.must('saveDraft', { ...wish, draftId, revision: 1 })).revision, 1)
  const { entries } = await shop.must('auditLog', { action: 'draft.saved' })
  assert.equal(entries.length, 1)
})

test('of two who save one draft at once, one is told that the other was first', async () => {
  const shop = await openShop()
  const { draftId } = await shop.must('saveDraft', { title: 'Spring', entries: [campaign(earn(1))] })
  const saves = [2, 3, 4].map((points) =>
    shop.call('saveDraft', { draftId, revision: 1, title: 'Spring', entries: [campaign(earn(points))] }),
  )
  const answers = (await Promise.all(saves)).map(({ body }) => body)
  assert.deepEqual(answers.map(({ errorCode = 0 }) => errorCode).toSorted(), [0, 100, 100])
  const told = answers.find(({ errorCode }) => errorCode === 100)
  assert.match(told.errorMessage, /^revision: key .* has changed the draft; it is at revision 2/)
})

test('what somebody else changes meanwhile is a conflict, and what they change elsewhere is none', async () => {
  const shop = await openShop()
  await publishEarn(shop, 1, 1)
  const entries = [campaign(earn(5)), { section: 'groups', key: 'north', text: 'id: north\nname: North' }]
  const { draftId } = await shop.must('saveDraft', { title: 'Spring', baseVersion: 2, entries })
  await publishEarn(shop, 2, 2)

  const found = await shop.must('draftLookup', { draftId })
  const [changed, added] = found.entries
  assert.deepEqual([changed.isConflict, added.isConflict], [true, false])
  assert.match(changed.liveText, /amount: 2/)
  assert.match(changed.baseText, /amount: 1/)
  assert.deepEqual(changed.changes, ['campaigns/earn/rules/always: then[0].issue.amount 2 -> 5'])

  const rebased = [{ ...campaign(earn(5)), baseVersion: 3 }, entries[1]]
  await shop.must('saveDraft', { draftId, revision: 1, title: 'Spring', entries: rebased })
  const again = await shop.must('draftLookup', { draftId })
  assert.deepEqual(
    again.entries.map((one: { isConflict: boolean }) => one.isConflict),
    [false, false],
  )
})

test('drafts that touch the same entry know each other; a discarded one is over', async () => {
  const shop = await openShop()
  const first = await shop.must('saveDraft', { title: 'By Ana', entries: [campaign(earn(5))] })
  const second = await shop.must('saveDraft', {
    title: 'By Ben',
    entries: [campaign(earn(6)), campaign('id: other', 'other')],
  })
  const { others } = await shop.must('draftLookup', { draftId: first.draftId })
  assert.deepEqual(
    others.map(({ title, section, key }: Record<string, string>) => [title, section, key]),
    [['By Ben', 'campaigns', 'earn']],
  )
  await shop.must('discardDraft', { draftId: second.draftId, revision: 1 })
  assert.deepEqual((await shop.must('draftLookup', { draftId: first.draftId })).others, [])
  const { drafts } = await shop.must('listDrafts', { ended: true })
  assert.deepEqual(
    drafts.map(({ title, state }: Record<string, string>) => [title, state]),
    [['By Ben', 'discarded']],
  )
  const { body } = await shop.call('saveDraft', {
    draftId: second.draftId,
    revision: 1,
    title: 'x',
    entries: [campaign('')],
  })
  assert.match(body.errorMessage, /was discarded/)
})

test('what a draft cannot be', async () => {
  const shop = await openShop()
  const refused: readonly [wish: object, message: RegExp][] = [
    [{ title: ' ', entries: [campaign('')] }, /title: must not be empty/],
    [{ title: 'x', entries: [] }, /entries/],
    [{ title: 'x', entries: [{ section: 'webhooks', key: 'crm', text: '' }] }, /section/],
    [{ title: 'x', entries: [{ section: 'campaigns', text: '' }] }, /key is required/],
    [{ title: 'x', entries: [{ section: 'texts', key: 'de', text: '' }] }, /texts is no list/],
    [{ title: 'x', entries: [campaign(''), campaign('a')] }, /campaigns\[earn\] appears twice/],
    [{ title: 'x', baseVersion: 99, entries: [campaign('')] }, /version 99 is not kept/],
    [{ title: 'x', draftId: crypto.randomUUID(), revision: 1, entries: [campaign('')] }, /no such draft/],
    [{ title: 'x', draftId: 'x', revision: 1, entries: [campaign('')] }, /no such draft/],
    [
      { title: 'x', entries: Array.from({ length: 5 }, (_, n) => campaign('#'.repeat(170_000), `c${n}`)) },
      /850000 characters/,
    ],
  ]
  for (const [wish, message] of refused)
    assert.match((await shop.call('saveDraft', wish)).body.errorMessage ?? JSON.stringify(wish), message)
  assert.deepEqual((await shop.must('listDrafts', {})).drafts, [])
})

test('in the portal, marketers write and others only look', async (t) => {
  const room: PortalRoom = await openPortalRoom()
  t.after(() => room.close())
  const marketer = await room.login('marketer')
  const saved = await marketer.call('saveDraft', { title: 'Spring', entries: [campaign(earn(5))] })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const reader = await room.login('readOnly')
  assert.equal((await reader.call('saveDraft', { title: 'x', entries: [campaign('')] })).status, 403)
  const found = await reader.call('draftLookup', { draftId: saved.body.draftId })
  assert.equal(found.body.draft.createdBy, marketer.name)

  const { faults, warnings } = await marketer.must('checkDraft', {
    entries: [
      campaign('id: earn\nrules: [{ id: a, trigger: checkout, then: [] }]\nfrom: yesterday'),
      campaign('id: x: y', 'x'),
    ],
  })
  assert.deepEqual(
    faults.map(({ key, path, line }: Record<string, unknown>) => [key, path, line]),
    [
      ['x', '', 1],
      ['earn', 'rules[a].then', 2],
      ['earn', 'from', 3],
    ],
  )
  assert.deepEqual(warnings, [])
  await publishEarn(room.shop, 3, 1)
  const { text, version } = await marketer.must('entryText', { section: 'campaigns', key: 'earn' })
  assert.deepEqual([version, /amount: 3/.test(text)], [2, true])
  assert.equal((await marketer.ask('entryText', { section: 'campaigns', key: 'none' })).status, 404)
})

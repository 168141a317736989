import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aboutDraft } from '../../portal/ask/wrong-field.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

let room: PortalRoom
let ana: PortalUser
let ben: PortalUser

before(async () => {
  room = await openPortalRoom({ more: { portal: { publish: { secondPerson: true } } } })
  ana = await room.login('marketer')
  ben = await room.login('marketer')
})

after(() => room?.close())

const entry = (id: string) => ({ section: 'campaigns', key: id, text: `id: ${id}\nname: ${id}` })

async function must(user: PortalUser, operation: string, body: object) {
  const answer = await user.call(operation, body)
  assert.equal(answer.status, 200, `${operation}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const refusal = async (user: PortalUser, operation: string, body: object) =>
  (await user.call(operation, body)).body.error

test('what one wrote another approves, and then it is published', async () => {
  const { draftId } = await must(ana, 'saveDraft', { title: 'Spring', entries: [entry('spring')] })
  const draft = { draftId, revision: 1 }
  for (const user of [ana, ben]) assert.equal((await refusal(user, 'publishDraft', draft)).code, 104)
  await must(ana, 'submitDraft', draft)
  assert.match((await refusal(ana, 'publishDraft', draft)).text, /is being reviewed/)
  const own = await refusal(ana, 'reviewDraft', { ...draft, approve: true })
  assert.deepEqual([own.code, /yourself/.test(own.text)], [104, true])
  const { items } = await ben.must('homeAttention')
  assert.deepEqual(items.filter(({ kind }: { kind: string }) => kind === 'draftsInReview').length, 1)
  await must(ben, 'reviewDraft', { ...draft, approve: true, note: 'Fine' })
  const published = await must(ana, 'publishDraft', draft)
  assert.equal(published.state, 'published')
  const { draft: over } = await must(ana, 'draftLookup', { draftId })
  assert.deepEqual([over.reviewedBy, over.reviewNote, over.state], [ben.name, 'Fine', 'published'])
})

test('any change asks again, and whoever helped writing does not approve', async () => {
  const { draftId } = await must(ana, 'saveDraft', { title: 'Summer', entries: [entry('summer')] })
  await must(ana, 'submitDraft', { draftId, revision: 1 })
  await must(ben, 'reviewDraft', { draftId, revision: 1, approve: true })
  await must(ben, 'saveDraft', { draftId, revision: 1, title: 'Summer', entries: [entry('summer'), entry('more')] })
  assert.equal((await refusal(ana, 'publishDraft', { draftId, revision: 2 })).code, 104)
  await must(ana, 'submitDraft', { draftId, revision: 2 })
  for (const user of [ana, ben])
    assert.equal((await refusal(user, 'reviewDraft', { draftId, revision: 2, approve: true })).code, 104)
  const cem = await room.login('administrator')
  assert.match((await refusal(cem, 'reviewDraft', { draftId, revision: 2, approve: false })).text, /say what/)
  await must(cem, 'reviewDraft', { draftId, revision: 2, approve: false, note: 'Shorter' })
  assert.deepEqual((await must(ana, 'draftLookup', { draftId })).draft.state, 'open')
  await must(ana, 'submitDraft', { draftId, revision: 2 })
  await must(cem, 'reviewDraft', { draftId, revision: 2, approve: true })
  await must(ben, 'publishDraft', { draftId, revision: 2, at: '2099-01-01 00:00:00' })
  assert.equal((await must(ana, 'reopenDraft', { draftId, revision: 2 })).state, 'approved')
})

test('nothing is changed past it from the portal, and the demand itself stays', async () => {
  const { exportedFrom, ...file } = (await room.shop.must('exportBrand', {})).brandFile
  const baseVersion = exportedFrom.version
  const segment = { id: 'all', where: [{ fact: 'history.checkouts', op: '>=', value: 0 }] }
  const campaigns = [{ id: 'past', name: 'Past' }]
  const refused: readonly [operation: string, body: object][] = [
    ['editBrand', { edits: [{ section: 'segments', key: 'all', entry: segment }], baseVersion }],
    ['applyBrand', { brandFile: { exportedFrom, ...file, campaigns } }],
    ['applyBrand', { brandFile: { exportedFrom, ...file, campaigns }, at: '2099-01-01 00:00:00' }],
    ['applyBrand', { brandFile: { exportedFrom, ...file, portal: {} } }],
    ['rollbackBrand', { version: 1 }],
  ]
  for (const [operation, body] of refused) {
    const { code, text } = await refusal(ana, operation, body)
    assert.equal(code, 104, `${operation}: ${text}`)
  }
  const group = { section: 'groups', key: 'north', entry: { id: 'north' } }
  await must(ana, 'editBrand', { edits: [group], baseVersion })
  await room.shop.must('editBrand', { edits: [{ section: 'segments', key: 'all', entry: segment }], baseVersion })
  const { draftId } = await room.shop.must('saveDraft', { title: 'By a program', entries: [entry('program')] })
  await room.shop.must('publishDraft', { draftId, revision: 1 })
})

test('nobody makes a key that writes drafts, to approve what it wrote', async () => {
  const admin = await room.login('administrator')
  for (const scope of [['saveDraft'], ['admin'], []])
    assert.equal((await refusal(admin, 'createKey', { scope })).code, 104, JSON.stringify(scope))
  await must(admin, 'createKey', { scope: ['merchant', 'listDrafts', 'submitDraft'] })
})

test('what a draft is in the way of is told in the language of whoever reads', async () => {
  const german = { 'accept-language': 'de' }
  const told = async (user: PortalUser, operation: string, body: object) => {
    const { error } = (await user.call(operation, body, german)).body
    return aboutDraft({ field: error?.field, message: error?.text }) ?? error?.text
  }
  const { draftId } = await must(ana, 'saveDraft', { title: 'Autumn', entries: [entry('autumn')] })
  const draft = { draftId, revision: 1 }
  assert.equal(await told(ana, 'reopenDraft', draft), 'Der Entwurf ist offen und kann nicht wieder geöffnet werden')
  assert.equal(
    await told(ben, 'reviewDraft', { ...draft, approve: true }),
    'Der Entwurf ist offen und kann nicht geprüft werden',
  )
  await must(ana, 'submitDraft', draft)
  assert.equal(
    await told(ana, 'publishDraft', draft),
    'Der Entwurf wird gerade geprüft und kann nicht veröffentlicht werden; öffnen Sie ihn vorher wieder',
  )
  assert.equal(
    await told(ana, 'submitDraft', draft),
    'Der Entwurf wird gerade geprüft und kann nicht zur Prüfung gegeben werden',
  )
  assert.match(await told(ana, 'reviewDraft', { ...draft, approve: true }), /^Einen Teil dieses Entwurfs haben Sie/)
  assert.equal(
    await told(ana, 'saveDraft', { ...draft, revision: 7, title: 'x', entries: [entry('autumn')] }),
    `${ana.name} hat den Entwurf geändert; er ist jetzt auf Stand 1`,
  )
  await must(ana, 'discardDraft', draft)
  assert.equal(await told(ana, 'publishDraft', draft), 'Der Entwurf wurde verworfen')
  const nowhere = { draftId: '00000000-0000-4000-8000-000000000000', revision: 1 }
  assert.equal(await told(ana, 'discardDraft', nowhere), 'Diesen Entwurf gibt es nicht')
})

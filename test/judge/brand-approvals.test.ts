import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({ more: { portal: { publish: { secondPerson: true } } } })
})

after(() => room?.close())

test('where a second person is asked for, they see webhooks and limits before they are in force', async () => {
  const [ana, ben, mel] = [
    await room.login('administrator'),
    await room.login('administrator'),
    await room.login('marketer'),
  ]
  const { version: baseVersion } = await ana.must('brandFile')
  const entry = { id: 'crm', url: 'https://crm.example/hook' }
  const edits = [{ section: 'webhooks', key: 'crm', entry }]
  const alone = await ana.call('editBrand', { edits, baseVersion })
  assert.deepEqual([alone.body.error.reason, alone.body.error.code], ['approvalNeeded', 104])
  const reason = 'The new CRM'
  assert.equal((await mel.ask('askBrandChange', { edits, baseVersion, reason })).body.error.reason, 'invalid')
  const secret = [{ section: 'webhooks', key: 'crm', entry: { ...entry, secrets: ['0123456789abcdef'] } }]
  assert.match((await ana.ask('askBrandChange', { edits: secret, baseVersion, reason })).body.error.text, /cannot wait/)
  const group = [{ section: 'groups', key: 'g', entry: { id: 'g' } }]
  assert.match((await ana.ask('askBrandChange', { edits: group, baseVersion, reason })).body.error.text, /needs nobody/)

  const { approvalId } = await ana.must('askBrandChange', { edits, baseVersion, reason })
  const { approvals } = await ben.must('listApprovals')
  assert.deepEqual([approvals[0].approvalId, approvals[0].changes], [approvalId, ['webhooks/crm: added']])
  const own = await ana.ask('decideApproval', { approvalId, isApproved: true })
  assert.equal(own.body.error.reason, 'forbidden')
  await ben.must('decideApproval', { approvalId, isApproved: true })
  const { brandFile } = await room.shop.must('exportBrand', {})
  assert.deepEqual(
    brandFile.webhooks.map(({ id, url }: { id: string; url: string }) => ({ id, url })),
    [entry],
  )
})

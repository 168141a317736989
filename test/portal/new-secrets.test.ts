import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({ more: { portal: { publish: { secondPerson: true } } } })
})

after(() => room?.close())

test('the secret of a webhook that was approved is shown once, to whoever asked for it', async () => {
  const [ana, ben] = [await room.login('administrator'), await room.login('administrator')]
  const ask = async (id: string) => {
    const { version: baseVersion } = await ana.must('brandFile')
    const edits = [{ section: 'webhooks', key: id, entry: { id, url: `https://${id}.example/hook` } }]
    const { approvalId } = await ana.must('askBrandChange', { edits, baseVersion, reason: 'new' })
    assert.equal((await ana.ask('newSecrets', { approvalId })).body.error.reason, 'notFound')
    const decided = await ben.must('decideApproval', { approvalId, isApproved: true })
    assert.deepEqual(Object.keys(decided), ['requestRef'])
    return approvalId as string
  }
  const has = async (user: typeof ana, approvalId: string) =>
    (await user.must('listApprovals')).approvals.find((one: { approvalId: string }) => one.approvalId === approvalId)
      .hasNewSecrets
  const approvalId = await ask('billing')
  assert.deepEqual([await has(ana, approvalId), await has(ben, approvalId)], [true, undefined])
  assert.equal((await ben.ask('newSecrets', { approvalId })).body.error.reason, 'notFound')
  const kept = await room.pool
    .rows`select row_to_json(approval)::text as text from approval where brand_id = ${room.shop.id}`
  const { newSecrets } = await ana.must('newSecrets', { approvalId })
  assert.deepEqual([newSecrets.length, newSecrets[0].address], [1, 'webhooks/billing'])
  assert.match(newSecrets[0].secret, /^whsec_/)
  assert.ok(!JSON.stringify(kept).includes(newSecrets[0].secret))
  assert.equal(await has(ana, approvalId), undefined)
  assert.equal((await ana.ask('newSecrets', { approvalId })).body.error.reason, 'notFound')
  const { entries } = await room.shop.must('auditLog', { action: 'approval.secretShown' })
  assert.deepEqual([entries.length, entries[0].after.addresses], [1, 'webhooks/billing'])
  assert.ok(!JSON.stringify(entries).includes('whsec_'))
})

test('a secret that was changed since is not shown', async () => {
  const [ana, ben] = [await room.login('administrator'), await room.login('administrator')]
  const { version: baseVersion } = await ana.must('brandFile')
  const entry = { id: 'stock', url: 'https://stock.example/hook' }
  const edits = [{ section: 'webhooks', key: 'stock', entry }]
  const { approvalId } = await ana.must('askBrandChange', { edits, baseVersion, reason: 'new' })
  await ben.must('decideApproval', { approvalId, isApproved: true })
  const { brandFile } = await room.shop.must('exportBrand', {})
  brandFile.webhooks.find(({ id }: { id: string }) => id === 'stock').secrets = ['another-secret-0123456789']
  await room.shop.must('applyBrand', { brandFile })
  assert.deepEqual((await ana.must('newSecrets', { approvalId })).newSecrets, [])
})

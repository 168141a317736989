import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { loosenedParts } from '../../server/domain/judge/loosened.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

async function inRoom(use: (room: PortalRoom) => Promise<void>): Promise<void> {
  const room = await openPortalRoom({ more: { portal: { limits: { finance: { approve: { money: 5000 } } } } } })
  try {
    await use(room)
  } finally {
    await room.close()
  }
}

const unlimited = { administrator: { issue: { money: 1_000_000 } } }

async function edit(user: PortalUser, portal: object, more: object = {}) {
  const { version: baseVersion } = await user.must('brandFile')
  const edits = [{ section: 'portal', entry: portal }]
  const { status, body } = await user.call('editBrand', { edits, baseVersion, ...more })
  return { edits, baseVersion, outcome: status === 200 ? 'done' : body.error.reason, text: body.error?.text ?? '' }
}

const attention = async (user: PortalUser, kind: string) =>
  (await user.must('homeAttention')).items.filter((one: { kind: string }) => one.kind === kind)

test('higher limits of any role and no approvals are looser, lower ones are not', () => {
  const of = (limits: object, approvals?: 'on' | 'off') =>
    ({ portal: { limits, ...(approvals && { approvals }) } }) as never
  const both = ['portal.limits', 'portal.approvals']
  const rows: readonly [before: never, after: never, parts: readonly string[]][] = [
    [of({}), of({}), []],
    [of({}), of(unlimited), ['portal.limits']],
    [of(unlimited), of({}), []],
    [of({}), of({ cashier: { return: { points: 1001 } } }), ['portal.limits']],
    [of({}), of({ cashier: { return: { points: 999 } } }), []],
    // Less at once, and more in a day.
    [of({}), of({ support: { issue: { money: 10, perDay: { money: 501 } } } }), ['portal.limits']],
    [of({ finance: { approve: { money: 10 } } }), of({}), ['portal.limits']],
    [of({}), of({ finance: { approve: { money: 10 } } }), []],
    [of({}), of({}, 'off'), ['portal.approvals']],
    [of({}, 'on'), of(unlimited, 'off'), both],
    [of({}, 'off'), of({}, 'on'), []],
  ]
  for (const [before, after, parts] of rows)
    assert.deepEqual(loosenedParts(before, after), parts, JSON.stringify(after))
})

test('where somebody else could approve it, nobody raises limits or switches approvals off alone', () =>
  inRoom(async (room) => {
    const [ana, ben] = [await room.login('administrator'), await room.login('administrator')]
    for (const portal of [{ limits: unlimited }, { limits: {} }, { approvals: 'off' }]) {
      const { outcome, text } = await edit(ana, portal)
      assert.deepEqual([outcome, /more by hand/.test(text)], ['approvalNeeded', true], JSON.stringify(portal))
    }
    const { brandFile } = await room.shop.must('exportBrand', {})
    const file = { ...brandFile, portal: { limits: unlimited } }
    for (const body of [{ brandFile: file }, { brandFile: file, at: '2099-01-01 00:00:00' }])
      assert.equal((await ana.call('applyBrand', body)).body.error.reason, 'approvalNeeded')
    // A key that an administrator has is no way around it.
    const byKey = await room.shop.call('applyBrand', { brandFile: file })
    assert.match(byKey.body.errorText ?? JSON.stringify(byKey.body), /no key lets people do more by hand/)
    assert.equal((await edit(ana, { limits: { support: { issue: { money: 1 } } } })).outcome, 'approvalNeeded')
    assert.equal((await edit(ana, { limits: { finance: { approve: { money: 10 } } } })).outcome, 'done')

    const { edits, baseVersion } = await edit(ana, { limits: unlimited })
    const { approvalId } = await ana.must('askBrandChange', { edits, baseVersion, reason: 'A large order' })
    assert.equal((await ana.ask('decideApproval', { approvalId, isApproved: true })).body.error.reason, 'forbidden')
    const name = `invited-${randomBytes(6).toString('hex')}`
    const { link } = await ana.must('inviteUser', { name, role: 'administrator' })
    const puppet = room.stranger()
    await puppet.must('useLink', { link: link.split('#')[1], password: 'a lighthouse keeps its own hours' })
    const own = await puppet.ask('decideApproval', { approvalId, isApproved: true })
    assert.match(own.body.error.text, /may not do this alone.*one person/)
    await ben.must('decideApproval', { approvalId, isApproved: true })
    assert.deepEqual((await room.shop.must('exportBrand', {})).brandFile.portal.limits, unlimited)
    assert.deepEqual(await attention(ben, 'loosenedAlone'), [])
  }))

test('whoever is the only one does it alone, with a proof, and Home and the audit log say so', () =>
  inRoom(async (room) => {
    const ana = await room.login('administrator')
    await room.login('support')
    await room.pool.rows`
      update portal_session set confirmed_at = confirmed_at - interval '6 minutes'
      where login_id = (select login_id from login where name = ${ana.name})`
    assert.equal((await edit(ana, { limits: unlimited })).outcome, 'confirmNeeded')
    await ana.must('confirm', { password: 'correct horse battery staple' })
    assert.equal((await edit(ana, { limits: unlimited, approvals: 'off' })).outcome, 'done')
    assert.equal((await attention(ana, 'loosenedAlone'))[0].subject, ana.name)
    assert.equal((await attention(ana, 'approvalsOff')).length, 1)
    const { entries } = await room.shop.must('auditLog', { action: 'brand.applied' })
    assert.equal(entries[0].after.isLoosenedAlone, true)
  }))

test('nobody becomes the only one by removing, resetting or demoting the others', () =>
  inRoom(async (room) => {
    const [ana, fin] = [await room.login('administrator'), await room.login('finance')]
    const { users } = await ana.must('listUsers')
    const { userId } = users.find((one: { name: string }) => one.name === fin.name)
    const steps: readonly (() => Promise<unknown>)[] = [
      () => ana.must('resetUser', { userId }),
      () => ana.must('changeUser', { userId, role: 'readOnly' }),
      () => ana.must('removeUser', { userId }),
    ]
    for (const step of steps) {
      await step()
      assert.equal((await edit(ana, { limits: unlimited })).outcome, 'approvalNeeded')
    }
  }))

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'
import { openShop } from '../support/shop.ts'

let room: PortalRoom
let admin: PortalUser

before(async () => {
  room = await openPortalRoom()
  admin = await room.login('administrator')
})

after(() => room?.close())

interface Listed {
  readonly userId: string
  readonly name: string
  readonly [field: string]: unknown
}

async function listed(by: PortalUser, name: string): Promise<Listed | undefined> {
  const { users } = await by.must('listUsers')
  return users.find((user: Listed) => user.name === name)
}

const idOf = async (user: PortalUser) => (await listed(admin, user.name))?.userId ?? ''

test('an administrator invites somebody, who sets a password and works within their role', async () => {
  const name = `Zoë ${room.shop.id}`
  const { link } = await admin.must('inviteUser', { name, role: 'cashier', location: 'L1' })
  assert.equal((await listed(admin, name))?.state, 'invited')
  const [, token] = link.split('/portal/link#')
  const zoe = room.stranger()
  await zoe.must('useLink', { link: token, password: 'a lighthouse keeps its own hours' })
  assert.deepEqual((await zoe.must('me')).brands[0].locations, ['L1'])
  const user = await listed(admin, name)
  assert.deepEqual([user?.state, user?.role, user?.location, user?.everyBrand], ['active', 'cashier', 'L1', false])
  assert.equal((await zoe.ask('listUsers')).body.error.reason, 'forbidden')
  assert.equal((await admin.ask('inviteUser', { name, role: 'cashier' })).body.error.reason, 'conflict')
})

test('a change of role ends the sessions, and is in the audit log with before and after', async () => {
  const ana = await room.login('cashier')
  const userId = await idOf(ana)
  await admin.must('changeUser', { userId, role: 'support', location: 'L1' })
  assert.equal((await ana.ask('me')).status, 401)
  await ana.logIn()
  assert.equal((await ana.must('me')).brands[0].role, 'support')
  const { entries } = await room.shop.must('auditLog', { action: 'user.changed', subject: ana.name })
  assert.deepEqual(
    [entries[0].before, entries[0].after, entries[0].actor],
    [{ brand: room.shop.id, role: 'cashier' }, { brand: room.shop.id, role: 'support', location: 'L1' }, admin.name],
  )
})

test('an administrator of one brand ends no session of somebody who works in another', async () => {
  const other = await openShop()
  const ben = await room.loginWith([{ brand: other.id, role: 'administrator' }])
  const isIn = async () => (await ben.ask('listUsers', {}, { brand: other.id })).status
  await admin.must('inviteUser', { name: ben.name, role: 'cashier' })
  assert.equal(await isIn(), 200)
  const userId = await idOf(ben)
  await admin.must('changeUser', { userId, role: 'readOnly' })
  assert.equal(await isIn(), 200)
  assert.equal((await ben.must('me')).brands.find(({ id }: { id: string }) => id === room.shop.id).role, 'readOnly')
  await admin.must('removeUser', { userId })
  assert.equal(await isIn(), 200)
  assert.deepEqual((await ben.must('me')).brands.length, 1)
})

test('a user who is disabled is out at once, and in again when enabled', async () => {
  const ana = await room.login('cashier')
  const userId = await idOf(ana)
  await admin.must('changeUser', { userId, role: 'cashier', isDisabled: true })
  assert.equal((await ana.ask('me')).status, 401)
  assert.equal((await ana.logIn()).status, 403)
  await admin.must('changeUser', { userId, role: 'cashier', isDisabled: false })
  assert.equal((await ana.logIn()).status, 200)
})

test('a reset ends the sessions; the user sets another password themselves', async () => {
  const ana = await room.login('cashier')
  const { link } = await admin.must('resetUser', { userId: await idOf(ana) })
  assert.equal((await ana.ask('me')).status, 401)
  const token = link.split('#')[1]
  assert.deepEqual(await ana.must('lookAtLink', { link: token }), { purpose: 'reset', name: ana.name })
})

test('sessions of a user are listed and ended', async () => {
  const ana = await room.login('cashier')
  const userId = await idOf(ana)
  assert.equal((await admin.must('userSessions', { userId })).sessions.length, 1)
  await admin.must('endUserSessions', { userId })
  assert.equal((await ana.ask('me')).status, 401)
})

test('a user who is removed is gone, with their sessions', async () => {
  const ana = await room.login('cashier')
  await admin.must('removeUser', { userId: await idOf(ana) })
  assert.equal((await ana.ask('me')).status, 401)
  assert.equal((await ana.logIn()).status, 403)
  assert.equal(await listed(admin, ana.name), undefined)
})

test('the last administrator cannot be removed, demoted or disabled', async () => {
  const lonely = await openShop({ service: room.service })
  const only = await room.loginWith([{ brand: lonely.id, role: 'administrator' }])
  const brand = { brand: lonely.id }
  const { users } = await only.must('listUsers', {}, brand)
  const { userId } = users.find(({ name }: Listed) => name === only.name)
  // Whoever administers every brand would do as well.
  await room.pool.rows`
    update login set is_disabled = true
    where login_id in (select login_id from login_grant where in_brand = '' and role = 'administrator')`
  for (const [route, body] of [
    ['removeUser', { userId }],
    ['changeUser', { userId, role: 'cashier' }],
    ['changeUser', { userId, role: 'administrator', location: 'L1' }],
    ['changeUser', { userId, role: 'administrator', isDisabled: true }],
  ] as const)
    assert.equal((await only.ask(route, body, brand)).body.error?.reason, 'conflict', route)
})

test('of two administrators who remove each other at once, one is left', async () => {
  const shop = await openShop({ service: room.service })
  const grant = { brand: shop.id, role: 'administrator' } as const
  const two = [await room.loginWith([grant]), await room.loginWith([grant])] as const
  const brand = { brand: shop.id }
  const { users } = await two[0].must('listUsers', {}, brand)
  const ids = new Map(users.map(({ name, userId }: Listed) => [name, userId]))
  await room.pool.rows`
    update login set is_disabled = true
    where login_id in (select login_id from login_grant where in_brand = '' and role = 'administrator')`
  const answers = await Promise.all([
    two[0].ask('removeUser', { userId: ids.get(two[1].name) }, brand),
    two[1].ask('removeUser', { userId: ids.get(two[0].name) }, brand),
  ])
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('nobody gives or takes beyond their own reach', async () => {
  const elsewhere = await openShop({ service: room.service })
  const everywhere = await room.loginWith([{ role: 'administrator' }])
  const both = await room.loginWith([
    { brand: room.shop.id, role: 'cashier' },
    { brand: elsewhere.id, role: 'administrator' },
  ])
  const shared = await idOf(both)
  const refused = async (route: string, body: object, reason: string, brand = room.shop.id) =>
    assert.equal(
      (await admin.ask(route, body, { brand })).body.error?.reason,
      reason,
      `${route} ${JSON.stringify(body)}`,
    )
  // Every brand is not theirs to give.
  await refused('inviteUser', { name: 'somebody else', role: 'cashier', everyBrand: true }, 'forbidden')
  await refused('changeUser', { userId: await idOf(everywhere), role: 'cashier', everyBrand: true }, 'forbidden')
  await refused('changeUser', { userId: await idOf(everywhere), role: 'cashier' }, 'notFound')
  await refused('removeUser', { userId: await idOf(everywhere) }, 'forbidden')
  // A link to set the password would open the other brand.
  await refused('resetUser', { userId: shared }, 'forbidden')
  await refused('endUserSessions', { userId: shared }, 'forbidden')
  await refused('userSessions', { userId: shared }, 'forbidden')
  await refused('changeUser', { userId: shared, role: 'cashier', isDisabled: true }, 'forbidden')
  // Nor do they see who works there.
  await refused('listUsers', {}, 'notFound', elsewhere.id)
  await refused('removeUser', { userId: shared }, 'notFound', elsewhere.id)
  await refused('removeUser', { userId: 'no such user' }, 'notFound')
  // Their role here is theirs to change, and the other stays.
  await admin.must('removeUser', { userId: shared })
  await both.logIn()
  assert.deepEqual(
    (await both.must('me')).brands.map(({ id }: { id: string }) => id),
    [elsewhere.id],
  )
})

test('an administrator of one location manages no users', async () => {
  const local = await room.login('administrator', { location: 'L1' })
  assert.equal((await local.ask('listUsers')).body.error.reason, 'forbidden')
  assert.equal((await local.ask('inviteUser', { name: 'x', role: 'cashier' })).body.error.reason, 'forbidden')
})

test('a refused change leaves nothing behind', async () => {
  const ana = await room.loginWith([{ brand: room.shop.id, role: 'cashier' }, { role: 'cashier' }])
  const userId = await idOf(ana)
  const { status } = await admin.ask('changeUser', { userId, role: 'support', isDisabled: true })
  assert.equal(status, 403)
  // Their session lives on, too. What they may do is not asked of them: somebody else's brand may want a second factor.
  assert.equal((await ana.ask('me')).status, 200)
  const still = await listed(admin, ana.name)
  assert.deepEqual([still?.role, still?.state], ['cashier', 'active'])
})

test('every change of a user is in the audit log', async () => {
  const ana = await room.login('cashier')
  const userId = await idOf(ana)
  // The role is the same: only what changes is told.
  await admin.must('changeUser', { userId, role: 'cashier', isDisabled: true })
  await admin.must('changeUser', { userId, role: 'support', isDisabled: false })
  await admin.must('resetUser', { userId, removeFactors: true })
  await admin.must('endUserSessions', { userId })
  await admin.must('removeUser', { userId })
  const { entries } = await room.shop.must('auditLog', { subject: ana.name })
  assert.deepEqual(entries.map(({ action }: { action: string }) => action).toReversed(), [
    'user.invited',
    'user.loggedIn',
    'user.disabled',
    'user.changed',
    'user.disabled',
    'user.reset',
    'user.sessionsEnded',
    'user.removed',
  ])
})

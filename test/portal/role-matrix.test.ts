import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import { type OperationRight, operationRights } from '../../server/domain/judge/operation-rights.ts'
import { type Permission, type Role, roleNames, roles } from '../../server/domain/judge/permissions.ts'
import { portalRoutes } from '../../server/doors/portal-api/all.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'
import type { Answer } from '../support/shop.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

type Verdict = 'allowed' | 'role' | 'whole' | 'login' | 'none'

/** What the answer says about who may. With an empty body, what is allowed is mostly found invalid next. */
function verdictOf({ status, body }: Answer): Verdict {
  const { reason, text } = body?.error ?? {}
  assert.notEqual(status, 500, JSON.stringify(body))
  if (reason === 'loginNeeded') return 'login'
  if (reason === 'forbidden' && text === 'Your role does not include this.') return 'role'
  if (reason === 'forbidden' && /^This covers all locations/.test(text)) return 'whole'
  return reason === 'notFound' && /no such (operation|route)/.test(text) ? 'none' : 'allowed'
}

const includes = (role: Role, permission: Permission) => (roles[role] as readonly Permission[]).includes(permission)

const rights: [string, OperationRight | 'machines'][] = Object.entries(operationRights)
const isWhole = new Map(operations.map(({ name, isOfWholeBrand }) => [name, isOfWholeBrand === true]))

function operationVerdict(
  role: Role,
  name: string,
  right: OperationRight | 'machines',
  isRestricted: boolean,
): Verdict {
  if (right === 'machines') return 'none'
  const { permission, orAny = [], reach } = right
  if (![permission, ...orAny].some((one) => includes(role, one))) return 'role'
  return isRestricted && (reach === 'brand' || isWhole.get(name)) ? 'whole' : 'allowed'
}

/** These end or change the session that asks. */
const ownRoutesApart = new Set(['logOut'])
const brandRoutes = portalRoutes.flatMap((route) => (route.kind === 'brand' ? [route] : []))
const ownRoutes = portalRoutes.filter(({ kind, name }) => kind === 'own' && !ownRoutesApart.has(name))

async function walk(user: PortalUser, role: Role, isRestricted: boolean): Promise<string[]> {
  const wrong: string[] = []
  const judge = (what: string, found: Verdict, expected: Verdict) => {
    if (found !== expected) wrong.push(`${role}${isRestricted ? ' at L1' : ''}, ${what}: ${found}, not ${expected}`)
  }
  for (const [name, right] of rights) {
    const expected = operationVerdict(role, name, right, isRestricted)
    // What long work would be started is no part of this.
    if (expected !== 'allowed' || !name.startsWith('refresh')) judge(name, verdictOf(await user.call(name)), expected)
  }
  for (const { name, permission, orAny, reach } of brandRoutes) {
    const isIncluded = [permission, ...orAny].some((one) => includes(role, one))
    const expected = !isIncluded ? 'role' : isRestricted && reach === 'brand' ? 'whole' : 'allowed'
    judge(name, verdictOf(await user.ask(name)), expected)
  }
  for (const { name } of ownRoutes) judge(name, verdictOf(await user.ask(name)), 'allowed')
  return wrong
}

for (const role of roleNames) {
  test(`${role} may call exactly what the tables say`, async () => {
    assert.deepEqual(await walk(await room.login(role), role, false), [])
  })
  test(`${role} of one location may call exactly what the tables say`, async () => {
    assert.deepEqual(await walk(await room.login(role, { location: 'L1' }), role, true), [])
  })
}

test('without a session, and with a second factor owed, nothing answers but what logs in', async () => {
  const owing = await room.login('administrator')
  await room.pool.rows`
    update portal_session set owes = 'secondFactor'
    where login_id = (select login_id from login where name = ${owing.name})`
  const stranger = room.stranger()
  for (const [name] of rights) {
    assert.equal(verdictOf(await stranger.call(name)), 'login', name)
    if (operationRights[name as keyof typeof operationRights] !== 'machines')
      assert.equal(verdictOf(await owing.call(name)), 'login', name)
  }
  for (const route of portalRoutes) {
    const { name } = route
    if (route.kind === 'open') continue
    assert.equal(verdictOf(await stranger.ask(name)), 'login', name)
    if (route.kind === 'brand' || !route.beforeSecondFactor)
      assert.equal(verdictOf(await owing.ask(name)), 'login', name)
  }
})

test('somebody without a role in the brand learns nothing about it, not even that it is there', async () => {
  const stranger = await room.loginWith([{ brand: 'another', role: 'administrator' }])
  for (const { name } of brandRoutes)
    assert.deepEqual((await stranger.ask(name)).body, (await stranger.ask(name, {}, { brand: 'none' })).body, name)
  for (const [name, right] of rights) {
    if (right !== 'machines') assert.equal((await stranger.call(name)).body.error.text, 'There is no such brand.', name)
  }
})

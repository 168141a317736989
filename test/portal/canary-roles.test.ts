import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Permission, type Role, roleNames, roles } from '../../server/domain/judge/permissions.ts'
import { type CanaryBrand, openCanaryBrand } from '../support/canary-brand.ts'
import { makeForWalk } from '../support/canary-made.ts'
import { leaksIn, openDoors, unheardIn, walkPortal } from '../support/canary-walk.ts'

let brand: CanaryBrand
const closing: (() => Promise<void>)[] = []

before(async () => {
  brand = await openCanaryBrand({ after: (close: unknown) => closing.push(close as () => Promise<void>) })
})

after(async () => {
  for (const close of closing.toReversed()) await close()
})

const includes = (role: Role, permission: Permission) => (roles[role] as readonly Permission[]).includes(permission)

/** So many doors told each role something when this was set; with fewer, less is searched. */
const openMin: Readonly<Record<Role, number>> = {
  administrator: 130,
  marketer: 95,
  support: 85,
  cashier: 14,
  finance: 86,
  developer: 85,
  readOnly: 76,
}

for (const role of roleNames) {
  test(`${role} reads through every door only what the role may see of people`, async (t) => {
    const { first, second, other, hidden, digests, pin } = brand
    const heard = await walkPortal(await brand.login(role), [first, second], await makeForWalk(brand))
    const { open, closed } = openDoors(heard)
    t.diagnostic(`${open} doors told something; only refused: ${closed.join(', ')}`)
    assert.ok(open >= openMin[role], `${open} doors told something; only refused: ${closed.join(', ')}`)
    const people = [first, second].flatMap(({ told, firstName }) => {
      if (includes(role, 'customers.see')) return unheardIn(heard, told).map((one) => `nobody tells ${one}`)
      return leaksIn(heard, { ...told, ...(includes(role, 'terminal.use') ? {} : { firstName }) })
    })
    const secrets = { ...hidden, ...digests, pin, ...other.person.told }
    assert.deepEqual([...people, ...leaksIn(heard, secrets)], [])
  })
}

for (const role of ['administrator', 'support', 'cashier'] as const) {
  test(`${role} of one place reads nothing of whoever was only ever at another`, async () => {
    const { first, second, hidden, digests, pin } = brand
    const heard = await walkPortal(await brand.login(role, { location: 'L1' }), [first, second])
    const { firstName, figure, told } = second
    const written = figure.replace('8', '8,')
    assert.deepEqual(leaksIn(heard, { ...told, firstName, figure, written, ...hidden, ...digests, pin }), [])
    assert.ok(
      heard.some(({ isDone }) => isDone),
      'some doors are open',
    )
  })
}

test('a user of another brand reads nothing at all', async () => {
  const { first, second, other, hidden, digests, pin } = brand
  const stranger = await brand.loginWith([{ brand: other.shop.id, role: 'administrator' }])
  const heard = await walkPortal(stranger, [first, second])
  const people = [first, second].flatMap(({ told, firstName, figure }) =>
    leaksIn(heard, { ...told, firstName, figure }),
  )
  assert.deepEqual([...people, ...leaksIn(heard, { ...hidden, ...digests, pin })], [])
})

test('the log of all this has nobody and no secret in it', async () => {
  const { first, second, hidden, digests, pin, lines, shop } = brand
  assert.ok(lines.length > 0)
  const logged = [{ door: 'the log', isDone: true, text: lines.join('\n').toLowerCase() }]
  const people = [first, second].flatMap(({ told, firstName }) => leaksIn(logged, { ...told, firstName }))
  assert.deepEqual([...people, ...leaksIn(logged, { ...hidden, ...digests, pin })], [])
  assert.deepEqual(await shop.verify(), [])
})

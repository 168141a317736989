import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Permission, type Role, roleNames, roles } from '../../server/judge/permissions.ts'
import { type CanaryBrand, openCanaryBrand } from '../support/canary-brand.ts'
import { leaksIn, unheardIn, walkPortal } from '../support/canary-walk.ts'

let brand: CanaryBrand
const closing: (() => Promise<void>)[] = []

before(async () => {
  brand = await openCanaryBrand({ after: (close: unknown) => closing.push(close as () => Promise<void>) })
})

after(async () => {
  for (const close of closing.toReversed()) await close()
})

const includes = (role: Role, permission: Permission) => (roles[role] as readonly Permission[]).includes(permission)

for (const role of roleNames) {
  test(`${role} reads through every door only what the role may see of people`, async () => {
    const { first, second, other, hidden, pin } = brand
    const heard = await walkPortal(await brand.login(role), [first, second])
    const people = [first, second].flatMap(({ told, firstName }) => {
      if (includes(role, 'customers.see')) return unheardIn(heard, told).map((one) => `nobody tells ${one}`)
      return leaksIn(heard, { ...told, ...(includes(role, 'terminal.use') ? {} : { firstName }) })
    })
    assert.deepEqual([...people, ...leaksIn(heard, { ...hidden, pin }), ...leaksIn(heard, other.person.told)], [])
  })
}

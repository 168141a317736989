import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { purserCommand } from '../support/purser-command.ts'
import { openShop } from '../support/shop.ts'

const someName = () => `ana-${randomBytes(4).toString('hex')}@shop.example`

test('the operator lets somebody use the portal, and is given a link for them', async () => {
  const shop = await openShop()
  const name = someName()
  const made = await purserCommand('user', 'create', name, '--role', 'cashier', '--brand', shop.id, '--location', 'L1')
  assert.equal(made.status, 0, made.output)
  assert.match(made.output, /\/portal\/link#[\w-]{43}\n$/)
  const again = await purserCommand('user', 'create', name.toUpperCase(), '--role', 'cashier')
  assert.equal(again.status, 1)
  assert.match(again.output, /There is a user .* already/)
  const audit = await purserCommand('audit', shop.id)
  assert.match(audit.output, new RegExp(`invited the user ${name} as cashier of brand ${shop.id} at L1`))
})

test('roles, brands and locations that do not exist are named', async () => {
  const shop = await openShop()
  const refused = async (...words: string[]) => (await purserCommand('user', 'create', someName(), ...words)).output
  assert.match(await refused('--role', 'king'), /There is no role king: it is one of administrator, /)
  assert.match(await refused('--role', 'cashier', '--brand', 'nowhere'), /There is no brand nowhere/)
  assert.match(await refused('--role', 'cashier', '--brand', shop.id, '--location', 'L9'), /has no location L9/)
  assert.match(await refused('--role', 'cashier', '--location', 'L1'), /name it with --brand/)
  assert.match(await refused(), /user create needs --role/)
})

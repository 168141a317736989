import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openPortalRoom } from '../support/portal-room.ts'
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

test('the operator lists, changes, resets and disables users, and ends their sessions', async (t) => {
  const room = await openPortalRoom()
  t.after(() => room.close())
  const ana = await room.login('cashier')
  const run = async (...words: string[]) => {
    const { status, output } = await purserCommand('user', ...words)
    assert.equal(status, 0, output)
    return output
  }
  assert.match(
    await run('list', '--brand', room.shop.id),
    new RegExp(`${ana.name} +active +cashier of ${room.shop.id}`),
  )
  assert.match(await run('sessions', ana.name), /from .*127\.0\.0\.1|from ::1/)
  await run('role', ana.name, '--role', 'support', '--brand', room.shop.id, '--location', 'L1')
  assert.equal((await ana.ask('me')).status, 401)
  await ana.logIn()
  assert.equal((await ana.must('me')).brands[0].role, 'support')
  await run('end-sessions', ana.name)
  assert.equal((await ana.ask('me')).status, 401)
  assert.match(await run('reset', ana.name, '--remove-factors'), /\/portal\/link#/)
  await run('disable', ana.name)
  assert.equal((await ana.logIn()).status, 403)
  await run('enable', ana.name)
  assert.equal((await ana.logIn()).status, 200)
  const unknown = await purserCommand('user', 'disable', 'nobody at all')
  assert.match(unknown.output, /There is no user nobody at all/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purserCommand } from '../support/purser-command.ts'
import { openShop } from '../support/shop.ts'

test('a report is printed as a table, as CSV and as JSON', async () => {
  const shop = await openShop()
  await shop.card({ usd: 12.5 })
  const printed = async (...words: string[]) => {
    const { status, output } = await purserCommand('report', shop.id, ...words)
    assert.equal(status, 0, output)
    return output
  }
  const table = await printed('liability', '--to', '2100-01-01')
  assert.match(
    table,
    /^Liability of .*\n\nValue type +Program +Outstanding\n-+ {2}-+ {2}-+\nCurrency USD +\S+ +12\.50\n$/,
  )
  assert.equal(
    await printed('liability', '--to=2100-01-01', '--format', 'csv'),
    'valueType,program,amount\r\nCurrency USD,rewards,12.50\r\n',
  )
  const json = JSON.parse(
    await printed('roll-forward', '--from', '2000-01-01', '--to', '2100-01-01', '--by', 'location', '--format', 'json'),
  )
  assert.equal(json.rows[0].closing, '12.50')
})

test('what cannot be asked is told in words', async () => {
  const shop = await openShop()
  const told = async (...words: string[]) => (await purserCommand('report', ...words)).output
  assert.match(
    await told(),
    /^liability +\S.*\n +--to, --by age\|expiry\|location\|group\|campaign\nroll-forward .*\n +--from --to, --by/,
  )
  assert.match(await told(shop.id, 'liabilty'), /There is no report liabilty.*liability/)
  assert.match(await told(shop.id, 'liability', '--to', 'yesterday'), /^--to: expected a day such as/)
  assert.match(await told(shop.id, 'liability', '--per', 'day'), /^--per: liability cannot be divided by days\./)
  assert.match(await told('nobody', 'liability'), /There is no brand nobody/)
  assert.match(await told(shop.id, 'liability', '--format', 'xml'), /--format must be one of table, csv, json/)
})

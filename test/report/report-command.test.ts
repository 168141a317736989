import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaign, openRuleShop, points } from '../support/checkout-shop.ts'
import { purserCommand } from '../support/purser-command.ts'
import { rowsOf } from '../support/report-shop.ts'
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

test('campaigns go by their names, and by their ids as well where two have the same name', async () => {
  const campaigns = [
    campaign([{ then: [points(1)] }], { id: 'a', name: 'Spring' }),
    campaign([{ then: [points(2)] }], { id: 'b', name: 'Summer' }),
    campaign([{ then: [points(3)] }], { id: 'c', name: 'Summer' }),
    campaign([{ then: [points(4)] }], { id: 'd', name: undefined }),
  ]
  const { shop, bought } = await openRuleShop([], { more: { campaigns } })
  await bought('1 ESP 2', { cardNumber: await shop.card({ points: 5 }) })
  const { output } = await purserCommand('report', shop.id, 'roll-forward', '--by', 'campaign', '--format', 'csv')
  const lines = output.split('\r\n').map((line) => line.split(','))
  assert.deepEqual(lines[0]?.slice(0, 6), ['valueType', 'program', 'group', 'opening', 'issued', 'issuedByCampaigns'])
  assert.deepEqual(
    lines.slice(1).flatMap((line) => (line[2] === undefined ? [] : `${line[2]}: ${line[4]} ${line[5]}`)),
    ['(none): 5 0', 'Spring: 0 1', 'Summer (b): 0 2', 'Summer (c): 0 3', 'd: 0 4'],
  )
  const table = await purserCommand('report', shop.id, 'roll-forward')
  assert.match(table.output, / Issued {2}Issued by campaigns {2}Redeemed {2}Redeemed by campaigns /)
})

test('the keys of what campaigns gave are written like all others, and never the same', async () => {
  const codes = ['Star-lets', 'StarLets']
  const valueTypes = codes.map((balanceCode) => ({ balanceType: 'Custom', balanceCode, scale: 0 }))
  const issues = codes.map((balanceCode, place) => ({
    issue: { balanceType: 'Custom', balanceCode, amount: 2 + place },
  }))
  const { shop, bought } = await openRuleShop([{ then: issues }], { valueTypes })
  await bought('1 ESP 2', { cardNumber: await shop.card() })
  const [row = {}] = await rowsOf(shop, 'campaigns')
  const given = Object.entries(row).filter(([key]) => key.startsWith('given'))
  assert.match(given.join(' '), /^givenCustomStarLetsRewards,2 givenCustomStarLetsRewards\d+,3$/)
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

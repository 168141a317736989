import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { demoSecrets } from '../../server/domain/brand/keys/public-secrets.ts'
import { Connection } from '../../server/ground/database/connection.ts'
import { applyBrandFile } from '../../server/storage/brand-store/apply/apply.ts'
import { byOperator, testDatabase, testSealer } from '../support/shop.ts'
import { messageOf } from '../support/told-fault.ts'

const options = {
  ...byOperator,
  random: randomBytes,
  pins: { seal: () => ({ sealed: randomBytes(40), check: randomBytes(32) }) },
  sealer: testSealer,
}
let db: Connection
before(async () => {
  db = await Connection.open({ url: testDatabase() })
})
after(() => db.close())

const valueTypes = [{ balanceType: 'Points', scale: 0 }]

/** A file in which everything can be guessed. */
const weakFile = (id: string, name = 'Weak') => ({
  brand: { id, name, country: 'US', currency: 'USD' },
  apiKeys: [{ key: 'till', secret: 'short one' }],
  locations: [{ id: 'L1', terminals: ['T1'], employees: [{ id: 'E1', password: '1' }] }],
  programs: [
    { id: 'p', pinLength: 1, valueTypes, cardSets: [{ id: 's', generate: { count: 3, prefix: '6006', length: 8 } }] },
  ],
})
const weakPaths = [
  'apiKeys[till].secret',
  'locations[L1].employees[E1].password',
  'programs[p].pinLength',
  'programs[p].cardSets[s].generate',
]
const apply = (file: object, refusesWeak: boolean) =>
  applyBrandFile(db, JSON.stringify(file), { ...options, refusesWeak })
const newId = () => `weak-${randomBytes(6).toString('hex')}`

test('what can be guessed is warned of in the demo, and refused elsewhere', async () => {
  const id = newId()
  const refused = await apply(weakFile(id), true)
  assert.ok('faults' in refused)
  assert.deepEqual(
    refused.faults.map(({ path }) => path),
    weakPaths,
  )
  const applied = await apply(weakFile(id), false)
  assert.ok('warnings' in applied)
  assert.deepEqual(
    applied.warnings.map(({ path }) => path),
    weakPaths,
  )
})

test('what a brand has already does not keep its file from being applied', async () => {
  const id = newId()
  await apply(weakFile(id), false)
  const renamed = await apply(weakFile(id, 'Renamed'), true)
  assert.deepEqual('lines' in renamed && renamed.lines, ['brand: name Weak -> Renamed'])
})

test('secrets that everybody knows are refused outside the demo', async () => {
  const file = {
    brand: { id: newId(), name: 'Copy', country: 'US', currency: 'USD' },
    apiKeys: [{ key: 'till', secret: demoSecrets.till }],
  }
  const refused = await apply(file, true)
  assert.match('faults' in refused ? refused.faults.map(messageOf).join() : '', /^this secret is public/)
  assert.deepEqual(await apply(file, false), {
    changed: true,
    lines: ['brand: added', 'apiKeys/till: added'],
    newSecrets: [],
    warnings: [],
  })
})

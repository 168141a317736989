import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProductRows } from '../../server/doors/portal-api/configuration/product-rows.ts'
import { messageOf } from '../support/told-fault.ts'

const entriesOf = async (csv: string) => (await readProductRows(csv)).rows.map(({ entry }) => entry)
const faultsOf = async (csv: string) =>
  (await readProductRows(csv)).faults.map((fault) => `${fault.line}: ${messageOf(fault)}`)

test('products are read as spreadsheets write them', async () => {
  const espresso = { sku: 'ESP', name: 'Espresso, double', cost: '0.40', categories: ['drinks', 'hot'] }
  for (const csv of [
    'sku,name,cost,categories\nESP,"Espresso, double",0.40,drinks|hot\n',
    '\ufeffSKU;Name;Cost;Categories\r\nESP;Espresso, double;0,40;drinks | hot\r\n\r\n',
    'sku\tname\tcost\tcategories\nESP\tEspresso, double\t0.40\tdrinks|hot',
  ]) {
    const columns = ['sku', 'name', 'cost', 'categories']
    assert.deepEqual(await readProductRows(csv), { columns, rows: [{ line: 2, entry: espresso }], faults: [] })
  }
})

test('empty cells are left out, so that what the file says of them stays the default', async () => {
  assert.deepEqual(await entriesOf('sku,name,cost,parent,categories\nMUG,,,,'), [{ sku: 'MUG' }])
})

test('a bad row is told with its line, and the others are read', async () => {
  const csv = 'sku,name\nA,Apple\n,Nameless\nB,Bread,brown\nA,Again\nC,Cake\n'
  assert.deepEqual(
    (await entriesOf(csv)).map(({ sku }) => sku),
    ['A', 'C'],
  )
  assert.deepEqual(await faultsOf(csv), [
    '3: has no sku',
    '4: has 3 fields, and there are 2 columns',
    '5: has the sku A, which line 2 has already',
  ])
})

test('a file without the right columns, or that is no CSV, is told what it needs', async () => {
  assert.match((await faultsOf(''))[0] ?? '', /^1: the first line must name the columns: sku,name/)
  assert.match((await faultsOf('name,price\nA,1'))[0] ?? '', /^1: the first line must name the columns/)
  assert.match((await faultsOf('sku,price\nA,1'))[0] ?? '', /^1: there is no column "price"; known are sku, name/)
  assert.match((await faultsOf('sku,name\n"A,1'))[0] ?? '', /is no CSV/)
})

test('more rows than can be taken at once are refused', async () => {
  const csv = `sku\n${Array.from({ length: 501 }, (_, index) => `S${index}`).join('\n')}`
  assert.match((await faultsOf(csv))[0] ?? '', /more than 500 rows/)
  assert.equal((await entriesOf(csv)).length, 0)
})

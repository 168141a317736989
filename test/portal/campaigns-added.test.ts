import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionPool, type Sql } from '../../server/ground/database/connection.ts'
import { listCampaignsAdded } from '../../server/storage/brand-store/history/campaigns-added.sql.ts'
import { loadBrandWithoutSecrets } from '../../server/storage/brand-store/load-brand.ts'
import { applyFile, openShop, testDatabase } from '../support/shop.ts'

const campaign = (id: string) => ({
  ...{ id, name: id },
  rules: [{ id: 'off', name: 'Off', trigger: 'checkout', then: [{ discount: { percent: 5 } }] }],
})

test('when campaigns came into force is asked once of each version, and of those that are there', async () => {
  const shop = await openShop()
  await applyFile({ ...shop.file, campaigns: [campaign('gone')] })
  await applyFile({ ...shop.file, campaigns: [campaign('here')] })
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  try {
    let asked = 0
    const db: Sql = {
      rows: (text, ...values) => {
        asked += 1
        return pool.rows(text, ...values)
      },
      affected: (text, ...values) => pool.affected(text, ...values),
    }
    const brand = await loadBrandWithoutSecrets(pool, shop.id)
    assert.ok(brand)
    const both = await Promise.all([listCampaignsAdded(db, brand), listCampaignsAdded(db, brand)])
    assert.deepEqual([...both[0].keys()], ['here'])
    assert.equal(await listCampaignsAdded(db, brand), both[1])
    assert.equal(asked, 1)
    const failing: Sql = { ...db, rows: () => Promise.reject(new Error('away')) }
    const again = await loadBrandWithoutSecrets(pool, shop.id)
    assert.ok(again)
    await assert.rejects(listCampaignsAdded(failing, again), /away/)
    assert.deepEqual([...(await listCampaignsAdded(db, again)).keys()], ['here'], 'what failed is asked again')
  } finally {
    await pool.close()
  }
})

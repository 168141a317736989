import assert from 'node:assert/strict'
import { loadBrand } from '../../server/brand-store/load-brand.ts'
import { explainTrace } from '../../server/campaign/explain.ts'
import { Connection } from '../../server/database/connection.ts'
import { traceOf } from './rule-table.ts'
import { type Shop, testDatabase, testSealer } from './shop.ts'

/** What a call's rules did and why others did not, in words. */
export async function explained(shop: Shop, ref: string): Promise<string> {
  const db = await Connection.open({ url: testDatabase() })
  try {
    const brand = await loadBrand(db, shop.id, testSealer)
    assert(brand)
    return explainTrace(await traceOf(shop, ref), brand.document).join('\n')
  } finally {
    await db.close()
  }
}

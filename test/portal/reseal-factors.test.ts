import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { insertTotp } from '../../server/doors/access/factor/factor.sql.ts'
import { opensFactors, resealFactors } from '../../server/doors/access/factor/reseal-factors.ts'
import { insertLogin } from '../../server/doors/access/login/login.sql.ts'
import { Connection } from '../../server/ground/database/connection.ts'
import { testDatabase } from '../support/shop.ts'

test('the secrets of code generators are sealed again with another key', async (t) => {
  const db = await Connection.open({ url: testDatabase() })
  t.after(() => db.close())
  const [older, newer] = [randomBytes(32), randomBytes(32)]
  const sealer = (...keys: Buffer[]) => new PinKeeper(keys, randomBytes).sealerFor('factors')
  await db.rows`begin`
  await db.rows`delete from login_factor`
  const [id, login] = [randomUUID(), randomUUID()]
  await insertLogin(db, { id: login, name: login, nameKey: login, at: 0 })
  await insertTotp(db, { id, login, at: 0 }, sealer(older).seal(login, 'the secret'))

  assert.deepEqual(await resealFactors(db, sealer(randomBytes(32))), { resealed: 0, unopened: 1 })
  assert.deepEqual(await resealFactors(db, sealer(newer, older)), { resealed: 1, unopened: 0 })
  assert.deepEqual(await resealFactors(db, sealer(newer, older)), { resealed: 0, unopened: 0 })
  const [row] = await db.rows<{ sealed: Buffer }>`
    select sealed_secret as sealed from login_factor where factor_id = ${id}`
  assert.equal(sealer(newer).open(login, row?.sealed ?? Buffer.alloc(0)), 'the secret')
  assert.equal(await opensFactors(db, sealer(newer)), true)
  assert.equal(await opensFactors(db, sealer(older)), false)
  await db.rows`rollback`
})

import { randomBytes } from 'node:crypto'
import type { ConnectionPool } from '../../server/ground/database/connection.ts'
import { productsOf } from './checkout-shop.ts'
import { makeLogin } from './portal-room.ts'
import type { Shop } from './shop.ts'
import type { NamedValues } from './walked-bodies.ts'

/** What a walk may use up: drafts, users, cards and a sale, so that doors have something to open on. */
export async function makeForWalk({ shop, pool }: { shop: Shop; pool: ConnectionPool }): Promise<NamedValues> {
  const published = await addDraft(shop)
  await shop.must('publishDraft', { draftId: published, revision: 1 })
  const drafts = {
    published,
    looked: await addDraft(shop),
    discarded: await addDraft(shop),
    submitted: await addDraft(shop),
  }
  const [spareCard, movedCard] = [await shop.card({}, 'more'), await shop.card({}, 'more')]
  const soldCard = await shop.card({}, 'more')
  const sale = await shop.must('checkout', { cardNumber: soldCard, products: productsOf('1 ESP 2') })
  const { brandFile, version } = await shop.must('exportBrand', {})
  const [userId, removedId] = [await addUser(shop, pool), await addUser(shop, pool)]
  const users = { userId, removedId }
  return { drafts, spareCard, movedCard, soldCard, sale: sale.requestRef, brandFile, baseVersion: version, ...users }
}

async function addDraft(shop: Shop): Promise<string> {
  const key = `s-${randomBytes(4).toString('hex')}`
  const entries = [{ section: 'segments', key, text: `id: ${key}\nwhere: []\n` }]
  const { draftId } = await shop.must('saveDraft', { title: key, entries })
  return draftId
}

async function addUser(shop: Shop, pool: ConnectionPool): Promise<string> {
  const name = await makeLogin(pool, [{ brand: shop.id, role: 'readOnly' }])
  const [row] = await pool.rows<{ id: string }>`select login_id as id from login where name = ${name}`
  return String(row?.id)
}

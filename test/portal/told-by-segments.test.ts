import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workOutSegments } from '../../server/background/jobs/segments/segments.ts'
import { roleNames, roles } from '../../server/domain/judge/permissions.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const regulars = { id: 'regulars', name: 'Regulars', where: [{ fact: 'history.checkouts', op: '>=', value: 1 }] }

test('who is in a segment is told to those alone who may see people', async () => {
  const shop = await openShop({ more: { segments: [regulars] } })
  const [regular, other] = [await shop.card(), await shop.card()]
  await shop.must('checkout', { cardNumber: regular, products: productsOf('1 ESP 3') })
  assert.equal((await workOutSegments(await openJobRoom(shop))).counts.entered, 1)
  const desk = openDesk(shop)
  for (const role of roleNames) {
    const permissions: readonly string[] = roles[role]
    if (!permissions.includes('cards.see')) continue
    const sees = permissions.includes('customers.see')
    const clerk = await desk.as(role)
    const all = await clerk.ask('listCards')
    assert.deepEqual(
      all.cards.map(({ cardNumber }: { cardNumber: string }) => cardNumber).sort(),
      [regular, other].sort(),
    )
    assert.equal(all.segments.length, sees ? 1 : 0, `${role} chooses by segments`)
    const chosen = await clerk.ask('listCards', { segment: 'regulars' })
    if (sees) assert.deepEqual([chosen.cards.length, chosen.cards[0].cardNumber], [1, regular], role)
    else assert.equal(chosen.error?.reason, 'forbidden', `${role}: ${JSON.stringify(chosen)}`)
    const { details } = await clerk.ask('cardPage', { cardNumber: regular })
    assert.equal(details?.segments?.length, sees ? 1 : undefined, `${role}: ${JSON.stringify(details?.segments)}`)
    const asked = { filters: { cardNumber: regular }, returnFields: { segments: true } }
    const found = await clerk.call('search', asked)
    assert.equal(found.cards?.[0]?.segments?.length, sees ? 1 : undefined, `${role} by search`)
  }
  assert.deepEqual(await shop.verify(), [])
})

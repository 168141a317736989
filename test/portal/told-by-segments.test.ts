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

test('explanations tell what a person is like to those alone who may see people', async () => {
  const then = [{ issue: { balanceType: 'Points', amount: 1 } }]
  const asks = (id: string, when: object) => ({ id, trigger: 'checkout', when: [when], then })
  const asked = [
    asks('vips', { fact: 'segment', op: '=', value: 'vip' }),
    asks('young', { fact: 'customer.age', op: '<', value: 30 }),
    asks('birthday', { fact: 'customer.birthdayInDays', op: '<=', value: 3 }),
    asks('either', {
      any: [
        { fact: 'segment', op: '=', value: 'vip' },
        { fact: 'customer.gender', op: '=', value: 'M' },
      ],
    }),
    asks('large', { fact: 'checkout.total', op: '>=', value: 5 }),
  ]
  const vip = { id: 'vip', name: 'Vip', where: [{ fact: 'history.checkouts', op: '>=', value: 50 }] }
  const campaigns = [{ id: 'asking', name: 'Asking', rules: asked }]
  const shop = await openShop({ more: { segments: [regulars, vip], campaigns } })
  const cardNumber = await shop.card()
  const customerData = { firstName: 'Ada', birthday: '1970-06-01' }
  await shop.must('updateAccount', { cardNumber, customerData })
  await shop.must('checkout', { cardNumber, products: productsOf('1 ESP 3') })
  assert.equal((await workOutSegments(await openJobRoom(shop))).counts.entered, 1)
  const { requestRef } = await shop.must('checkout', { cardNumber, products: productsOf('1 ESP 3') })
  const ofPeople = ['asking/vips', 'asking/young', 'asking/birthday', 'asking/either']
  const desk = openDesk(shop)
  for (const role of roleNames) {
    const permissions: readonly string[] = roles[role]
    if (!permissions.includes('requests.see')) continue
    const sees = permissions.includes('customers.see')
    const clerk = await desk.as(role)
    const detail = permissions.includes('cards.see') ? await clerk.ask('callDetail', { text: requestRef }) : undefined
    const looked = await clerk.call('requestLookup', { requestRef, showExplanation: true })
    const told = [looked.explanation, ...(detail ? [detail.calls[0].explanation] : [])]
    for (const { nearly, rest } of told) {
      const words = JSON.stringify([nearly, rest])
      if (sees) assert.match(words, /"observed":\["regulars"\]/, role)
      else assert.doesNotMatch(words, /regulars|"vip"|Vip|"fact":"(segment|customer)|years/, `${role}: ${words}`)
      const shown = new Map(
        [...nearly, ...rest.flatMap((one: { rules: object[] }) => one.rules)].map((one) => [one.rule, one]),
      )
      if (!sees)
        for (const rule of ofPeople)
          assert.equal(
            shown.get(rule).missing ?? shown.get(rule).why,
            'what it asks of the customer did not hold',
            rule,
          )
      assert.deepEqual(shown.get('asking/large').condition.observed, ['3'], role)
    }
  }
  const byKey = await shop.must('requestLookup', { requestRef, showExplanation: true })
  assert.match(JSON.stringify(byKey.explanation.nearly), /"observed":\["regulars"\]/)
  assert.deepEqual(await shop.verify(), [])
})

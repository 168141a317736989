import assert from 'node:assert/strict'
import { test } from 'node:test'
import { couponsOf } from '../support/coupon-shop.ts'
import type { Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { openTransferShop, worthOf } from '../support/transfer-shop.ts'

interface Person {
  readonly enrolled?: boolean
  readonly customer?: object
  readonly demographics?: object
  readonly programs?: object
}

/** Fields that no search looks at, so that the row is all there is to write. */
async function isBehind(shop: Shop, cardNumber: string, person: Person): Promise<void> {
  await sql(
    `insert into account (brand_id, card_id, enrolled_at, customer, demographics, programs)
     select brand_id, card_id, case when $3 then now() - interval '1 year' end, $4, $5, $6
     from card where brand_id = $1 and card_number = $2 and root_id is null`,
    [
      shop.id,
      cardNumber,
      person.enrolled ?? false,
      person.customer ?? {},
      person.demographics ?? {},
      person.programs ?? {},
    ],
  )
}

async function personOf(shop: Shop, cardNumber: string): Promise<Person | undefined> {
  const [row] = await sql(
    `select enrolled_at > now() - interval '1 hour' as enrolled, customer, demographics, programs
     from account join card using (brand_id, card_id) where brand_id = $1 and card_number = $2`,
    [shop.id, cardNumber],
  )
  return row
}

const ana = {
  enrolled: true,
  customer: { middleName: 'Ana', city: 'Porto' },
  demographics: { shoe: [38] },
  programs: { rewards: 5 },
}
const ben = { customer: { middleName: 'Ben', country: 'US' }, demographics: { shoe: [44], hat: [7] } }

//  what is asked                                          becomes
const merges: readonly [more: object, person: Person][] = [
  [{}, { ...ben, programs: {} }],
  [{ mergeMode: 'skip' }, { ...ben, programs: {} }],
  [
    { mergeMode: 'skip', overwriteDemographics: true },
    { ...ben, programs: {} },
  ],
  [
    { mergeMode: 'combine' },
    {
      enrolled: true,
      customer: { middleName: 'Ben', country: 'US', city: 'Porto' },
      demographics: { shoe: [44], hat: [7] },
      programs: { rewards: 5 },
    },
  ],
  [
    { mergeMode: 'overwrite' },
    {
      enrolled: true,
      customer: { middleName: 'Ana', country: 'US', city: 'Porto' },
      demographics: { shoe: [38], hat: [7] },
      programs: { rewards: 5 },
    },
  ],
  [
    { overwriteDemographics: true },
    {
      enrolled: true,
      customer: { middleName: 'Ana', country: 'US', city: 'Porto' },
      demographics: { shoe: [38], hat: [7] },
      programs: { rewards: 5 },
    },
  ],
]

for (const [more, person] of merges) {
  test(`what becomes of the person: ${JSON.stringify(more)}`, async () => {
    const { shop, moved } = await openTransferShop()
    const [old, card] = [await shop.card(), await shop.card()]
    await isBehind(shop, old, ana)
    await isBehind(shop, card, ben)

    await moved(card, old, more)

    assert.deepEqual(await personOf(shop, card), { enrolled: null, ...person })
    assert.deepEqual(await shop.verify(), [])
  })
}

test('somebody who was enrolled before stays so since then, and the old account is left as it was', async () => {
  const { shop, moved } = await openTransferShop()
  const [old, card, blank] = [await shop.card(), await shop.card(), await shop.card()]
  for (const one of [old, card]) await isBehind(shop, one, ana)
  await moved(card, old, { mergeMode: 'overwrite' })
  assert.equal((await personOf(shop, card))?.enrolled, false)
  assert.deepEqual(await personOf(shop, old), { ...ana, enrolled: false })
  await moved(blank, card, { mergeMode: 'combine' })
  assert.deepEqual(await personOf(shop, blank), ana)
  assert.deepEqual(await shop.verify(), [])
})

test('a card is found by what it was given of the person, and keeps what they wished', async () => {
  const { shop, moved } = await openTransferShop()
  const [old, card] = [await shop.card(), await shop.card()]
  await shop.must('updateAccount', {
    cardNumber: old,
    primaryCustomer: { firstName: 'Ana', email: 'ana@example.com' },
    alternateCustomer: { firstName: 'Zoe' },
    thirdPartyUpdates: [{ thirdParty: 'email', optIn: true }],
    countAsEnrollment: true,
  })
  await shop.must('updateAccount', {
    cardNumber: card,
    primaryCustomer: { firstName: 'Ben', lastName: 'Costa' },
    thirdPartyUpdates: [{ thirdParty: 'phone', optIn: false }],
  })

  await moved(card, old, { mergeMode: 'overwrite' })

  const returnFields = { customer: true, alternateCustomer: true, isEnrolled: true, thirdPartyLinks: true }
  const { cards } = await shop.must('search', { filters: { firstName: 'ana' }, returnFields })
  assert.equal(cards.length, 1)
  assert.equal(cards[0].cardNumber, card)
  assert.deepEqual(cards[0].customer, { firstName: 'Ana', lastName: 'Costa', email: 'ana@example.com' })
  assert.deepEqual([cards[0].alternateCustomer.firstName, cards[0].isEnrolled], ['Zoe', true])
  const optIns = cards[0].thirdPartyLinks.map((link: { thirdParty: string; optIn: boolean }) => [
    link.thirdParty,
    link.optIn,
  ])
  assert.deepEqual(optIns.toSorted(), [
    ['email', true],
    ['phone', false],
  ])
  assert.deepEqual((await shop.must('search', { filters: { firstName: 'ben' } })).cards, [])
  assert.deepEqual(await shop.verify(), [])
})

test('rules with trigger request run on the card that got everything, and see whose it is now', async () => {
  const rules = [
    {
      id: 'welcome',
      trigger: 'request',
      when: [{ fact: 'request.callType', op: '=', value: 'TRANSFER' }],
      then: [{ issue: { balanceType: 'Points', amount: 5 } }, { setDemographic: { name: 'moved', value: 1 } }],
    },
  ]
  const demographicFields = ['moved', 'shoe', 'hat'].map((name) => ({ name, type: 'Integer' }))
  const campaigns = [{ id: 'main', name: 'Main', rules }]
  const { shop, out, in: move } = await openTransferShop({ more: { campaigns, demographicFields } })
  const [old, card] = [await shop.card({ points: 1 }), await shop.card()]
  await isBehind(shop, old, ana)

  assert.equal(worthOf((await out(old)).body.balances), '1 Points')
  const { body } = await move(card, old, { mergeMode: 'combine', returnBalanceMutations: true })

  assert.equal(worthOf(body.balances), '6 Points')
  assert.deepEqual(
    body.balanceMutations.map((one: { amount: number }) => one.amount),
    [1, 5],
  )
  assert.deepEqual((await personOf(shop, card))?.demographics, { shoe: [38], moved: [1] })
  assert.deepEqual(await shop.verify(), [])
})

test('the custom card number is copied when asked, if there is one', async () => {
  const { shop, moved } = await openTransferShop()
  const cards = [await shop.card(), await shop.card(), await shop.card(), await shop.card()]
  const [first = '', second = '', third = '', fourth = ''] = cards
  const name = 'update card set custom_card_number = $3 where brand_id = $1 and card_number = $2'
  await sql(name, [shop.id, first, 'ANA'])
  await sql(name, [shop.id, third, 'CLEO'])
  const numberOf = async (cardNumber: string) => {
    const fields = { returnFields: { customCardNumber: true } }
    return (await shop.must('search', { filters: { cardNumber }, ...fields })).cards[0].customCardNumber
  }
  await moved(second, first)
  assert.equal(await numberOf(second), undefined)
  await moved(third, second, { copyCustomCardNumber: true })
  assert.equal(await numberOf(third), 'CLEO')
  await moved(fourth, third, { copyCustomCardNumber: true })
  assert.equal(await numberOf(fourth), 'CLEO')
  assert.deepEqual(await shop.verify(), [])
})

test('the owning location is that of the card itself, the old card, or the one that signed up first', async () => {
  const locations = ['L1', 'L2'].map((id) => ({ id, name: id, terminals: ['T1'] }))
  //  asked          old card signed up        becomes
  const cases: readonly [type: string | undefined, place: 'before' | 'after', owner: string][] = [
    [undefined, 'before', 'L2'],
    ['target', 'before', 'L2'],
    ['source', 'after', 'L1'],
    ['min', 'before', 'L1'],
    ['min', 'after', 'L2'],
  ]
  const { shop, moved } = await openTransferShop({ locations })
  const allocated = async (location: string) =>
    (await shop.must('allocate', { cardSetId: 'cards' }, { location })).cardNumber
  for (const [owningLocationType, place, owner] of cases) {
    const first = place === 'before' ? await allocated('L1') : await allocated('L2')
    const second = place === 'before' ? await allocated('L2') : await allocated('L1')
    const [old, card] = place === 'before' ? [first, second] : [second, first]
    await moved(card, old, owningLocationType === undefined ? {} : { owningLocationType })
    const found = await shop.must('search', { filters: { cardNumber: card }, returnFields: { metaData: true } })
    assert.equal(found.cards[0].metaData.owningLocationName, owner, `${owningLocationType} ${place}`)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('coupons and their balances move when asked, in whatever state they are', async () => {
  const { shop, moved } = await openTransferShop()
  const { allocated, act, details } = couponsOf(shop)
  const [old, card, next] = [await shop.card({ usd: 1 }), await shop.card(), await shop.card()]
  const issued = { couponSetId: 'ten', cardNumber: old, promotionId: 'summer', allowMultipleCoupons: true }
  const [fresh, used, bound] = [await allocated(issued), await allocated(issued), await allocated(issued)]
  await act(used, 'use')
  await act(bound, 'details', { newAllowedCards: [old] })
  await shop.must('updateBalance', {
    cardNumber: old,
    action: 'issue',
    couponId: fresh,
    amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 7 },
  })
  const ownerOf = async (couponId: string) => {
    const owner = `select card_number from coupon join card using (brand_id, card_id) where brand_id = $1 and coupon_id = $2`
    return (await sql(owner, [shop.id, couponId]))[0].card_number
  }

  await moved(card, old)
  assert.equal(await ownerOf(fresh), old)
  assert.equal(worthOf(await shop.balances(card)), '1 USD')
  assert.equal(worthOf(await shop.balances(old)), '7 USD')

  const late = await shop.card()
  const mine = { couponSetId: 'ten', cardNumber: card, promotionId: 'winter' }
  const own = await allocated(mine)
  await shop.must('updateBalance', {
    cardNumber: card,
    action: 'issue',
    couponId: own,
    amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 3 },
  })
  await act(own, 'details', { newAllowedCards: [card, next] })
  await moved(late, card, { transferCoupons: true })

  assert.equal(await ownerOf(own), late)
  assert.deepEqual((await details(own)) as object, {
    isAllocated: true,
    isUsed: false,
    isDisabled: false,
    customTags: [],
    allowedWithCards: [late, next],
  })
  const spend = { couponId: own }
  assert.equal((await shop.redeem(late, { usd: 3 }, spend)).body.success, true)
  assert.equal((await act(own, 'use')).body.success, true)
  assert.equal((await shop.call('allocateCoupon', { ...mine, cardNumber: late })).body.errorCode, 124)
  assert.equal((await act(fresh, 'use')).body.errorCode, 112)
  assert.deepEqual(await shop.verify(), [])
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { explained } from '../support/explained.ts'
import { openReferralShop } from '../support/referral-shop.ts'
import { Shop, startTestService, times } from '../support/shop.ts'
import { broughtBack } from '../support/undo-shop.ts'

type Room = Awaited<ReturnType<typeof openReferralShop>>

interface Try {
  readonly name: string
  /** What the explanation of the last sale says; absent where the call is refused or the value was taken back. */
  readonly why?: RegExp
  readonly referrals?: object
  /** Of whom the code is, and who is to be thanked: of the own card, of one without any data, or with a phone number. */
  readonly receives?: 'own' | 'anonymous' | 'phone'
  /** What somebody tries, with their own card and its code; the answer to the sale that is to pay. */
  readonly attempt: (room: Room, own: string, referralCode: string) => Promise<{ requestRef?: string }>
  /** What may be left of it on their card: what somebody else brought them before. */
  readonly honest?: number
}

const person = {
  firstName: 'Eve',
  lastName: 'Adams',
  birthday: '1990-04-01',
  country: 'US',
  mobilePhone: '+12125550100',
}
const sale = '1 CAKE 5'

/** Somebody wants to be thanked for themselves, or twice. Nothing of it pays. */
const tries: readonly Try[] = [
  {
    name: 'the own code with the own card',
    why: /the code is of the customer themselves/,
    attempt: ({ bought }, cardNumber, referralCode) => bought(sale, { cardNumber, referralCode }),
  },
  {
    name: 'the own card number with the own card',
    attempt: async ({ buy }, cardNumber) => (await buy(sale, { cardNumber, referringCardNumber: cardNumber })).body,
  },
  {
    name: 'the number of a card that the own one replaced',
    referrals: { guards: ['card'], firstPurchaseOnly: false },
    why: /the code is of the customer themselves/,
    attempt: async ({ shop, bought }, own) => {
      const cardNumber = await shop.card()
      await shop.must('transfer', { cardNumber: own, action: 'out' })
      await shop.must('transfer', { cardNumber, oldCardNumber: own, action: 'in' })
      return bought(sale, { cardNumber, referringCardNumber: own })
    },
  },
  {
    name: 'the own code without any card',
    why: /the sale has no card/,
    attempt: ({ bought }, _own, referralCode) => bought(sale, { referralCode }),
  },
  {
    name: 'the own card number without any card',
    why: /the sale has no card/,
    attempt: ({ bought }, own) => bought(sale, { referringCardNumber: own }),
  },
  {
    name: 'a second card with the same e-mail address in other letters',
    why: /same e-mail address/,
    attempt: async ({ bought, member }, _own, referralCode) =>
      bought(sale, { cardNumber: await member({ email: 'EVE@Example.org' }), referralCode }),
  },
  {
    name: 'a second card with the same phone number in another field and form',
    why: /same phone number/,
    attempt: async ({ bought, member }, _own, referralCode) =>
      bought(sale, { cardNumber: await member({ country: 'US', phone: '(212) 555-0100' }), referralCode }),
  },
  {
    name: 'a second card with the same name and birthday',
    why: /same name and birthday/,
    attempt: async ({ bought, member }, _own, referralCode) => {
      const twin = { firstName: 'EVE', lastName: 'Adams', birthday: '1990-04-01' }
      return bought(sale, { cardNumber: await member(twin), referralCode })
    },
  },
  {
    name: 'a second card with other data on the same device',
    why: /same device/,
    attempt: async ({ bought, member }, cardNumber, referralCode) => {
      await bought(sale, { cardNumber, device: 'phone-of-eve' })
      return bought(sale, { cardNumber: await member(), referralCode, device: 'phone-of-eve' })
    },
  },
  {
    name: 'a second card without any data',
    why: /nothing is known of the customer that could be compared/,
    attempt: async ({ shop, bought }, _own, referralCode) =>
      bought(sale, { cardNumber: await shop.card(), referralCode }),
  },
  {
    name: 'a second card without any data on an invented device',
    why: /nothing is known of the customer that could be compared/,
    attempt: async ({ shop, bought }, _own, referralCode) =>
      bought(sale, { cardNumber: await shop.card(), referralCode, device: 'never-seen' }),
  },
  {
    name: 'a second card without an e-mail address where only that is compared',
    referrals: { guards: ['email'] },
    why: /nothing is known of the customer that could be compared/,
    attempt: async ({ bought, member }, _own, referralCode) =>
      bought(sale, { cardNumber: await member({ email: '', country: 'US', phone: '(212) 555-0199' }), referralCode }),
  },
  {
    name: 'a second card with a name and a birthday where an e-mail address is compared',
    referrals: { guards: ['card', 'email', 'device'] },
    why: /nothing is known of the customer that could be compared/,
    attempt: async ({ bought, member }, _own, referralCode) => {
      const other = { email: '', firstName: 'Lil', lastName: 'Adams', birthday: '1991-04-01' }
      return bought(sale, { cardNumber: await member(other), referralCode, device: 'never-seen' })
    },
  },
  {
    name: 'the code of a first card without any data, with the own one',
    why: /nothing that could be compared is known of both/,
    receives: 'anonymous',
    attempt: ({ bought }, cardNumber, referralCode) => bought(sale, { cardNumber, referralCode }),
  },
  {
    name: 'the code of a first card of which another thing is known',
    why: /nothing that could be compared is known of both/,
    receives: 'phone',
    attempt: async ({ bought, member }, _own, referralCode) =>
      bought(sale, { cardNumber: await member(), referralCode }),
  },
  {
    name: 'a friend who has bought before',
    why: /had bought or was brought before/,
    attempt: async ({ bought, member }, _own, referralCode) => {
      const cardNumber = await member()
      await bought(sale, { cardNumber })
      return bought(sale, { cardNumber, referralCode })
    },
  },
  {
    name: 'the same friend twice',
    honest: 50,
    why: /had bought or was brought before/,
    attempt: async ({ bought, member }, _own, referralCode) => {
      const cardNumber = await member()
      await bought(sale, { cardNumber, referralCode })
      return bought(sale, { cardNumber, referralCode })
    },
  },
  {
    name: 'the same friend again after everything was returned',
    why: /had bought or was brought before/,
    attempt: async ({ shop, bought, member }, _own, referralCode) => {
      const cardNumber = await member()
      const first = await bought(sale, { cardNumber, referralCode })
      await broughtBack(shop, first, '1 CAKE')
      return bought(sale, { cardNumber, referralCode })
    },
  },
  {
    name: 'a purchase that is voided',
    attempt: async ({ shop, bought, member }, _own, referralCode) => {
      const cardNumber = await member()
      const { requestRef } = await bought(sale, { cardNumber, referralCode })
      await shop.must('voidTransaction', { cardNumber, requestRef })
      return {}
    },
  },
  {
    name: 'a purchase that is returned',
    attempt: async ({ shop, bought, member }, _own, referralCode) => {
      const cardNumber = await member()
      const first = await bought(sale, { cardNumber, referralCode })
      await broughtBack(shop, first, '1 CAKE')
      return {}
    },
  },
  {
    name: 'spending the reward before the purchase is returned',
    referrals: { graceDays: 14 },
    attempt: async ({ shop, bought, member }, own, referralCode) => {
      const cardNumber = await member()
      const first = await bought(sale, { cardNumber, referralCode })
      const spent = { cardNumber: own, action: 'redeem', amount: { balanceType: 'Points', amount: 50 } }
      assert.equal((await shop.call('updateBalance', spent)).body.success, false)
      await broughtBack(shop, first, '1 CAKE')
      return {}
    },
  },
  {
    name: 'more friends in a month than one may bring',
    referrals: { perMonth: 2 },
    honest: 100,
    why: /as many as they may this month/,
    attempt: async ({ bought, member }, _own, referralCode) => {
      for (const _ of times(2, () => 0)) await bought(sale, { cardNumber: await member(), referralCode })
      return bought(sale, { cardNumber: await member(), referralCode })
    },
  },
  {
    name: 'a new code for more friends in the month',
    referrals: { perMonth: 1 },
    honest: 50,
    why: /as many as they may this month/,
    attempt: async ({ shop, bought, member, codeOf }, own, referralCode) => {
      await bought(sale, { cardNumber: await member(), referralCode })
      await shop.must('referralCode', { cardNumber: own, action: 'revoke' })
      return bought(sale, { cardNumber: await member(), referralCode: await codeOf(own) })
    },
  },
  {
    name: 'a code that was revoked',
    attempt: async ({ shop, buy, member }, own, referralCode) => {
      await shop.must('referralCode', { cardNumber: own, action: 'revoke' })
      return (await buy(sale, { cardNumber: await member(), referralCode })).body
    },
  },
  {
    name: 'thirty friends at once at two servers for two places of the month',
    referrals: { perMonth: 2 },
    honest: 100,
    attempt: async ({ shop, member }, _own, referralCode) => {
      const friends = await Promise.all(times(30, () => member()))
      const service = await startTestService()
      try {
        const { id, secret, file } = shop
        const other = new Shop({ id, secret, file, port: service.port })
        await Promise.all(
          friends.map((cardNumber, place) =>
            (place % 2 ? shop : other).must('checkout', { cardNumber, referralCode, checkoutTotal: 5 }),
          ),
        )
      } finally {
        await service.stop()
      }
      return {}
    },
  },
  {
    name: 'moving to a new card, and bringing it with the code of the old one',
    why: /the code is of the customer themselves/,
    attempt: async ({ shop, bought }, own, referralCode) => {
      const heir = await shop.card()
      await shop.must('transfer', { cardNumber: own, action: 'out' })
      await shop.must('transfer', { cardNumber: heir, oldCardNumber: own, action: 'in' })
      return bought(sale, { cardNumber: heir, referralCode })
    },
  },
]

for (const { name, why, referrals = {}, receives = 'own', attempt, honest = 0 } of tries) {
  test(`it does not pay: ${name}`, async () => {
    const room = await openReferralShop(referrals)
    const own = await room.member({ ...person, email: 'eve@example.org' })
    const other = await otherCard(room, receives)
    const answer = await attempt(room, own, await room.codeOf(other ?? own))
    assert.equal(await room.points(own), honest)
    if (other) assert.equal(await room.points(other), 0)
    // The till is not told.
    if (why) assert.doesNotMatch(JSON.stringify(answer), /thanked|e-mail|phone|device|referr/i)
    if (why) assert.match(await explained(room.shop, answer.requestRef ?? ''), why)
    assert.deepEqual(await room.shop.verify(), [])
  })
}

async function otherCard({ shop, member }: Room, receives: Try['receives']): Promise<string | undefined> {
  if (receives === 'own') return undefined
  return receives === 'anonymous' ? shop.card() : member({ email: '', country: 'US', phone: '(212) 555-0177' })
}

test('there are twenty-six of them', () => assert.equal(tries.length, 26))

test('honest people are thanked: one thing known of both is enough, and none where only cards are compared', async () => {
  const room = await openReferralShop()
  const both = { country: 'US', phone: '(212) 555-0144' }
  const ada = await room.member(both)
  const bob = await room.member({ ...both, email: '', phone: '(212) 555-0145' })
  await room.bought(sale, { cardNumber: bob, referralCode: await room.codeOf(ada) })
  assert.equal(await room.points(ada), 50)
  assert.deepEqual(await room.shop.verify(), [])
  for (const guards of [['card'], ['card', 'device']]) {
    const plain = await openReferralShop({ guards })
    const [first, second] = [await plain.shop.card(), await plain.shop.card()]
    await plain.bought(sale, { cardNumber: second, referralCode: await plain.codeOf(first), device: 'of-second' })
    assert.equal(await plain.points(first), 50)
    assert.deepEqual(await plain.shop.verify(), [])
  }
})

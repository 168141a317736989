import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateChannelSubscription } from '../../server/calls/operations/channel/update-channel-subscription.ts'
import { ana, full, look, messagesOf, openListShop, options, phone, update } from '../support/channel-shop.ts'
import { ask, outcomes, race } from '../support/race.ts'
import { times } from '../support/shop.ts'

//  who asks for a second confirmation            the questions that go out
const questions: readonly [calls: readonly object[], count: number][] = [
  [[{ globalOptIn: true }], 0],
  [[{ globalOptIn: true, doubleOptIn: false }], 0],
  [[{ globalOptIn: true, doubleOptIn: true }], 1],
  [[{ globalOptIn: true, doubleOptIn: true, doubleOptInConfirmed: true }], 0],
  [[{ globalOptIn: false, doubleOptIn: true }], 0],
  [[{ globalOptIn: false, doubleOptIn: true }, { globalOptIn: true }], 1],
  [
    [
      { globalOptIn: true, doubleOptIn: true },
      { globalOptIn: true, doubleOptIn: true },
    ],
    1,
  ],
  [
    [
      { globalOptIn: true, doubleOptIn: true },
      { globalOptIn: true, doubleOptInConfirmed: true },
    ],
    1,
  ],
  [
    [
      { globalOptIn: true, doubleOptIn: true, doubleOptInConfirmed: true },
      { globalOptIn: true, doubleOptIn: true },
    ],
    0,
  ],
  [[{ globalOptIn: true, doubleOptIn: true }, { globalOptIn: false }, { globalOptIn: true }], 2],
]

for (const [calls, count] of questions) {
  test(`${calls.map((call) => JSON.stringify(call)).join(' then ')}: ${count} questions`, async () => {
    const shop = await openListShop()
    for (const call of calls) await update(shop, { ...phone, ...call })
    assert.equal((await messagesOf(shop)).length, count)
  })
}

test('the question goes to the channel’s user: YES by phone, by mail to the address', async () => {
  const shop = await openListShop()
  const asks = { globalOptIn: true, doubleOptIn: true }
  await update(shop, { ...phone, channelUser: '212 555 0123', ...asks })
  await update(shop, { ...ana, ...asks })
  const common = { card_id: null, rule_id: 'confirmation', state: 'waiting' }
  const [mail, sms] = (await messagesOf(shop)).toSorted((a, b) => (String(a.channel) < String(b.channel) ? -1 : 1))
  assert.deepEqual(sms, {
    ...common,
    channel: 'sms',
    recipient: '+12125550123',
    subject: null,
    body: 'Test shop: reply YES to confirm that you want messages from us.',
  })
  assert.deepEqual(mail, {
    ...common,
    channel: 'email',
    recipient: 'ana@example.com',
    subject: 'Test shop: please confirm your address',
    body: mail?.body,
  })
})

race(
  'forty updates of one user end in one row, with all of one of them',
  async ({ shop, till }) => {
    const answers = await Promise.all(
      times(40, (caller) =>
        till(caller).call('updateChannelSubscription', {
          channel: 'email',
          channelUser: caller % 3 === 0 ? 'ANA@example.com' : 'ana@example.com',
          globalOptIn: true,
          transactionalOptIn: caller % 2 === 0,
          doubleOptIn: true,
          categories: [
            { category: 'News', optIn: caller % 2 === 0 },
            { category: 'Offers', optIn: caller % 2 !== 0 },
          ],
          customKeyValues: [{ name: 'caller', value: caller }],
        }),
      ),
    )
    assert.deepEqual(outcomes(answers), { ok: 40 })
    const shown = await look(shop)
    const isEven = Number(shown.customKeyValues[0].value) % 2 === 0
    assert.equal(shown.transactionalOptIn, isEven)
    assert.deepEqual(
      shown.categories.map(({ optIn }: { optIn: boolean }) => optIn),
      [isEven, !isEven],
    )
    assert.deepEqual(await ask('select count(*)::int from channel where brand_id = $1', [shop.id]), [{ count: 1 }])
    assert.equal((await messagesOf(shop)).length, 1, 'one question')
  },
  options,
)

race(
  'updates that say different things are all kept',
  async ({ shop, till }) => {
    const said = [{ transactionalOptIn: true }, { doubleOptIn: true }, { doubleOptInConfirmed: true }, full]
    const lists = ['News', 'Offers'].map((category) => ({ categories: [{ category, optIn: true }] }))
    const answers = await Promise.all(
      times(48, (caller) =>
        till(caller).call('updateChannelSubscription', {
          ...ana,
          globalOptIn: true,
          ...[...said, ...lists][Math.floor(caller / 2) % 6],
        }),
      ),
    )
    assert.deepEqual(outcomes(answers), { ok: 48 })
    const categories = ['News', 'Offers'].map((category) => ({ category, optIn: true }))
    assert.deepEqual(await look(shop), { ...ana, ...full, categories })
  },
  options,
)

test('a number that the configuration of the moment reads otherwise is locked before anything is decided', () => {
  const request = { channel: 'phone', channelUser: '06 12345678', globalOptIn: true }
  const locations = new Map([['L1', { country: 'NL' }]])
  const context = {
    request,
    brand: { locations, programs: new Map() },
    call: { locationId: 'L1' },
    channel: () => undefined,
  }
  const user = { channel: 'phone', key: '+31612345678', user: '+31612345678' }
  assert.deepEqual(updateChannelSubscription.decide(context as never), {
    kind: 'needs',
    needs: [{ kind: 'more', touches: { channels: [user] } }],
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuleShop } from '../support/checkout-shop.ts'
import { sql } from '../support/time-passes.ts'

test('mailings are the mails and text messages that were sent, with the time of their sending', async () => {
  const channels = ['email', 'sms', 'push', 'webhook']
  const templates = channels.map((channel) => ({ id: `by-${channel}`, name: `By ${channel}`, channel, body: 'Hello' }))
  const told = channels.map((channel) => ({ notify: { channel, template: `by-${channel}` } }))
  const { shop, bought } = await openRuleShop([{ then: told }], { more: { templates } })
  const cardNumber = await shop.card()
  await bought('1 CAKE 5', { cardNumber })
  const mailings = async () => {
    const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields: { mailings: true } })
    return cards[0].mailings
  }
  assert.deepEqual(await mailings(), [], 'what is only written was not sent')
  const times = { email: '2031-01-01 10:00:00', sms: '2031-01-02 11:00:00', push: '2031-01-03', webhook: '2031-01-04' }
  for (const [channel, time] of Object.entries(times))
    await sql(
      `update message set state = 'sent', sent_at = $3::timestamp at time zone 'UTC' where brand_id = $1 and channel = $2`,
      [shop.id, channel, time],
    )
  assert.deepEqual(await mailings(), [
    { mailingListId: 'by-sms', name: 'By sms', sentDate: times.sms },
    { mailingListId: 'by-email', name: 'By email', sentDate: times.email },
  ])
})

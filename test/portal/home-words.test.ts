import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home as german } from '../../portal/texts/de/home.ts'
import { home as english } from '../../portal/texts/en/home.ts'
import { certificateAttention } from '../../server/doors/portal-api/home/home-attention.ts'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const dayMs = 86_400_000

test('a certificate that has expired is not told of as one that will', () => {
  assert.deepEqual(certificateAttention(1000, 1000), [{ kind: 'certificateEnded' }])
  assert.deepEqual(certificateAttention(1000, 20 * dayMs), [{ kind: 'certificateEnded' }])
  assert.deepEqual(certificateAttention(1001, 1000), [{ kind: 'certificateEnds', count: 0 }])
  assert.deepEqual(certificateAttention(45 * dayMs, 0), [{ kind: 'certificateEnds', count: 45 }])
  assert.deepEqual(certificateAttention(46 * dayMs, 0), [])
  assert.match(english.lookAt.certificateEnded, /has expired/)
})

test('one of something is told of in the singular', () => {
  for (const { lookAt } of [english, german]) {
    const one = [lookAt.messagesGivenUp('1'), lookAt.noSender('SMS', '1'), lookAt.certificateEnds('1')]
    const all = [...one, lookAt.webhookFailing('W', '1'), lookAt.couponSetLow('C', '1'), lookAt.errandFailed('1')]
    for (const words of all)
      assert.doesNotMatch(words, /1 (messages|days|events|coupons|jobs|Nachrichten|Tagen|Ereignisse|Coupons|Aufgaben)/)
    assert.doesNotMatch(lookAt.certificateEnds('0'), /0/)
  }
  assert.equal(english.lookAt.messagesGivenUp('2'), '2 messages could not be sent')
  assert.equal(german.lookAt.messagesGivenUp('1'), '1 Nachricht konnte nicht gesendet werden')
})

test('a sale is looked for on a day that there is', async () => {
  const clerk = await openDesk(await openShop()).as('support')
  assert.deepEqual((await clerk.ask('findSales', { day: '2028-02-29' })).sales, [])
  for (const day of ['2027-02-30', '2027-02-29', '2027-13-01', '2027-04-31'])
    assert.equal((await clerk.ask('findSales', { day })).error?.reason, 'invalid', day)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const expirationDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
const offer = (given: object, more: object = {}) => ({
  skus: [{ sku: 'espresso' }],
  ...given,
  expirationDate,
  ...more,
})
const off = (absoluteDiscount: number, more: object = {}) =>
  offer({ discountType: 'absoluteDiscount', absoluteDiscount }, more)

test('a personal offer is limited by what it is worth, and one of unknown worth needs a second person', async () => {
  const shop = await openShop({ locations: [{ id: 'L1', terminals: ['T1'] }] })
  const [card, desk] = [await shop.card(), openDesk(shop)]
  const [support, finance] = [await desk.as('support'), await desk.as('finance')]
  const give = async (...offers: object[]) => {
    const answer = await support.call('addPersonalOffer', { cardNumber: card, offers }, { note: 'sorry' })
    return answer.error?.reason ?? 'done'
  }
  assert.equal(await give(off(50)), 'done')
  assert.equal(await give(off(50.01)), 'approvalNeeded')
  assert.equal(await give(off(10, { maxUsageCount: 6 })), 'approvalNeeded')
  assert.equal(await give(off(30), off(30)), 'approvalNeeded')
  assert.equal(await give(offer({ discountType: 'percentageDiscount', percentageDiscount: 1 })), 'approvalNeeded')
  assert.equal(await give(offer({ discountType: 'bogo' })), 'approvalNeeded')
  assert.equal(await give(offer({ discountType: 'newGroupPrice', newGroupPrice: 1 })), 'approvalNeeded')
  // Ten times as much in a day.
  for (let times = 0; times < 9; times += 1) assert.equal(await give(off(50)), 'done')
  assert.equal(await give(off(1)), 'approvalNeeded')

  const request = { cardNumber: card, offers: [offer({ discountType: 'bogo' })] }
  const { approvalId } = await support.ask('askApproval', { operation: 'addPersonalOffer', request, reason: 'sorry' })
  const [shown] = (await finance.ask('listApprovals')).approvals
  assert.deepEqual([shown.money, shown.action, shown.request.offers.length], [undefined, 'issue', 1])
  assert.equal((await finance.ask('decideApproval', { approvalId, isApproved: true })).error, undefined)
  assert.deepEqual(await shop.verify(), [])
})

test('what rules give because of an account, a coupon or a new card counts as given', async () => {
  const gift = (id: string, when: object, amount: number) => ({
    id,
    trigger: 'request',
    when: [when],
    then: [{ issue: { balanceType: 'Currency', balanceCode: 'USD', amount } }],
  })
  const shop = await openShop({
    more: {
      portal: { limits: { support: { issue: { money: 20 } }, cashier: { issue: { money: 20 } } } },
      campaigns: [
        {
          id: 'welcome',
          rules: [
            gift('account', { fact: 'request.callType', op: '=', value: 'UPDATE_ACCOUNT' }, 21),
            gift('card', { fact: 'request.callType', op: '=', value: 'ALLOCATE' }, 20),
          ],
        },
      ],
    },
  })
  const desk = openDesk(shop)
  const [support, cashier] = [await desk.as('support'), await desk.as('cashier')]
  const { cardNumber, error } = await cashier.call('allocate', { cardSetId: 'cards' })
  assert.equal(error, undefined)
  const before = await shop.balances(cardNumber)
  const body = { cardNumber, primaryCustomer: { firstName: 'Ana' } }
  const refused = await support.call('updateAccount', body, { note: 'x' })
  assert.equal(refused.error?.reason, 'approvalNeeded', JSON.stringify([before, refused]))
  assert.deepEqual(await shop.balances(cardNumber), before)
  assert.deepEqual(await shop.verify(), [])
})

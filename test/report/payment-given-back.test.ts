import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givePaymentBack } from '../../server/calls/operations/void/parts/give-payment-back.ts'
import { uuidV7 } from '../../server/ground/kernel/ids.ts'
import { checks } from '../../server/storage/verify/checks.sql.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openDesk } from '../support/portal-desk.ts'
import { filled, rowsOf, sameWhenSummed } from '../support/report-shop.ts'
import { applyFile, openShop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const thanks = {
  id: 'thanks',
  name: 'Two points for paying',
  trigger: 'request',
  when: [{ fact: 'request.callType', op: '=', value: 'UPDATE_BALANCE' }],
  then: [{ issue: { balanceType: 'Points', amount: 2 } }],
}

/** A card that paid 8 for a sale of a cashier which was not made, and has it back. */
async function openGivenBack() {
  const shop = await openShop()
  const cardNumber = await shop.card({ usd: 10 })
  await applyFile({ ...shop.file, campaigns: [{ id: 'club', name: 'Club', rules: [thanks] }] })
  const cashier = await openDesk(shop).as('cashier')
  const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 8 }
  const paid = await cashier.call('updateBalance', { cardNumber, action: 'redeem', amount })
  assert.equal(paid.error, undefined, JSON.stringify(paid))
  const context = await openJobRoom(shop)
  const brand = await context.brandAt(shop.id)
  const user = { name: cashier.name, rights: {}, permissions: [], isConfirmed: false }
  const { kind } = await context.run({
    operation: givePaymentBack,
    request: { requestRef: paid.requestRef, cardNumber },
    call: { ref: uuidV7(await context.now(), context.random(10)), locationId: 'L1', terminalId: 'T1', user },
    brand,
    unknownFields: [],
  })
  assert.equal(kind, 'done')
  return { shop, context, cashier }
}

test('what is given back for a sale that was not made is undone in all reports, whether summed or not', async () => {
  const { shop, cashier } = await openGivenBack()
  const seen = await sameWhenSummed(shop, async () => {
    const byHand = await rowsOf(shop, 'by-hand')
    const campaigns = await rowsOf(shop, 'campaigns')
    return {
      money: byHand
        .filter(({ valueType }) => valueType === 'Currency USD')
        .map(({ program: _, ...row }) => filled(row)),
      fired: campaigns.map(({ fired }) => fired),
      voids: (await rowsOf(shop, 'activity')).map((row) => row.void),
    }
  })
  const money = [{ person: cashier.name, valueType: 'Currency USD', undone: '8.00' }]
  assert.deepEqual(seen, { money, fired: ['0'], voids: ['1'] })
  assert.deepEqual(await shop.verify(), [])
})

test('one that gives back more than was taken is found', async () => {
  const { shop, context } = await openGivenBack()
  const check = checks.find(({ name }) => name.startsWith('each void takes back what the call gave'))
  assert.deepEqual(await check?.find(context.pool, shop.id), [])
  await sql(`update ledger set amount = amount + 1 where brand_id = $1 and kind = 'Void' and amount > 0`, [shop.id])
  assert.equal((await check?.find(context.pool, shop.id))?.length, 1)
})

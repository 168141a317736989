import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyFile } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { liability, openTransferShop, otherProgram, worthOf } from '../support/transfer-shop.ts'

const points = (amount: number) => ({ balanceType: 'Points', amount })

test('a root card takes its children along', async () => {
  const { shop, out, in: move, child } = await openTransferShop()
  const [old, card] = [await shop.card({ points: 1 }), await shop.card({ points: 2 })]
  await child(old, 'KID-1', 30)
  await child(old, 'KID-2')
  await child(card, 'KID-3', 500)
  const redeem = (cardNumber: string, childCardNumber: string, amount: number) =>
    shop.call('updateBalance', { cardNumber, childCardNumber, action: 'redeem', amount: points(amount) })
  const before = await liability(shop)

  await out(old)
  assert.equal((await redeem(old, 'KID-1', 1)).body.errorCode, 112)
  assert.equal((await move(card, old)).body.success, true)

  assert.deepEqual(await liability(shop), before)
  assert.equal((await redeem(old, 'KID-1', 1)).body.errorCode, 112)
  assert.equal((await redeem(card, 'KID-1', 10)).body.success, true)
  assert.equal((await redeem(card, 'KID-1', 21)).body.errorCode, 13)
  assert.equal((await redeem(card, 'KID-3', 500)).body.success, true)
  assert.equal(
    (await shop.call('allocateChildCard', { cardNumber: card, childCardNumber: 'KID-2' })).body.errorCode,
    130,
  )
  const bought = await shop.must('checkout', { cardNumber: card, childCardNumber: 'KID-2', checkoutTotal: 3 })
  assert.equal(bought.childCardNumber, 'KID-2')
  assert.equal(
    (await shop.history(card, { childCardNumber: 'KID-1' })).length,
    2,
    'what it did under the old root, too',
  )
  assert.deepEqual(await shop.verify(), [])
})

test('two children of one number cannot have one root: nothing is transferred', async () => {
  const { shop, out, in: move, child, worth } = await openTransferShop()
  const [old, card, other] = [await shop.card({ points: 1 }), await shop.card(), await shop.card()]
  for (const root of [old, card]) await child(root, 'KID', 5)
  await out(old)

  assert.equal((await move(card, old)).body.errorCode, 130)
  assert.equal(await worth(old), '1 Points')
  assert.equal(await worth(card), '')
  assert.equal((await move(other, old)).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('holds of children stand in the way of their root, and are released with its own', async () => {
  const { shop, out, in: move, child } = await openTransferShop()
  const [old, card] = [await shop.card(), await shop.card()]
  await child(old, 'KID', 30)
  const named = { childCardNumber: 'KID' }
  await shop.must('updateBalance', { cardNumber: old, ...named, action: 'hold', amount: points(10) })

  assert.equal((await out(old)).body.errorCode, 127)
  assert.equal((await out(old, { ignoreHoldBalances: true })).body.success, true)
  const snapshots = await sql('select snapshot from transfer_snapshot where brand_id = $1', [shop.id])
  assert.deepEqual(snapshots.map(({ snapshot }) => snapshot.portions.length).toSorted(), [0, 1])
  await move(card, old)

  const all = { cardNumber: card, ...named, action: 'redeem', amount: points(30) }
  assert.equal((await shop.call('updateBalance', all)).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a child is transferred to another child, of the same or another root', async () => {
  const { shop, out, in: move, child } = await openTransferShop()
  const [home, away] = [await shop.card({ points: 1 }), await shop.card({ points: 2 })]
  await child(home, 'KID-1', 30)
  await child(home, 'KID-2', 4)
  await child(away, 'KID-3')
  const from = (oldChildCardNumber: string, childCardNumber: string) => ({ oldChildCardNumber, childCardNumber })

  assert.equal((await move(home, home, from('KID-1', 'KID-2'))).body.errorCode, 128)
  const { body: gone } = await out(home, { childCardNumber: 'KID-1' })
  assert.equal(worthOf(gone.balances), '30 Points')
  const { body: within } = await move(home, home, { ...from('KID-1', 'KID-2'), returnBalanceMutations: true })
  assert.equal(worthOf(within.balances), '34 Points')
  assert.deepEqual(within.balanceMutations, [{ amount: 30, isDiscount: false, balanceType: 'Points', childCard: true }])
  assert.equal((await move(home, home, from('KID-1', 'KID-2'))).body.errorCode, 128)
  await out(home, { childCardNumber: 'KID-2' })
  const { body: across } = await move(away, home, from('KID-2', 'KID-3'))
  assert.equal(worthOf(across.balances), '34 Points')

  const [last] = await shop.history(home, { childCardNumber: 'KID-2' })
  assert.deepEqual([last.requestRef, last.balanceUpdates[0].amount], [across.requestRef, -34])
  assert.equal(worthOf(await shop.balances(home)), '1 Points')
  assert.equal((await shop.redeem(home, { points: 1 })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a child that was transferred can be used no more, and does not move with its root', async () => {
  const { shop, out, in: move, child } = await openTransferShop()
  const [old, card] = [await shop.card(), await shop.card()]
  await child(old, 'KID', 30)
  await child(old, 'TWIN', 4)
  await child(card, 'KID')
  const kids = { oldChildCardNumber: 'KID', childCardNumber: 'KID' }
  await out(old, { childCardNumber: 'KID' })
  for (const cardNumber of [old]) {
    const call = { cardNumber, childCardNumber: 'KID' }
    const answers = [
      await shop.call('checkout', { ...call, checkoutTotal: 1 }),
      await shop.call('transfer', { ...call, action: 'out' }),
      await shop.call('transfer', { ...call, action: 'zero' }),
    ]
    assert.deepEqual(
      answers.map(({ body }) => body.errorCode),
      [112, 112, 112],
    )
  }
  assert.equal((await move(card, old, kids)).body.success, true)
  await out(old)

  // KID is dead, so that it does not clash with the other one.
  assert.equal((await move(card, old)).body.success, true)
  const redeem = (childCardNumber: string, amount: number) =>
    shop.call('updateBalance', { cardNumber: card, childCardNumber, action: 'redeem', amount: points(amount) })
  assert.equal((await redeem('KID', 30)).body.success, true)
  assert.equal((await redeem('TWIN', 4)).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a child waits for its transfer in under whatever root it has by then', async () => {
  const { shop, out, in: move, moved, child } = await openTransferShop()
  const [old, card] = [await shop.card(), await shop.card()]
  await child(old, 'KID', 30)
  await child(card, 'NEW')
  await out(old, { childCardNumber: 'KID' })
  await moved(card, old)

  const kids = { oldChildCardNumber: 'KID', childCardNumber: 'NEW' }
  assert.equal((await move(card, old, kids)).body.errorCode, 129)
  assert.equal(worthOf((await move(card, card, kids)).body.balances), '30 Points')
  assert.deepEqual(await shop.verify(), [])
})

test('a child of a card that was closed or is in a checkout stays where it is', async () => {
  const { shop, out, in: move, child } = await openTransferShop()
  const [old, card] = [await shop.card(), await shop.card()]
  await child(old, 'KID', 30)
  await child(card, 'KID')
  const kids = { oldChildCardNumber: 'KID', childCardNumber: 'KID' }
  await out(old, { childCardNumber: 'KID' })
  const setup = { cardNumber: old, isSetup: true, lockSetupDuration: 60, checkoutTotal: 1 }
  const { transactionId } = await shop.must('checkout', setup)
  assert.equal((await move(card, old, kids)).body.errorCode, 113)
  await shop.must('checkout', { cardNumber: old, cancelSetup: true, relatedSetupTransactionId: transactionId })
  await shop.update(old, 'adjustOnly', {}, { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Stolen' } })
  assert.equal((await move(card, old, kids)).body.errorCode, 112)
  assert.deepEqual(await shop.verify(), [])
})

test('children keep their balances, so they cannot go to another program unless they have none', async () => {
  const { shop, out, in: move, child } = await openTransferShop()
  const programs = [...(shop.file as { programs: object[] }).programs, otherProgram]
  await applyFile({ ...shop.file, programs })
  const gift = async () => (await shop.must('allocate', { cardSetId: 'gifts' })).cardNumber
  const [rich, poor] = [await shop.card({ points: 1 }), await shop.card({ points: 1 })]
  await child(rich, 'KID', 30)
  await child(poor, 'KID')
  for (const old of [rich, poor]) await out(old)

  assert.equal((await move(await gift(), rich)).body.errorCode, 115)
  const card = await gift()
  assert.equal((await move(card, poor)).body.success, true)
  const issue = { cardNumber: card, childCardNumber: 'KID', action: 'issue', amount: points(1.5) }
  assert.equal((await shop.call('updateBalance', issue)).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

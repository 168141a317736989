import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PurserError, PurserMisuse, PurserRefusal } from '../../client/purser-client.ts'
import { inTurn, openClientRoom, points, usd } from '../support/client-room.ts'
import type { Fate } from '../support/lossy-proxy.ts'

const issue = (cardNumber: string, amount = 5) => ({ cardNumber, action: 'issue', amount: points(amount) }) as const
const redeem = (cardNumber: string, amount = 5) => ({ cardNumber, action: 'redeem', amount: points(amount) }) as const

test('a lost answer is resolved to what the call did', async (t) => {
  const { shop, proxy, purser } = await openClientRoom(t)
  const card = await shop.card()
  proxy.fates(inTurn<Fate>('losesAnswer'))

  const done = await purser.updateBalance(issue(card))

  assert.equal(done.outcome, 'doneBefore')
  const [latest] = await shop.history(card)
  assert.equal(done.requestRef, latest.requestRef)
  assert.equal(done.record?.callType, 'UPDATE_BALANCE')
  assert.equal(done.record?.cardNumber, card)
  assert.equal(done.record?.balanceMutations[0]?.amount, 5)
  // The look-up has a reference of its own, which would be taken for that of the call.
  assert.deepEqual(
    ['requestRef', 'success'].filter((name) => name in (done.record ?? {})),
    [],
  )

  proxy.fates(inTurn<Fate>('losesAnswer'))
  const allocated = await purser.allocate({ cardSetId: 'cards' })
  const number = allocated.outcome === 'doneBefore' ? allocated.record?.cardNumber : assert.fail('it was answered')
  assert.equal((await shop.issue(String(number), { points: 1 })).status, 200, 'the card that was allocated is known')
  assert.deepEqual(await shop.verify(), [])
})

test('that it is done is said even if nobody can say what it did', async (t) => {
  const { shop, proxy, purser } = await openClientRoom(t)
  const card = await shop.card()
  const lost = inTurn<Fate>('losesAnswer')
  proxy.fates(({ path }) => (path.endsWith('requestLookup') ? 'losesRequest' : lost()))
  const done = await purser.updateBalance(issue(card), { attempts: 2 })
  assert.deepEqual([done.outcome, 'record' in done && done.record], ['doneBefore', undefined])
  assert.deepEqual(await shop.verify(), [])
})

test('an id of the caller survives the program, and is not mistaken for another call', async (t) => {
  const { shop, purser } = await openClientRoom(t)
  const card = await shop.card()
  const id = { customRequestId: 'order 4711, payment' }
  const first = await purser.updateBalance(issue(card), id)
  const again = await purser.updateBalance(issue(card), id)
  assert.deepEqual([first.outcome, again.outcome, again.requestRef], ['answered', 'doneBefore', first.requestRef])

  const others = [() => purser.updateBalance(issue(card, 6), id), () => purser.allocate({ cardSetId: 'cards' }, id)]
  for (const other of others) {
    const error = await failureOf<PurserRefusal>(other())
    assert.deepEqual([error.errorCode, error.outcome, error.originalRequestRef], [3, 'notDone', first.requestRef])
    assert.match(error.message, /belongs to another call, .* This one was not done: send it with an id of its own\.$/)
  }
  await assert.rejects(purser.updateBalance(issue(card), { customRequestId: '' }), PurserMisuse)
  assert.deepEqual(await shop.verify(), [])
})

test('a refused call does not use up an id of the caller', async (t) => {
  const { shop, proxy, purser } = await openClientRoom(t)
  const card = await shop.card()
  const id = { customRequestId: 'order 4712' }
  assert.equal((await failureOf<PurserRefusal>(purser.updateBalance(redeem(card), id))).outcome, 'notDone')
  proxy.fates(inTurn<Fate>('losesRequest'))
  const doubtful = await failureOf<PurserRefusal>(purser.updateBalance(redeem(card), id))
  assert.deepEqual([doubtful.errorCode, doubtful.outcome], [13, 'unknown'], 'the first may still be on its way')
  await shop.issue(card, { points: 5 })
  assert.equal((await purser.updateBalance(redeem(card), id)).outcome, 'answered')
  assert.deepEqual(await shop.verify(), [])
})

test('settle finds what happened, and keeps from happening what has not', async (t) => {
  const { shop, purser, proxy, direct } = await openClientRoom(t)
  const card = await shop.card()
  const done = await purser.updateBalance(issue(card), { customRequestId: 'a' })
  const settled = await purser.settle('a')
  assert.ok(settled.outcome === 'done')
  assert.deepEqual([settled.requestRef, settled.record?.callType], [done.requestRef, 'UPDATE_BALANCE'])

  proxy.fates(inTurn<Fate>('losesAnswer', 'losesAnswer'))
  assert.deepEqual(await purser.settle('b'), { outcome: 'notDone' })
  assert.deepEqual(await direct.settle('b'), { outcome: 'notDone' }, 'asked again, it says the same')
  const late = await failureOf<PurserRefusal>(purser.updateBalance(issue(card), { customRequestId: 'b' }))
  assert.deepEqual([late.errorCode, late.outcome], [3, 'notDone'])
  assert.deepEqual(await shop.balances(card), [{ ...points(5), scale: 0, isHold: false }])
  assert.deepEqual(await shop.verify(), [])
})

test('a request that arrives after its repetition was refused does nothing', async (t) => {
  const { shop, proxy, purser } = await openClientRoom(t)
  const card = await shop.card()
  const held = Promise.withResolvers<void>()
  const arrived: string[] = []
  proxy.fates(inTurn<Fate>({ until: held.promise }))

  const error = await failureOf<PurserRefusal>(purser.updateBalance(redeem(card)))
  assert.deepEqual([error.errorCode, error.outcome], [13, 'notDone'])
  arrived.push(...proxy.seen.map(({ path }) => path.split('/').at(-1) ?? ''))
  await shop.issue(card, { points: 5 })
  held.resolve()
  await proxy.idle()

  assert.deepEqual(arrived, ['updateBalance', 'updateBalance', 'listRequests'])
  assert.deepEqual(await shop.balances(card), [{ ...points(5), scale: 0, isHold: false }])
  assert.deepEqual(await shop.verify(), [])
})

test('what only shows something is answered again', async (t) => {
  const { shop, proxy, purser } = await openClientRoom(t)
  const card = await shop.card({ usd: 20 })
  const products = [{ sku: 'TEA', unitPrice: 4, amountPurchased: 2 }]
  proxy.fates(inTurn<Fate>('losesAnswer'))
  const shown = await purser.checkout({ cardNumber: card, products, isSetup: true })
  assert.ok(shown.outcome === 'answered')
  assert.equal(shown.checkoutTotalBeforeDiscount, 8)

  const sale = await purser.checkout({ cardNumber: card, products })
  proxy.fates(inTurn<Fate>('losesAnswer'))
  const back = { cardNumber: card, checkoutRequestRef: sale.requestRef, products, simulateOnly: true }
  assert.equal((await purser.returnMerchandise(back)).outcome, 'answered')

  proxy.fates(inTurn<Fate>('losesAnswer'))
  assert.equal(
    (await purser.checkout({ cardNumber: card, products, isSetup: true, lockSetupDuration: 60 })).outcome,
    'doneBefore',
  )
  assert.deepEqual(await shop.balances(card), [{ ...usd(20), scale: 2, isHold: false }])
  assert.deepEqual(await shop.verify(), [])
})

async function failureOf<E extends PurserError>(call: Promise<unknown>): Promise<E> {
  try {
    await call
  } catch (error) {
    assert.ok(error instanceof PurserRefusal, String(error))
    return error as unknown as E
  }
  return assert.fail('it succeeded')
}

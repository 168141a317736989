import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  const locations = [
    { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
    { id: 'L2', name: 'Pier 2', terminals: ['T1'] },
  ]
  room = await openPortalRoom({ locations })
})

after(() => room?.close())

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })

interface Listed {
  readonly requestRef: string
  readonly operation: string
  readonly errorCode?: number
  readonly location?: string
  readonly unknownFields?: readonly string[]
}

async function listed(user: PortalUser, filter: object = {}): Promise<Listed[]> {
  const { calls } = await user.must('listCalls', filter)
  return calls
}

/** Records of refused calls and look-ups are written a moment later. */
async function until(user: PortalUser, filter: object, count: number): Promise<Listed[]> {
  for (;;) {
    const found = await listed(user, filter)
    if (found.length >= count) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('a call that was refused is found by what it was about, with what the caller misspelled', async () => {
  const { shop } = room
  const developer = await room.login('developer')
  const card = await shop.card({ usd: 5 })
  const spelled = { cardNumber: card, action: 'redeem', amount: usd(50), amuont: 50 }
  const refused = await shop.call('updateBalance', spelled, { externalTransactionId: 'order-77' })
  assert.equal(refused.body.errorCode, 13)
  const [found] = await until(developer, { cardNumber: card, refusedOnly: true }, 1)
  assert.equal(found?.requestRef, refused.body.requestRef)
  assert.deepEqual([found?.operation, found?.errorCode, found?.location], ['updateBalance', 13, 'L1'])
  assert.deepEqual(found?.unknownFields, ['amuont'])
  for (const filter of [
    { externalTransactionId: 'order-77' },
    { errorCode: 13, cardNumber: card },
    { unknownFieldsOnly: true, operation: 'updateBalance', location: 'L1', terminal: 'T1', made: 'others' },
  ])
    assert.deepEqual(
      (await listed(developer, filter)).map(({ requestRef }) => requestRef),
      [found?.requestRef],
    )
  const none = [{ cardNumber: '404' }, { errorCode: 27 }, { operation: 'transfer' }, { to: 1000 }, { user: 'ana' }]
  for (const filter of none) assert.deepEqual(await listed(developer, filter), [])
  const shown = await developer.must('loggedCall', { requestRef: found?.requestRef })
  assert.deepEqual([shown.externalTransactionId, shown.cardNumber], ['order-77', card])
  assert.deepEqual(await shop.verify(), [])
})

test('pages follow each other without gaps and without anything twice', async () => {
  const { shop } = room
  const developer = await room.login('developer')
  const card = await shop.card({ usd: 5 })
  for (let count = 0; count < 4; count += 1) await shop.redeem(card, { usd: 1 })
  const whole = (await listed(developer, { cardNumber: card })).map(({ requestRef }) => requestRef)
  const refs: string[] = []
  for (let before: string | undefined; ; ) {
    const page = await developer.must('listCalls', { cardNumber: card, count: 2, ...(before && { before }) })
    refs.push(...page.calls.map(({ requestRef }: Listed) => requestRef))
    before = page.next
    if (before === undefined) break
    assert.ok(page.lookedUntil > Date.now() - 600_000)
  }
  assert.equal(refs.length, 6)
  assert.deepEqual(refs, whole)
  assert.deepEqual(refs, refs.toSorted().toReversed())
  assert.equal((await developer.ask('listCalls', { before: 'nonsense' })).status, 400)
})

test('whoever is there for one location sees its calls only, also by their references', async () => {
  const { shop } = room
  const developer = await room.login('developer')
  const there = await shop.call('allocate', { cardSetId: 'cards' }, { location: 'L2' })
  assert.equal(there.body.success, true)
  const here = await shop.card()
  const restricted = await room.login('readOnly', { location: 'L1' })
  const seen = await listed(restricted, { operation: 'allocate', count: 200 })
  assert.ok(seen.length > 0)
  assert.deepEqual([...new Set(seen.map(({ location }) => location))], ['L1'])
  assert.deepEqual(await listed(restricted, { location: 'L2' }), [])
  assert.deepEqual(await listed(restricted, { cardNumber: there.body.cardNumber }), [])
  assert.equal((await listed(developer, { cardNumber: there.body.cardNumber })).length, 1)
  assert.equal((await listed(restricted, { cardNumber: here })).length, 1)
  const requestRef = there.body.requestRef
  assert.equal((await restricted.ask('loggedCall', { requestRef })).status, 404)
  assert.equal((await developer.ask('loggedCall', { requestRef })).status, 200)
})

test('what somebody does in the portal is told apart, and who may not see calls is refused', async () => {
  const developer = await room.login('developer')
  await developer.call('listKeys')
  const [mine] = await until(developer, { user: developer.name, made: 'portal' }, 1)
  assert.equal(mine?.operation, 'listKeys')
  assert.deepEqual(await listed(developer, { user: developer.name, made: 'others' }), [])
  const cashier = await room.login('cashier')
  assert.equal((await cashier.ask('listCalls')).status, 403)
  assert.equal((await cashier.ask('loggedCall', { requestRef: mine?.requestRef })).status, 403)
})

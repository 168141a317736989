import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  const locations = ['L1', 'L2'].map((id) => ({ id, terminals: ['T1'] }))
  room = await openPortalRoom({ locations })
})

after(() => room?.close())

/** Somebody who sees all cards asks for a move from a card of L1 to one of L2 that is somebody's. */
async function askForMove() {
  const { shop } = room
  const sue = await room.login('support')
  const from = await shop.card({ usd: 5000 })
  const { cardNumber: to } = await shop.must('allocate', { cardSetId: 'cards' }, { location: 'L2' })
  const request = { cardNumber: from, toCardNumber: to, mergeMode: 'combine' }
  const asked = { operation: 'moveCard', request, reason: 'lost', locationId: 'L1', terminalId: 'T1' }
  const { approvalId } = await sue.must('askApproval', asked)
  const state = async (by: PortalUser) =>
    (await by.must('listApprovals')).approvals.find((one: { approvalId: string }) => one.approvalId === approvalId)
      .state
  return { sue, from, to, approvalId, state }
}

const approve = (by: PortalUser, approvalId: string) => by.ask('decideApproval', { approvalId, isApproved: true })

async function restrict(by: PortalUser, name: string): Promise<void> {
  const { users } = await by.must('listUsers')
  const { userId } = users.find((one: { name: string }) => one.name === name)
  await by.must('changeUser', { userId, role: 'support', location: 'L1' })
}

const moneyOn = async (card: string) => (await room.shop.balances(card)).map(({ amount }: { amount: number }) => amount)

const callsOf = async (card: string) =>
  (await room.shop.history(card)).map(({ callType }: { callType: string }) => callType)

test('a move is not begun whose author sees only one of both cards by now, and can be declined', async () => {
  const [ana, ben] = [await room.login('administrator'), await room.login('administrator')]
  const { sue, from, to, approvalId, state } = await askForMove()
  const calls = await callsOf(from)
  await restrict(ana, sue.name)
  const { body } = await approve(ben, approvalId)
  assert.deepEqual([body.error?.reason, /no longer/.test(body.error?.text)], ['conflict', true], JSON.stringify(body))
  assert.deepEqual([await moneyOn(from), await moneyOn(to)], [[5000], []])
  assert.deepEqual(await callsOf(from), calls)
  assert.equal((await ben.must('cardPage', { cardNumber: from })).status, 'Activated')
  assert.equal(await state(ben), 'waiting')
  await ben.must('decideApproval', { approvalId, isApproved: false, reason: 'She is at the pier now.' })
  assert.equal(await state(ben), 'declined')
  assert.deepEqual(await room.shop.verify(), [])
})

test('whoever does not see one of both cards approves no move of them; it waits for somebody who does', async () => {
  const [eve, ben] = [await room.login('administrator', { location: 'L1' }), await room.login('administrator')]
  const { from, to, approvalId, state } = await askForMove()
  assert.equal((await approve(eve, approvalId)).body.error?.reason, 'notFound')
  assert.deepEqual([await moneyOn(from), await moneyOn(to), await state(ben)], [[5000], [], 'waiting'])
  const done = await approve(ben, approvalId)
  assert.equal(done.status, 200, JSON.stringify(done.body))
  assert.deepEqual([await moneyOn(to), await state(ben)], [[5000], 'done'])
  assert.deepEqual(await room.shop.verify(), [])
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import type { Role } from '../../server/domain/judge/permissions.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

let room: PortalRoom
let card: string

before(async () => {
  room = await openPortalRoom()
})

beforeEach(async () => {
  card = await room.shop.card()
})

after(() => room?.close())

const usd = (amount: number) => ({
  cardNumber: card,
  action: 'issue',
  amount: { balanceType: 'Currency', balanceCode: 'USD', amount },
})

const ask = async (one: PortalUser, amount: number): Promise<string> =>
  (await one.must('askApproval', { operation: 'updateBalance', request: usd(amount), reason: 'why not' })).approvalId

const approve = (one: PortalUser, approvalId: string) => one.ask('decideApproval', { approvalId, isApproved: true })

/** Whoever has the link is the user. */
async function enter(name: string, { link }: { readonly link: string }): Promise<PortalUser> {
  const user = Object.assign(room.stranger(), { name })
  await user.must('useLink', {
    link: link.split('#')[1],
    password: `a lighthouse keeps ${randomBytes(6).toString('hex')}`,
  })
  return user
}

async function invite(by: PortalUser, role: Role): Promise<PortalUser> {
  const name = `invited-${randomBytes(6).toString('hex')}`
  return enter(name, await by.must('inviteUser', { name, role }))
}

async function idOf(by: PortalUser, name: string): Promise<string> {
  const { users } = await by.must('listUsers')
  return users.find((one: { name: string }) => one.name === name).userId
}

const balances = () => room.shop.balances(card)

test('a login that the asker made, reset or changed approves no more than it may do alone', async () => {
  const ana = await room.login('administrator')
  const [fin, sue] = [await room.login('finance'), await room.login('support')]
  const approvalId = await ask(ana, 5000)
  const made = await invite(ana, 'finance')
  const further = await invite(await invite(ana, 'administrator'), 'finance')
  const reset = await enter(
    fin.name,
    await ana.must('resetUser', { userId: await idOf(ana, fin.name), removeFactors: true }),
  )
  await ana.must('changeUser', { userId: await idOf(ana, sue.name), role: 'finance' })
  await sue.logIn()
  for (const puppet of [made, further, reset, sue]) {
    const { body } = await approve(puppet, approvalId)
    assert.equal(body.error.reason, 'forbidden')
    assert.match(body.error.text, /count as one person with .* 14 days .*directly or through others/)
  }
  assert.deepEqual(await balances(), [])

  const ben = await room.login('finance')
  const [shown] = (await made.must('listApprovals')).approvals
  assert.deepEqual([shown.state, shown.isOneHand, shown.whoCan.includes(ben.name)], ['waiting', true, true])
  assert.ok(!shown.whoCan.includes(made.name) && !shown.whoCan.includes(ana.name))
  assert.match((await approve(made, approvalId)).body.error.text, new RegExp(ben.name))
  assert.match((await approve(ana, approvalId)).body.error.text, /asked for this yourself.*can approve it/)
  const german = await made.ask('decideApproval', { approvalId, isApproved: true }, { 'accept-language': 'de' })
  assert.match(german.body.error.text, /gelten Sie 14 Tage lang als eine Person.*Freigeben können es/)
  assert.equal((await ben.must('listApprovals')).approvals[0].isOneHand, false)
  assert.equal((await approve(ben, approvalId)).status, 200)
  assert.equal((await balances())[0].amount, 5000)
  assert.deepEqual(await room.shop.verify(), [])
})

test('whoever lets somebody in approves for them what they could do themselves, and no more', async () => {
  const ana = await room.login('administrator')
  const [tia, tom] = [await invite(ana, 'support'), await invite(ana, 'finance')]
  assert.equal((await approve(ana, await ask(tia, 900))).status, 200)
  const large = await ask(tia, 1001)
  assert.match((await approve(ana, large)).body.error.text, /one person.*\$1,000/s)
  // Two logins of one hand are no two people either.
  assert.equal((await approve(tom, large)).body.error.reason, 'forbidden')
  assert.equal((await balances())[0].amount, 900)
  // It counts as theirs of that day: ten times as much as at once.
  for (let times = 0; times < 9; times += 1) assert.equal((await approve(ana, await ask(tia, 1000))).status, 200)
  assert.match((await approve(ana, await ask(tia, 101))).body.error.text, /one person/)
  assert.equal((await balances())[0].amount, 9900)
  assert.deepEqual(await room.shop.verify(), [])
})

test('after two weeks they are two people, and what the operator makes is in nobody’s hand', async () => {
  const ana = await room.login('administrator')
  const made = await invite(ana, 'finance')
  const approvalId = await ask(ana, 5000)
  assert.equal((await approve(made, approvalId)).body.error.reason, 'forbidden')
  await room.pool.rows`
    update audit_entry set happened_at = happened_at - interval '14 days 1 minute'
    where brand_id = ${room.shop.id} and subject = ${made.name}`
  assert.equal((await approve(made, approvalId)).status, 200)
  assert.equal((await balances())[0].amount, 5000)
  assert.deepEqual(await room.shop.verify(), [])
})

test('whoever was removed, disabled or may no longer do it has nothing approved', async () => {
  const [ana, ben] = [await room.login('administrator'), await room.login('administrator')]
  const [gone, shut, less, kept] = await Promise.all(
    (['support', 'support', 'support', 'support'] as const).map((role) => room.login(role)),
  )
  assert.ok(gone && shut && less && kept)
  const [first, second, third, fourth] = [
    await ask(gone, 60),
    await ask(shut, 60),
    await ask(less, 60),
    await ask(kept, 60),
  ]
  await ana.must('removeUser', { userId: await idOf(ana, gone.name) })
  await ana.must('changeUser', { userId: await idOf(ana, shut.name), role: 'support', isDisabled: true })
  await ana.must('changeUser', { userId: await idOf(ana, less.name), role: 'readOnly' })
  for (const approvalId of [first, second, third]) {
    const { body } = await approve(ben, approvalId)
    assert.deepEqual([body.error.reason, /no longer/.test(body.error.text)], ['conflict', true])
  }
  assert.equal((await ben.ask('decideApproval', { approvalId: first, isApproved: false })).status, 200)
  assert.equal((await approve(ben, fourth)).status, 200)
  assert.equal((await balances())[0].amount, 60)
  assert.deepEqual(await room.shop.verify(), [])
})

test('whoever asked is judged by what the request needs and which card it is, not by any of their rights', async () => {
  const [ana, ben] = [await room.login('administrator'), await room.login('administrator')]
  const fin = await room.login('finance')
  const adjustment = { ...usd(2000), isAccountingAdjustment: true }
  const asked = { operation: 'updateBalance', request: adjustment, reason: 'a wrong count' }
  const { approvalId } = await fin.must('askApproval', asked)
  // A cashier calls the operation as well, and corrects no books by it.
  await ana.must('changeUser', { userId: await idOf(ana, fin.name), role: 'cashier' })
  const { body } = await approve(ben, approvalId)
  assert.deepEqual([body.error?.reason, /no longer/.test(body.error?.text)], ['conflict', true])
  assert.equal((await ben.ask('decideApproval', { approvalId, isApproved: false })).status, 200)

  const sue = await room.login('support')
  const half = { skus: [{ sku: 'espresso' }], discountType: 'percentageDiscount', percentageDiscount: 50 }
  const expirationDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  const offer = { cardNumber: card, offers: [{ ...half, expirationDate }] }
  const repair = await sue.ask('askApproval', { operation: 'addPersonalOffer', request: offer, reason: 'sorry' })
  assert.equal(repair.status, 200, JSON.stringify(repair.body))
  await room.pool.rows`
    update card set owning_location = 'L2' where brand_id = ${room.shop.id} and card_number = ${card}`
  await ana.must('changeUser', { userId: await idOf(ana, sue.name), role: 'support', location: 'L1' })
  const other = await approve(ben, repair.body.approvalId)
  assert.deepEqual([other.body.error?.reason, /no longer/.test(other.body.error?.text)], ['conflict', true])
  assert.deepEqual(await balances(), [])
  assert.deepEqual(await room.shop.verify(), [])
})

test('what a cashier wanted to undo in time may be approved later', async () => {
  const [ben, cash] = [await room.login('administrator'), await room.login('cashier')]
  await room.shop.issue(card, { usd: 700 })
  const { body: redeemed } = await cash.call('updateBalance', { ...usd(600), action: 'redeem' })
  const { requestRef } = redeemed
  const asked = { operation: 'voidTransaction', request: { cardNumber: card, requestRef }, reason: 'a slip' }
  const { approvalId } = await cash.must('askApproval', asked)
  await room.pool.rows`
    update request set happened_at = happened_at - interval '20 minutes'
    where brand_id = ${room.shop.id} and request_ref = ${requestRef}`
  await room.pool.rows`
    update approval set asked_at = asked_at - interval '19 minutes'
    where brand_id = ${room.shop.id} and approval_id = ${approvalId}`
  const approved = await approve(ben, approvalId)
  assert.equal(approved.status, 200, JSON.stringify(approved.body))
  assert.equal((await balances())[0].amount, 700)
  assert.deepEqual(await room.shop.verify(), [])
})

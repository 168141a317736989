import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '../../server/domain/judge/permissions.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { openLog } from '../../server/ground/log/log.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { type Fate, openErringProxy } from '../support/erring-proxy.ts'
import { makeLogin, PortalUser } from '../support/portal-room.ts'
import { type Answer, openShop, type Shop, startTestService, testDatabase } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

const proxy = openErringProxy()
let service: Service
let shop: Shop
let pool: ConnectionPool

before(async () => {
  pool = new ConnectionPool({ url: testDatabase() }, 1)
  service = await startTestService(['--lanes', '1'], false, proxy.url, { log: openLog('silent') })
  shop = await openShop({ service })
})

after(async () => {
  await service?.stop()
  await pool.close()
})

async function login(role: Role): Promise<PortalUser> {
  const user = new PortalUser(service.port, await makeLogin(pool, [{ brand: shop.id, role }]), shop.id)
  await user.logIn()
  return user
}

/** The next commit of a call meets this fate, and nobody can be asked what became of it. */
function doubt(fate: Fate): void {
  let isMet = false
  proxy.fateOf = ({ application, text }) => {
    if (/pg_stat_activity where pid/.test(text)) return { fails: '53300' }
    if (isMet || application !== 'purser lane' || text !== 'commit') return undefined
    isMet = true
    return fate
  }
}

const fates: Readonly<Record<string, Fate>> = {
  'was carried out': { answeredWith: '08006' },
  'was not carried out': { fails: '08006' },
}

for (const [what, fate] of Object.entries(fates)) {
  test(`an approval of which nobody knows that it ${what} stays approved, and happens once`, async () => {
    const [sue, ben] = [await login('support'), await login('administrator')]
    const card = await shop.card()
    const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 2000 }
    const request = { cardNumber: card, action: 'issue', amount }
    const { approvalId } = await sue.must('askApproval', {
      operation: 'updateBalance',
      request,
      reason: 'a large order',
    })
    const stateOf = async () => (await ben.must('listApprovals')).approvals[0].state
    const approve = () => ben.ask('decideApproval', { approvalId, isApproved: true })
    doubt(fate)
    const first = await approve()
    proxy.fateOf = () => undefined
    assert.deepEqual([first.status, first.body.error?.reason], [504, 'inDoubt'], JSON.stringify(first.body))
    assert.equal(await stateOf(), 'approved')
    let again: Answer | undefined
    await until('the database is asked again', async () => {
      again = await approve()
      return again.status !== 503
    })
    assert.equal(typeof again?.body.requestRef, 'string', JSON.stringify(again?.body))
    assert.equal(await stateOf(), 'done')
    assert.equal((await shop.balances(card))[0].amount, 2000)
    assert.equal((await approve()).body.error?.reason, 'conflict')
    assert.deepEqual(await shop.verify(), [])
  })
}

for (const [what, fate] of Object.entries(fates)) {
  test(`when whoever asked is gone, an approval of which nobody knows that it ${what} is closed by what is true`, async () => {
    const [sue, ben] = [await login('support'), await login('administrator')]
    const card = await shop.card()
    const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 2000 }
    const { approvalId } = await sue.must('askApproval', {
      operation: 'updateBalance',
      request: { cardNumber: card, action: 'issue', amount },
      reason: 'a large order',
    })
    doubt(fate)
    assert.equal((await ben.ask('decideApproval', { approvalId, isApproved: true })).body.error?.reason, 'inDoubt')
    proxy.fateOf = () => undefined
    await pool.rows`update login set is_disabled = true where name = ${sue.name}`
    const isDone = what === 'was carried out'
    const decide = (isApproved: boolean) => ben.ask('decideApproval', { approvalId, isApproved, reason: 'she is gone' })
    const early = await reached(() => decide(false))
    assert.match(early.body.error?.text, /approved this a moment ago/)
    if (!isDone) assert.match((await decide(true)).body.error?.text, /no longer here/)
    await pool.rows`update approval set decided_at = decided_at - interval '2 minutes' where approval_id = ${approvalId}`
    const closed = await decide(false)
    assert.equal(closed.status, 200, JSON.stringify(closed.body))
    assert.equal(typeof closed.body.requestRef, isDone ? 'string' : 'undefined')
    const [shown] = (await ben.must('listApprovals')).approvals
    assert.equal(shown.state, isDone ? 'done' : 'declined')
    if (!isDone)
      assert.equal(shown.decisionText, `she is gone ${ben.name} had approved it, but it was not carried out.`)
    assert.deepEqual(
      ((await shop.balances(card)) as { amount: number }[]).map((one) => one.amount),
      isDone ? [2000] : [],
    )
    assert.equal((await decide(true)).body.error?.reason, 'conflict')
    assert.deepEqual(await shop.verify(), [])
  })
}

test('approving once more, after whoever asked is gone, says that it was done', async () => {
  const [sue, ben] = [await login('support'), await login('administrator')]
  const card = await shop.card()
  const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 2000 }
  const request = { cardNumber: card, action: 'issue', amount }
  const { approvalId } = await sue.must('askApproval', { operation: 'updateBalance', request, reason: 'large' })
  doubt({ answeredWith: '08006' })
  await ben.ask('decideApproval', { approvalId, isApproved: true })
  proxy.fateOf = () => undefined
  await pool.rows`update login set is_disabled = true where name = ${sue.name}`
  const again = await reached(() => ben.ask('decideApproval', { approvalId, isApproved: true }))
  assert.equal(typeof again.body.requestRef, 'string', JSON.stringify(again.body))
  assert.equal((await ben.must('listApprovals')).approvals[0].state, 'done')
  assert.equal((await shop.balances(card))[0].amount, 2000)
  assert.deepEqual(await shop.verify(), [])
})

async function reached(ask: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer | undefined
  await until('the database is asked again', async () => {
    answer = await ask()
    return answer.status !== 503
  })
  assert(answer)
  return answer
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Done, PurserError, type UpdateBalanceResponse } from '../../client/purser-client.ts'
import { type ClientRoom, openClientRoom, points } from '../support/client-room.ts'
import { type Fate, seededNumbers } from '../support/lossy-proxy.ts'
import { times } from '../support/shop.ts'

const faults: readonly Fate[] = [
  'losesRequest',
  'losesAnswer',
  'cutsAnswer',
  'keepsAnswer',
  'deliversLate',
  'unavailable',
  'overloaded',
]

/** What a till believes became of one of its calls. */
interface Report {
  readonly card: string
  readonly change: number
  readonly requestRef: string | undefined
  readonly how: 'answered' | 'doneBefore' | 'refused' | 'settled'
}

for (const seed of [1, 2]) {
  test(`no call is lost, doubled or reported wrongly on a line that loses half of what it carries, ${seed}`, async (t) => {
    const room = await openClientRoom(t)
    const { shop, proxy } = room
    const random = seededNumbers(seed)
    const oneOf = <T>(list: readonly [T, ...T[]] | readonly T[]) => list[Math.floor(random() * list.length)] as T
    const cards = await Promise.all(times(3, () => shop.card()))
    // Each kind comes before any comes again: whatever the order of the calls, all of them happen.
    const bag: Fate[] = []
    const nextFault = (): Fate => {
      if (bag.length === 0) bag.push(...faults)
      return bag.splice(Math.floor(random() * bag.length), 1)[0] ?? 'passes'
    }
    proxy.fates(() => (random() < 0.5 ? 'passes' : nextFault()))

    const till = async () => {
      const reports: Report[] = []
      for (let count = 0; count < 12; count += 1) {
        const change = Math.ceil(random() * 9) * (random() < 0.5 ? 1 : -1)
        reports.push(await move(room, oneOf(cards), change))
      }
      return reports
    }
    const reports = (await Promise.all(times(4, till))).flat()
    await proxy.idle()

    for (const fate of faults) assert.ok(proxy.met.has(String(fate)), `${fate} happened`)
    const kinds = new Set(reports.map(({ how }) => how))
    assert.ok(kinds.has('doneBefore') && kinds.has('refused') && kinds.has('answered'), [...kinds].join())
    for (const card of cards) await assertTold(room, card, reports)
    assert.deepEqual(await shop.verify(), [])
  })
}

/** Moves points, and finds out what became of it if the client gave up. */
async function move({ purser, direct }: ClientRoom, card: string, change: number): Promise<Report> {
  const action = change > 0 ? 'issue' : 'redeem'
  try {
    const done: Done<UpdateBalanceResponse> = await purser.updateBalance({
      cardNumber: card,
      action,
      amount: points(Math.abs(change)),
    })
    return { card, change, requestRef: done.requestRef, how: done.outcome }
  } catch (error) {
    assert.ok(error instanceof PurserError, String(error))
    if (error.outcome === 'notDone') return { card, change, requestRef: undefined, how: 'refused' }
    assert.ok(error.customRequestId)
    const settled = await direct.settle(error.customRequestId)
    const requestRef = settled.outcome === 'done' ? settled.requestRef : undefined
    return { card, change, requestRef, how: 'settled' }
  }
}

/** The card's history is what the tills were told, each call once. */
async function assertTold({ direct }: ClientRoom, card: string, reports: readonly Report[]): Promise<void> {
  const history = await direct.cardHistory({ cardNumber: card, maxResults: 100 })
  const happened = history.transactions
    .filter(({ callType }) => callType === 'UPDATE_BALANCE')
    .map(({ requestRef, balanceUpdates }) => ({
      requestRef,
      change: (balanceUpdates ?? []).reduce((sum, { amount }) => sum + amount, 0),
    }))
  const told = reports.flatMap(({ requestRef, ...report }) =>
    report.card === card && requestRef !== undefined ? [{ requestRef, change: report.change }] : [],
  )
  const byRef = (a: { requestRef: unknown }, b: { requestRef: unknown }) =>
    String(a.requestRef) < String(b.requestRef) ? -1 : 1
  assert.deepEqual(happened.toSorted(byRef), told.toSorted(byRef))
  const found = await direct.search({ filters: { cardNumber: card }, returnFields: { balances: true } })
  const balance = found.cards[0]?.balances?.[0]?.amount ?? 0
  assert.equal(
    balance,
    told.reduce((sum, { change }) => sum + change, 0),
  )
}

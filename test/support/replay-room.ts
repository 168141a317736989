import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isSame } from '../../server/calls/replay/compare.ts'
import type { ReplayInput, ReplayParts } from '../../server/calls/replay/input.ts'
import type { PastCall } from '../../server/calls/replay/past-call.ts'
import { replay } from '../../server/calls/replay/replay.ts'
import type { ReplayedCall } from '../../server/calls/replay/replay-call.ts'
import type { ReplayReport } from '../../server/calls/replay/report.ts'
import { loadVersions } from '../../server/calls/replay/versions.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import type { CheckoutRecord } from '../../server/domain/checkout/record.ts'
import { Connection } from '../../server/ground/database/connection.ts'
import { loadDraft } from '../../server/storage/brand-store/draft.ts'
import { type Shop, testDatabase } from './shop.ts'

const pins = new PinKeeper(randomBytes(32), randomBytes)

interface Wanted extends Partial<Pick<ReplayInput, 'from' | 'to' | 'sample'>>, Partial<Omit<ReplayParts, 'db'>> {
  /** A whole brand file, or campaigns. */
  readonly draft?: object
}

/** Replays a period of a shop: by the files that were in force, or by a draft. */
export async function replayShop(shop: Shop, wanted: Wanted): Promise<ReplayReport> {
  const { draft, from = 0, to = Date.now() + 1000, sample = 1, ...parts } = wanted
  const db = await Connection.open({ url: testDatabase(), isReadOnly: true })
  try {
    const found = draft && (await loadDraft(db, shop.id, { kind: 'file', file: draft }))
    assert.ok(!found || !('faults' in found), JSON.stringify(found))
    const versions = await loadVersions(db, shop.id, { from, to })
    const input = { brandId: shop.id, from, to, sample, versions, ...(found && { draft: found }) }
    return await replay(input, { db, pins, workLimit: 5_000_000, ...parts })
  } finally {
    await db.close()
  }
}

/** An instant between two calls: references of calls tell their milliseconds only. */
export async function between(): Promise<number> {
  await wait(3)
  const now = Date.now()
  await wait(3)
  return now
}

/** Every checkout and return came out as it happened. */
export function assertReproduced(report: ReplayReport): void {
  const { checkouts, returns, notReplayed, shortfalls, cost, rules } = report
  const approximated = report.approximated.filter(({ what }) => !what.startsWith('a return that was voided later'))
  assert.deepEqual({ notReplayed, approximated, shortfalls }, { notReplayed: [], approximated: [], shortfalls: [] })
  assert.deepEqual([checkouts.different, returns.different], [0, 0])
  for (const { happened, replayed, of } of [...cost.discounts, ...cost.issued]) assert.equal(replayed, happened, of)
  for (const { rule, firings } of rules) assert.equal(firings.replayed, firings.happened, rule)
}

/** Throws with what happened and what the replay came to, for the first checkout that differs. */
export function explain(call: PastCall, replayed: ReplayedCall): void {
  const after = replayed.kind === 'decided' ? replayed.outcome.checkout : undefined
  if (replayed.kind === 'asHappened') return
  const rulesOf = (detail: PastCall['detail']) => (detail?.effects?.fired ?? []).map(({ rule }) => rule)
  if (call.record && after && isSame(call.record, after)) {
    if (replayed.kind === 'decided') assert.deepEqual(rulesOf(replayed.outcome.detail), rulesOf(call.detail), call.ref)
    return
  }
  assert.deepEqual({ ...brief(after), ...(replayed.kind === 'refused' && { replayed }) }, brief(call.record))
}

function brief(record: CheckoutRecord | undefined) {
  const { ref, kind, discount, net, content, of, cardId } = record ?? {}
  const { coupons, codes, issuedCoupons, asked, mutations = [] } = content ?? {}
  const changes = mutations.map(({ kind: what, amount, origin, ...rest }) => {
    const on =
      'line' in rest
        ? rest.line
        : `${'valueType' in rest ? rest.valueType : ''} ${'expiresAt' in rest ? rest.expiresAt : ''}`
    return `${what} ${amount} ${origin?.rule} ${on}`
  })
  return { ref, kind, of, cardId, discount, net, coupons, codes, issuedCoupons, asked, changes }
}

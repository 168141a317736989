import type { Brand } from '../../domain/brand/brand.ts'
import type { CheckoutRecord, KeptMutation } from '../../domain/checkout/record.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import { beginSnapshot } from '../../ground/database/clock.sql.ts'
import { type RequestRef, uuidFloor } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { countCodesBefore, listSegmentChanges } from './beginning.sql.ts'
import { type CallRow, countSales, listCalls, toCall } from './calls.sql.ts'
import { isSame } from './compare.ts'
import { Findings, noGiven, worthOf } from './findings.ts'
import type { ReplayInput, ReplayParts } from './input.ts'
import { LedgerChanges } from './ledger-changes.ts'
import type { ReplaySource } from './load-cards.ts'
import { loadPage, type ReplayPage } from './page.ts'
import { CallOrder, type PastCall, timeOf } from './past-call.ts'
import { bringPendingSetups } from './pending-setups.ts'
import { type ReplayedCall, type Replaying, replayCall } from './replay-call.ts'
import type { ReplayReport } from './report.ts'
import type { ReplaySide } from './sale-figures.ts'
import { toReport } from './to-report.ts'
import { moreThanToday } from './traces.ts'
import { listUndoings, listUndone } from './undone.sql.ts'
import { toUndone } from './undone.ts'
import { World } from './world.ts'

const usualCards = 10_000
const callsPerRead = 1_000
const usualCallsPerPage = 500
/** How much later than it arrived a call may have been decided. */
const longestWaitMs = 30_000

/** Decides the checkouts and returns of a period again, and reports how that differs from what happened. */
export async function replay(input: ReplayInput, parts: ReplayParts): Promise<ReplayReport> {
  const { db, cardsMax = usualCards } = parts
  const { brandId, from, to, sample } = input
  const world = new World({ brandId, begin: uuidFloor(from), sample, cardsMax })
  await beginSnapshot(db)
  try {
    const total = await countSales(db, brandId, { after: world.begin, before: uuidFloor(to), sample })
    const changes = await LedgerChanges.read(db, brandId, world.begin, () => pause(parts, 0, total))
    const source: ReplaySource = { db, world, changes, from }
    const run = new ReplayRun(input, parts, source)
    await run.begin()
    await run.all(total)
    return await toReport(input, { world, db, findings: run.findings, brand: run.lastBrand })
  } finally {
    world.cards.close()
    await db.rows`rollback`
  }
}

async function pause({ progress, signal }: ReplayParts, done: number, total: number): Promise<void> {
  signal?.throwIfAborted()
  await progress?.(done, total)
}

class ReplayRun {
  readonly findings = new Findings()
  lastBrand: Brand
  private readonly input: ReplayInput
  private readonly parts: ReplayParts
  private readonly source: ReplaySource
  private readonly replaying: Replaying
  private done = 0
  /** What sales of the period did of which something came back. */
  private readonly returned = new Map<RequestRef, readonly KeptMutation[]>()

  constructor(input: ReplayInput, parts: ReplayParts, source: ReplaySource) {
    const [first] = input.versions
    const brand = input.draft ?? first?.brand
    if (!brand) throw new Error('a replay needs a file to decide by')
    this.lastBrand = brand
    this.input = input
    this.parts = parts
    this.source = source
    const { pins, workLimit } = parts
    this.replaying = { source, pins, workLimit, brandAt: (call) => this.brandAt(call.happenedAt) }
  }

  /** Reads what belongs to no card. */
  async begin(): Promise<void> {
    const { db, world, from } = this.source
    const brands = this.input.draft ? [this.input.draft] : this.input.versions.map(({ brand }) => brand)
    for (const brand of brands) world.prepare(brand)
    const keys = [...new Set(brands.flatMap(({ codes }) => [...codes.keys()]))]
    if (keys.length > 0) {
      for (const { code, used } of await countCodesBefore(db, world.brandId, keys, world.begin))
        world.codes.add(code, used)
      world.kinds.add('codes')
    }
    await this.readUndone()
    const usedCodes = Map.groupBy(world.undone.codes.values(), ({ what }) => what.key)
    for (const [key, uses] of usedCodes) world.codes.add(key, moreThanToday(uses))
    for (const change of await listSegmentChanges(db, world.brandId, from)) {
      world.segmentChanges.set(change.card_id, [...(world.segmentChanges.get(change.card_id) ?? []), change])
    }
    await bringPendingSetups(this.source)
  }

  private async readUndone(): Promise<void> {
    const { db, world } = this.source
    let after = world.begin
    for (;;) {
      const refs = await listUndoings(db, world.brandId, after, callsPerRead)
      after = refs.at(-1) ?? after
      for (const row of refs.length > 0 ? await listUndone(db, world.brandId, refs) : []) {
        const undone = toUndone(row)
        world.undone.add(undone)
        if (undone.ref < world.begin && undone.hasLostEvents && world.kinds.has('events'))
          this.findings.count('approximated', 'events of a call that was undone since are not known any more')
      }
      if (refs.length < callsPerRead) return
    }
  }

  /** The next calls and the next page are read while a page is decided: the database and the decisions share the time. */
  async all(total: number): Promise<void> {
    const pages = this.pages()
    let next = pages.next()
    for (;;) {
      const { done, value: page } = await next
      if (done) return
      next = pages.next()
      // Whoever waits for it hears of a failure, which may come before that.
      next.catch(() => undefined)
      for (const call of page.calls) this.note(call, await replayCall(call, page, this.replaying))
      await next
      this.source.world.cards.putAway()
      await pause(this.parts, this.done, total)
    }
  }

  private async *pages(): AsyncGenerator<ReplayPage> {
    const { callsPerPage = usualCallsPerPage } = this.parts
    for await (const ready of this.calls()) {
      for (let place = 0; place < ready.length; place += callsPerPage) {
        yield await loadPage(this.source, ready.slice(place, place + callsPerPage).map(toCall))
      }
    }
  }

  private async *calls(): AsyncGenerator<readonly CallRow[]> {
    const { db, world } = this.source
    const period = { before: uuidFloor(this.input.to), limit: callsPerRead, sample: world.sample }
    const order = new CallOrder<CallRow>()
    const readAfter = (after: RequestRef) => listCalls(db, world.brandId, { ...period, after })
    let reading = readAfter(world.begin)
    for (;;) {
      const read = await reading
      const last = read.at(-1)
      if (read.length < callsPerRead || !last) {
        yield order.take(read, Number.POSITIVE_INFINITY)
        return
      }
      reading = readAfter(last.request_ref)
      reading.catch(() => undefined)
      yield order.take(read, timeOf(last.request_ref) - longestWaitMs)
    }
  }

  private brandAt(at: Instant): Brand {
    const { draft, versions } = this.input
    if (draft) return draft
    const found = versions.findLast(({ since }) => since <= at) ?? versions[0]
    if (found) this.lastBrand = found.brand
    return this.lastBrand
  }

  private note(call: PastCall, replayed: ReplayedCall): void {
    const { findings, parts } = this
    const { record } = call
    if (replayed.kind === 'asHappened') {
      findings.missing(replayed.short)
      if (replayed.why !== undefined) findings.count('notReplayed', replayed.why)
      const isOfPeriod = record?.kind === 'return' && (record.of ?? '') >= this.source.world.begin
      if (isOfPeriod) findings.count('approximated', 'a return that was voided later is applied as it happened')
    } else {
      for (const note of replayed.notes) findings.count('approximated', note)
    }
    if (call.operation === 'updateAccount' && this.source.world.kinds.has('account'))
      findings.count('approximated', "a customer's data changed in the period, and rules saw those of today")
    if (record === undefined || record.kind === 'setup') {
      findings.otherCalls += 1
      return
    }
    if (this.source.world.kinds.has('scores')) findings.count('approximated', 'rules saw the scores of today')
    this.done += 1
    parts.onSale?.(call, replayed)
    if (record.kind === 'return') this.noteReturn(call, record, replayed)
    else this.noteSale(call, record, replayed)
  }

  private noteReturn(call: PastCall, record: CheckoutRecord, replayed: ReplayedCall): void {
    const { findings } = this
    const after = recordOf(record, replayed)
    const isEqual = after !== undefined && isSame(record, after)
    findings.returns.replayed += 1
    findings.returns[isEqual ? 'same' : 'different'] += 1
    if (!isEqual) this.diverge(call)
    if (isCancelled(call, this.input.to)) return
    const sale = this.returned.get(record.of ?? '')
    const saleAfter = replayed.kind === 'decided' ? saleOf(replayed.outcome, record)?.content.mutations : sale
    this.compare(call, { record, sale }, after && { record: after, sale: saleAfter }, isEqual)
  }

  private noteSale(call: PastCall, record: CheckoutRecord, replayed: ReplayedCall): void {
    const { findings } = this
    const after = recordOf(record, replayed)
    const fired = firedIn(call)
    const firedAgain = firedBy(replayed, call)
    const isSameRecord = after !== undefined && isSame(record, after)
    const isEqual = isSameRecord && areSame(fired, firedAgain)
    findings.checkouts.replayed += 1
    findings.checkouts[isEqual ? 'same' : 'different'] += 1
    if (replayed.kind === 'refused') {
      findings.checkouts.refused += 1
      findings.count('refusals', String(replayed.code))
    }
    if (!isEqual) this.diverge(call)
    if (isCancelled(call, this.input.to)) return
    const state = call.cardId === undefined ? undefined : this.source.world.stateOf(call.cardId)
    findings.fired(fired, 0, state)
    findings.fired(firedAgain, 1, state)
    if (record.returned) this.returned.set(record.ref, record.content.mutations ?? [])
    this.compare(call, { record }, after && { record: after }, isSameRecord)
  }

  private compare(call: PastCall, before: RecordOfSide, after: RecordOfSide | undefined, isEqual: boolean): void {
    // What is the same in the same currency is worth the same.
    const given = isEqual && before.record.currency === after?.record.currency ? undefined : noGiven()
    const prices = this.input.prices ?? this.lastBrand
    for (const [side, one] of [before, after].entries()) {
      if (!one) continue
      this.findings.add(one.record, side as ReplaySide, { given, sale: one.sale })
      this.findings.figures.add(one.record, side as ReplaySide, prices, one.sale)
    }
    if (!given) return
    const worth = worthOf(given, this.lastBrand)
    const { ref, happenedAt: at, cardId } = call
    if (worth !== 0) this.findings.differs({ ref, at, cardId, given, worth })
  }

  private diverge({ cardId, childId, record }: PastCall): void {
    for (const id of [cardId, childId, record?.content.referrerId]) {
      const state = id === undefined ? undefined : this.source.world.stateOf(id)
      if (state) state.isDiverged = true
    }
  }
}

/** A sale, or a return with what its sale did, as far as that is known. */
interface RecordOfSide {
  readonly record: CheckoutRecord
  readonly sale?: readonly KeptMutation[] | undefined
}

/** The sale that a return was decided for, as the replay has it. */
const saleOf = ({ checkouts = [] }: Outcome<object>, { of }: CheckoutRecord) => checkouts.find(({ ref }) => ref === of)

/** Whether the call was voided in the period: then it cost nothing, whatever the file. */
const isCancelled = ({ voidedBy }: PastCall, to: Instant) => voidedBy !== undefined && timeOf(voidedBy) < to

/** What the replay came to; undefined if it came to nothing. */
function recordOf(happened: CheckoutRecord, replayed: ReplayedCall): CheckoutRecord | undefined {
  if (replayed.kind === 'asHappened') return happened
  return replayed.kind === 'decided' ? replayed.outcome.checkout : undefined
}

const firedIn = ({ detail }: PastCall): string[] => (detail?.effects?.fired ?? []).map(({ rule }) => rule)

function firedBy(replayed: ReplayedCall, call: PastCall): string[] {
  if (replayed.kind === 'asHappened') return firedIn(call)
  if (replayed.kind === 'refused') return []
  return (effectsOf(replayed.outcome)?.fired ?? []).map(({ rule }) => rule)
}

const effectsOf = ({ detail }: Outcome<object>) => detail?.effects

const areSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, i) => one === b[i])

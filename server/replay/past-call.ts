import type { CheckoutRecord } from '../checkout/record.ts'
import type { RequestDetail } from '../decision/past-request.ts'
import type { CallType } from '../kernel/call-type.ts'
import type { CardId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'

/** A call of the period as it was kept. */
export interface PastCall {
  readonly ref: RequestRef
  readonly operation: string
  readonly callType: CallType
  readonly happenedAt: Instant
  readonly cardId?: CardId
  readonly childId?: CardId
  readonly cardSeq?: number
  readonly locationId: string
  readonly terminalId: string
  readonly employeeId?: string
  readonly voidedBy?: RequestRef
  readonly detail?: RequestDetail
  /** Of a checkout, a locked setup or a return: as it is by now, with what came back of it later. */
  readonly record?: CheckoutRecord
}

/**
 * Puts calls into the order in which they were decided. They come in the order in which they arrived, which may have been
 * earlier by some seconds.
 */
export class CallOrder {
  private waiting: PastCall[] = []

  /** Takes the next calls, and returns those that were decided before an instant, after which only later ones come. */
  take(calls: readonly PastCall[], until: Instant): PastCall[] {
    const all = merged(this.waiting, calls.toSorted(byTime))
    const place = all.findIndex(({ happenedAt }) => happenedAt >= until)
    const ready = place < 0 ? all : all.slice(0, place)
    this.waiting = place < 0 ? [] : all.slice(place)
    return inTurn(ready)
  }
}

/** When a call arrived: the first 48 bits of its reference. */
export const timeOf = (ref: RequestRef): Instant => Number.parseInt(ref.slice(0, 8) + ref.slice(9, 13), 16)

const byTime = (a: PastCall, b: PastCall) => a.happenedAt - b.happenedAt || (a.ref < b.ref ? -1 : 1)

function merged(one: readonly PastCall[], other: readonly PastCall[]): PastCall[] {
  const all: PastCall[] = []
  let place = 0
  for (const call of other) {
    for (let next = one[place]; next && byTime(next, call) < 0; next = one[place]) {
      all.push(next)
      place += 1
    }
    all.push(call)
  }
  return [...all, ...one.slice(place)]
}

/** Those of an instant stay in the order in which they arrived, but for those of one card, whose history counts them. */
function inTurn(sorted: PastCall[]): PastCall[] {
  for (let begin = 0; begin < sorted.length; ) {
    let end = begin + 1
    while (sorted[end]?.happenedAt === sorted[begin]?.happenedAt) end += 1
    if (end - begin > 1) putInTurn(sorted, begin, end)
    begin = end
  }
  return sorted
}

function putInTurn(calls: PastCall[], begin: number, end: number): void {
  const places = new Map<CardId, number[]>()
  for (let place = begin; place < end; place += 1) {
    const { cardId, cardSeq } = calls[place] ?? {}
    if (cardId === undefined || cardSeq === undefined) continue
    places.set(cardId, [...(places.get(cardId) ?? []), place])
  }
  for (const own of places.values()) {
    const inTurn = own.flatMap((place) => calls[place] ?? []).toSorted((a, b) => (a.cardSeq ?? 0) - (b.cardSeq ?? 0))
    own.forEach((place, index) => {
      const call = inTurn[index]
      if (call) calls[place] = call
    })
  }
}

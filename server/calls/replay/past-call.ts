import type { CheckoutRecord } from '../../domain/checkout/record.ts'
import type { RequestDetail } from '../../domain/decision/past-request.ts'
import type { CallType } from '../../ground/kernel/call-type.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

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

/** What of a call's row tells when it was decided. */
interface Ordered {
  readonly request_ref: RequestRef
  readonly happened_at: Instant
  readonly card_id: CardId | null
  readonly card_seq: number | null
}

/**
 * Puts calls into the order in which they were decided. They come in the order in which they arrived, which may have been
 * earlier by some seconds.
 */
export class CallOrder<Call extends Ordered> {
  private readonly waiting: Call[] = []

  /** Takes the next calls, and returns those that were decided before an instant, after which only later ones come. */
  take(calls: readonly Call[], until: Instant): Call[] {
    this.add(calls.toSorted(byTime))
    return inTurn(this.waiting.splice(0, placeOf(this.waiting, until)))
  }

  /** Nearly all come after those that wait, of which there may be many: only the last of these are looked at. */
  private add(sorted: readonly Call[]): void {
    const [first] = sorted
    if (!first) return
    let place = this.waiting.length
    for (let last = this.waiting[place - 1]; last && byTime(last, first) > 0; last = this.waiting[place - 1]) place -= 1
    const later = this.waiting.splice(place)
    for (const call of later.length > 0 ? merged(later, sorted) : sorted) this.waiting.push(call)
  }
}

/** When a call arrived: the first 48 bits of its reference. */
export const timeOf = (ref: RequestRef): Instant => Number.parseInt(ref.slice(0, 8) + ref.slice(9, 13), 16)

const byTime = (a: Ordered, b: Ordered) => a.happened_at - b.happened_at || (a.request_ref < b.request_ref ? -1 : 1)

/** Of the first call that was not decided before an instant. */
function placeOf(sorted: readonly Ordered[], at: Instant): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.happened_at ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

function merged<Call extends Ordered>(one: readonly Call[], other: readonly Call[]): Call[] {
  const all: Call[] = []
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
function inTurn<Call extends Ordered>(sorted: Call[]): Call[] {
  for (let begin = 0; begin < sorted.length; ) {
    let end = begin + 1
    while (sorted[end]?.happened_at === sorted[begin]?.happened_at) end += 1
    if (end - begin > 1) putInTurn(sorted, begin, end)
    begin = end
  }
  return sorted
}

function putInTurn<Call extends Ordered>(calls: Call[], begin: number, end: number): void {
  const places = new Map<CardId, number[]>()
  let isTwice = false
  for (let place = begin; place < end; place += 1) {
    const { card_id: id = null, card_seq: seq = null } = calls[place] ?? {}
    if (id === null || seq === null) continue
    const own = places.get(id)
    if (own) own.push(place)
    else places.set(id, [place])
    isTwice ||= own !== undefined
  }
  if (!isTwice) return
  for (const own of places.values()) {
    const inTurn = own.flatMap((place) => calls[place] ?? []).toSorted((a, b) => (a.card_seq ?? 0) - (b.card_seq ?? 0))
    own.forEach((place, index) => {
      const call = inTurn[index]
      if (call) calls[place] = call
    })
  }
}

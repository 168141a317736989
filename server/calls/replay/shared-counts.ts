import type { Firing } from '../../domain/campaign/kept-effects.ts'
import { type CounterNeed, isShared, type MarkedThing, needKey, placeKey } from '../../domain/campaign/needs.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

interface Reserved {
  readonly at: Instant
  readonly until: Instant
}

/** A firing of a rule, by its call. */
interface FiredIn {
  readonly at: Instant
  readonly ref: RequestRef
}

/**
 * How often rules fired whose limits several cards share: before the period, and in the replay. Of each firing only its
 * time is kept, in order, so that any number of them is counted at once.
 */
export class SharedCounts {
  /** By the need that asked for it. */
  private readonly before = new Map<string, { readonly need: CounterNeed; readonly count: number }>()
  /** What became of firings from before since, one more or one less each. */
  private readonly changes: { readonly firing: Firing; readonly at: Instant; readonly more: 1 | -1 }[] = []
  private readonly fired = new Map<string, Instant[]>()
  /** What locked setups reserve, by setup. */
  private readonly reserved = new Map<string, Map<RequestRef, Reserved>>()
  /** Each firing of a sample stands for so many. */
  private readonly sample: number

  constructor(sample: number) {
    this.sample = sample
  }

  /** Undefined while nobody has counted what was before. */
  countOf(need: CounterNeed, now: Instant, formerOf: (card: CardId) => readonly CardId[]): number | undefined {
    const before = this.before.get(needKey(need))?.count
    if (before === undefined) return undefined
    const since = need.since ?? Number.NEGATIVE_INFINITY
    const whose = need.per === 'customer' ? [need.of, ...formerOf(Number(need.of))] : [need.of]
    const counts = whose.map((of) => this.countIn(keyOf({ ...need, of: of ?? '' }), since, now))
    return before + counts.reduce((sum, count) => sum + count, 0) * (isOfOne(need) ? 1 : this.sample)
  }

  private countIn(key: string, since: number, now: Instant): number {
    const times = this.fired.get(key) ?? []
    const reserved = [...(this.reserved.get(key)?.values() ?? [])]
    const held = reserved.filter(({ at, until }) => at >= since && until > now).length
    return times.length - placeOf(times, since) + held
  }

  setBefore(need: CounterNeed, count: number): void {
    this.before.set(needKey(need), { need, count: count + this.changeOf(need) })
  }

  /** A firing from before the period was undone, or counts again. */
  changeBefore(firing: Firing, at: Instant, more: 1 | -1): void {
    this.changes.push({ firing, at, more })
    for (const [key, { need, count }] of this.before) {
      if (isOf(need, firing, at)) this.before.set(key, { need, count: count + more })
    }
  }

  private changeOf(need: CounterNeed): number {
    const own = this.changes.filter(({ firing, at }) => isOf(need, firing, at))
    return own.reduce((sum, { more }) => sum + more, 0)
  }

  /** Firings of rules whose limits no cards share are not kept here. */
  note(firing: Firing, { at, ref }: FiredIn): void {
    const { until } = firing
    for (const key of keysOf(firing)) {
      if (until !== undefined) this.reserve(key, ref, { at, until })
      else this.addTime(key, at)
    }
  }

  forget(firing: Firing, { at, ref }: FiredIn): void {
    for (const key of keysOf(firing)) {
      if (this.reserved.get(key)?.delete(ref)) continue
      const times = this.fired.get(key) ?? []
      if (times.length > 0) times.splice(Math.min(placeOf(times, at), times.length - 1), 1)
    }
  }

  /** What a setup had reserved is final. */
  confirm(firing: Firing, setup: RequestRef): void {
    for (const key of keysOf(firing)) {
      const held = this.reserved.get(key)?.get(setup)
      if (!held) continue
      this.reserved.get(key)?.delete(setup)
      this.addTime(key, held.at)
    }
  }

  private reserve(key: string, setup: RequestRef, reserved: Reserved): void {
    const setups = this.reserved.get(key) ?? new Map<RequestRef, Reserved>()
    this.reserved.set(key, setups.set(setup, reserved))
    for (const [ref, { until }] of setups) if (until <= reserved.at) setups.delete(ref)
  }

  private addTime(key: string, at: Instant): void {
    const times = this.fired.get(key) ?? []
    if (times.length === 0) this.fired.set(key, times)
    if ((times.at(-1) ?? 0) <= at) times.push(at)
    else times.splice(placeOf(times, at), 0, at)
  }
}

/** Of the first time that is not before an instant. */
function placeOf(times: readonly Instant[], at: Instant): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

const isOf = (need: CounterNeed, firing: Firing, at: Instant) =>
  at >= (need.since ?? Number.NEGATIVE_INFINITY) && keysOf(firing).includes(keyOf(need))

const keyOf = ({ rule, per, of = '' }: Pick<CounterNeed, 'rule' | 'per' | 'of'>) => `${rule}\0${per}\0${of}`

function keysOf({ rule, customerId, locationId, terminalId, employeeId, code, marks }: Firing): string[] {
  const keys = [keyOf({ rule, per: 'brand' })]
  if (locationId !== undefined) keys.push(keyOf({ rule, per: 'location', of: locationId }))
  if (locationId !== undefined && terminalId !== undefined)
    keys.push(keyOf({ rule, per: 'terminal', of: placeKey(locationId, terminalId) }))
  if (locationId !== undefined && employeeId !== undefined)
    keys.push(keyOf({ rule, per: 'employee', of: placeKey(locationId, employeeId) }))
  if (customerId !== undefined) keys.push(keyOf({ rule, per: 'customer', of: customerId }))
  for (const [per, mark] of Object.entries(marks ?? {})) keys.push(keyOf({ rule, per: per as MarkedThing, of: mark }))
  if (code !== undefined) keys.push(keyOf({ rule, per: 'code', of: code }))
  return keys
}

/** Whether a need is answered from here: what cards share, and what the cards of one customer do. */
export const isCountedHere = (need: Pick<CounterNeed, 'per'>): boolean => isShared(need) || need.per === 'customer'

/** Whether limits of a rule need what is kept here. */
export const hasShared = (limits: readonly Pick<CounterNeed, 'per'>[]): boolean => limits.some(isCountedHere)

const ofOne: ReadonlySet<CounterNeed['per']> = new Set(['customer', 'email', 'phone', 'device'])

/** Whether it counts by somebody who is in a sample with all that they did, so that nobody stands for others. */
const isOfOne = ({ per }: CounterNeed) => ofOne.has(per)

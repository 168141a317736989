import type { Firing } from '../campaign/kept-effects.ts'
import { type CounterNeed, isShared, needKey, terminalKey } from '../campaign/needs.ts'
import type { RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'

interface Fired {
  readonly at: Instant
  ref: RequestRef
  until?: Instant | undefined
}

/** How often rules fired whose limits several cards share: before the period, and in the replay. */
export class SharedCounts {
  /** By the need that asked for it. */
  private readonly before = new Map<string, { readonly need: CounterNeed; readonly count: number }>()
  private readonly undone: { readonly firing: Firing; readonly at: Instant }[] = []
  private readonly fired = new Map<string, Fired[]>()
  /** Each firing of a sample stands for so many. */
  private readonly sample: number

  constructor(sample: number) {
    this.sample = sample
  }

  /** Undefined while nobody has counted what was before. */
  countOf(need: CounterNeed, now: Instant): number | undefined {
    const before = this.before.get(needKey(need))?.count
    if (before === undefined) return undefined
    const since = need.since ?? Number.NEGATIVE_INFINITY
    let count = before
    const list = this.fired.get(keyOf(need)) ?? []
    for (let place = list.length - 1; place >= 0; place -= 1) {
      const one = list[place]
      if (!one || one.at < since) break
      if (one.until === undefined || one.until > now) count += this.sample
    }
    return count
  }

  setBefore(need: CounterNeed, count: number): void {
    this.before.set(needKey(need), { need, count: count - this.undoneOf(need) })
  }

  /** A firing from before the period was undone. */
  lessBefore(firing: Firing, at: Instant): void {
    this.undone.push({ firing, at })
    for (const [key, { need, count }] of this.before) {
      if (isOf(need, firing, at)) this.before.set(key, { need, count: count - 1 })
    }
  }

  private undoneOf(need: CounterNeed): number {
    return this.undone.filter(({ firing, at }) => isOf(need, firing, at)).length
  }

  /** Firings of rules whose limits no cards share are not kept here. */
  note(firing: Firing, { at, ref }: { readonly at: Instant; readonly ref: RequestRef }): void {
    for (const key of keysOf(firing)) {
      const list = this.fired.get(key) ?? []
      if (list.length === 0) this.fired.set(key, list)
      list.push({ at, ref, until: firing.until })
    }
  }

  forget(firing: Firing, ref: RequestRef): void {
    for (const key of keysOf(firing)) {
      const list = this.fired.get(key)
      const place = list?.findLastIndex((one) => one.ref === ref) ?? -1
      if (place >= 0) list?.splice(place, 1)
    }
  }

  confirm(firing: Firing, setup: RequestRef, ref: RequestRef): void {
    for (const key of keysOf(firing)) {
      const one = this.fired.get(key)?.findLast((fired) => fired.ref === setup)
      if (!one) continue
      one.ref = ref
      one.until = undefined
    }
  }
}

const isOf = (need: CounterNeed, firing: Firing, at: Instant) =>
  at >= (need.since ?? Number.NEGATIVE_INFINITY) && keysOf(firing).includes(keyOf(need))

const keyOf = ({ rule, per, of = '' }: Pick<CounterNeed, 'rule' | 'per' | 'of'>) => `${rule}\0${per}\0${of}`

function keysOf({ rule, locationId, terminalId, code }: Firing): string[] {
  const keys = [keyOf({ rule, per: 'brand' })]
  if (locationId !== undefined) keys.push(keyOf({ rule, per: 'location', of: locationId }))
  if (locationId !== undefined && terminalId !== undefined)
    keys.push(keyOf({ rule, per: 'terminal', of: terminalKey(locationId, terminalId) }))
  if (code !== undefined) keys.push(keyOf({ rule, per: 'code', of: code }))
  return keys
}

/** Whether limits of a rule need what is kept here. */
export const hasShared = (limits: readonly Pick<CounterNeed, 'per'>[]): boolean => limits.some(isShared)

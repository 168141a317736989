import { createHash } from 'node:crypto'
import { type RequestRef, uuidV7 } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** Where a call is made, and by whom. */
export interface DemoPlace {
  readonly location: string
  readonly terminal: string
  readonly employee?: string
}

/** One call of the history. */
export interface DemoStep {
  /** Unlike that of any other step, and the same whenever the history is made. */
  readonly name: string
  readonly at: Instant
  readonly walker: number
  readonly operation: string
  readonly body: Readonly<Record<string, unknown>>
  readonly place: DemoPlace
  readonly note?: string
  /** Presents the first usable coupon that the card has, if it has one. */
  readonly usesCoupon?: boolean
}

/** The call's reference is known before it is made, so that later calls can name it. */
export function refOf({ name, at }: Pick<DemoStep, 'name' | 'at'>): RequestRef {
  return uuidV7(at, createHash('sha256').update(`demo ${name}`).digest())
}

/** Steps in their order, together where they happen at the same time and with different cards. */
export function byMoment(steps: readonly DemoStep[]): readonly (readonly DemoStep[])[] {
  const moments: DemoStep[][] = []
  let cards = new Set<unknown>()
  for (const step of steps) {
    const { cardNumber } = step.body
    const moment = moments.at(-1)
    if (moment?.[0]?.at === step.at && !cards.has(cardNumber)) moment.push(step)
    else {
      moments.push([step])
      cards = new Set()
    }
    if (cardNumber !== undefined) cards.add(cardNumber)
  }
  return moments
}

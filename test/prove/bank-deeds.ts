import type { Body } from '../model/till.ts'

export type Kind =
  | 'issue'
  | 'redeem'
  | 'most'
  | 'hold'
  | 'use'
  | 'release'
  | 'sale'
  | 'paid sale'
  | 'return'
  | 'void'
  | 'out'
  | 'in'

/** What a call adds to the balances of its card, in minor units. */
export interface Effect {
  readonly usd: number
  /** Undefined where it is only known that points are taken, as many as are left of them. */
  readonly points: number | undefined
}

/** A call as its client knows it. */
export interface Deed {
  readonly kind: Kind
  readonly card: string
  readonly cents: number
  /** The earlier call that it is about. */
  readonly about: Deed | undefined
  readonly sentAt: number
  /** When its outcome was known. */
  knownAt?: number
  ref?: string | undefined
  refusedWith?: number | undefined
  /** Undefined where it depends on what was there, and the answer is lost. */
  effect?: Effect | undefined
}

const nothing: Effect = { usd: 0, points: 0 }

/** What must be in the ledger for a call that succeeded, from the interface's description alone. */
export function effectOf({ kind, cents, about }: Deed, answer: Body, perDollar: number): Effect | undefined {
  const points = Math.floor(cents / 100) * perDollar
  switch (kind) {
    case 'issue':
      return { usd: cents, points: 0 }
    case 'redeem':
      return { usd: -cents, points: 0 }
    case 'most':
      return answer && { usd: Math.round((answer.overdrawAmount ?? 0) * 100) - cents * 10, points: 0 }
    case 'use':
      return { usd: -Math.ceil((about?.cents ?? 0) / 2), points: 0 }
    case 'hold':
    case 'release':
      return nothing
    case 'sale':
      return { usd: 0, points }
    case 'paid sale':
      return { usd: -cents, points }
    case 'return':
      return about?.effect && { usd: -about.effect.usd, points: undefined }
    case 'void':
      return (
        about?.effect && {
          usd: -about.effect.usd,
          points: about.effect.points === undefined ? undefined : -about.effect.points,
        }
      )
    default:
      return undefined
  }
}

import type { CardStatus } from '../../../server/ground/kernel/card-status.ts'
import type { RouteAnswer } from '../../ask/ask.ts'

/** A card as both its page and the terminal know it. */
export type ServedCard = Pick<
  RouteAnswer<'terminalCard'>,
  'cardNumber' | 'program' | 'balances' | 'holds' | 'coupons' | 'children'
> & {
  readonly status: CardStatus
}

export interface TillDialog {
  readonly card: ServedCard
  readonly setup: RouteAnswer<'terminalSetup'>
  readonly location: string | undefined
  readonly requestId: string
  readonly onClose: () => void
}

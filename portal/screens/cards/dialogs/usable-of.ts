import type { TillDialog } from '../till-dialog.ts'

/** What a card can pay in a currency. */
export const usableOf = ({ balances }: Pick<TillDialog['card'], 'balances'>, currency: string): number =>
  balances.find(({ balanceCode, bucket }) => bucket === undefined && balanceCode === currency)?.amount ?? 0

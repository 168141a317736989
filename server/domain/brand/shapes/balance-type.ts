import { textLike } from '../reading/scalars.ts'

export const balanceTypes = ['Points', 'Currency', 'Punches', 'Custom'] as const
export type BalanceTypeName = (typeof balanceTypes)[number]

export const balanceCode = textLike(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'balanceCode', {
  max: 32,
  example: 'STARS',
})

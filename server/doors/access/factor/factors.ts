import type { Visitor } from '../visitor.ts'

/** What the secrets of code generators are sealed for. */
export const loginFactorUse = 'purser login factor'

export const factorKinds = ['totp', 'passkey', 'recoveryCode'] as const
export type FactorKind = (typeof factorKinds)[number]

/** What somebody still has to do after their password. Recovery codes alone are no factor: they stand in for one. */
export function factorsOwed(factors: readonly FactorKind[], isDemanded: boolean): Visitor['owes'] {
  if (factors.some((kind) => kind !== 'recoveryCode')) return 'secondFactor'
  return isDemanded ? 'newFactor' : undefined
}

import { type Refusal, refuse } from '../kernel/errors.ts'
import type { Brand, Program, ValueType } from './brand.ts'

interface BalanceName {
  readonly balanceType: ValueType['balanceType']
  readonly balanceCode?: string
}

/** Whether the code fits the type: Currency and Custom need one, the others have none. */
export function checkBalanceCode(name: BalanceName, path: string): Refusal | undefined {
  const needsCode = name.balanceType === 'Currency' || name.balanceType === 'Custom'
  if (needsCode && !name.balanceCode) return refuse(100, `${path}.balanceCode: is required for ${name.balanceType}`)
  if (!needsCode && name.balanceCode) return refuse(100, `${path}.balanceCode: is not allowed for ${name.balanceType}`)
  return undefined
}

export function programOf(brand: Brand, card: { readonly setId: string }): Program | undefined {
  return brand.cardSets.get(card.setId)
}

export function findValueType(program: Program | undefined, name: BalanceName): ValueType | undefined {
  const code = name.balanceCode ?? ''
  return program?.valueTypes.find((type) => type.balanceType === name.balanceType && type.balanceCode === code)
}

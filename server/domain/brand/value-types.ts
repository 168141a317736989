import { type Refusal, refuse, refuseField } from '../../ground/kernel/errors.ts'
import type { Brand, Program, ValueType } from './brand.ts'
import { needsBalanceCode } from './shapes/program-shape.ts'

interface BalanceName {
  readonly balanceType?: ValueType['balanceType'] | undefined
  readonly balanceCode?: string | undefined
  readonly subtrack?: string | undefined
}

/** Whether the code fits the type: Currency and Custom need one, the others have none. */
export function checkBalanceCode(name: BalanceName, path: string): Refusal | undefined {
  const needsCode = needsBalanceCode(name.balanceType)
  if (needsCode && !name.balanceCode)
    return refuseField(100, `${path}.balanceCode`, `is required for ${name.balanceType}`)
  if (!needsCode && name.balanceCode)
    return refuseField(100, `${path}.balanceCode`, `is not allowed for ${name.balanceType}`)
  return undefined
}

/** The program of a card, by its set. */
export function programOf(brand: Brand, { setId }: { readonly setId: string }): Program | undefined {
  return (
    brand.cardSets.get(setId) ?? (setId.startsWith(noSet) ? brand.programs.get(setId.slice(noSet.length)) : undefined)
  )
}

/** A blank begins no id, so that no set and no program can be mistaken for it. */
const noSet = ' no set of '

/** What a card has for its set when it only belongs to a program, as a card that is made up for a simulation may. */
export const withoutSet = (program: Program) => `${noSet}${program.id}`

/** Error 116, with how many decimals there may be. */
export const tooManyDecimals = (field: string, { scale }: Pick<ValueType, 'scale'>): Refusal =>
  refuseField(116, field, scale === 0 ? 'must be a whole number' : `must have at most ${scale} decimals`)

/** Error 115, with the value type and the program that lacks it. */
export function refuseValueType({ balanceType, balanceCode }: BalanceName, program: Program | undefined): Refusal {
  const name = balanceCode ? `${balanceType} ${balanceCode}` : balanceType
  return refuse(
    115,
    `The value type ${name} is not configured for the card's program${program ? ` (${program.id})` : ''}.`,
  )
}

/**
 * A value type of the program, even one that is switched off. Undefined if the name has no balance type, or a subtrack
 * that the program does not have.
 */
export function findValueType(
  program: Program | undefined,
  { balanceType, balanceCode = '', subtrack }: BalanceName,
): ValueType | undefined {
  return program?.valueTypes.find(
    (type) =>
      type.balanceType === balanceType &&
      type.balanceCode === balanceCode &&
      (subtrack === undefined || type.subtracks.includes(subtrack)),
  )
}

import { type Refusal, refuseField } from '../../ground/kernel/errors.ts'
import type { Decimal, Minor } from '../../ground/kernel/money.ts'
import { type Micro, toMicro, toMinorHalfUp } from './exact.ts'

/** A quantity or a unit price of a request. Its path is made when it is told: there are two for each line. */
export function readMicro(given: Decimal, path: () => string): Micro | Refusal {
  if (given.units < 0) return refuseField(100, path(), 'must not be negative')
  return toMicro(given) ?? refuseField(100, path(), 'has more than 6 decimals')
}

/** A sum of a request in the location's currency; tills that compute in fractions of it are rounded half up. */
export function readAmount(given: Decimal, scale: number, path: string): Minor | Refusal {
  if (given.units < 0) return refuseField(100, path, 'must not be negative')
  return toMinorHalfUp(given, scale) ?? refuseField(100, path, 'is too large')
}

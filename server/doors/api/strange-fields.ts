import type { Operation } from '../../calls/operations/operation.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import { unknownFieldsMax } from '../../ground/contract/read.ts'

/** What of a request is passed over: fields that the contract lacks, and what the brand does not know. */
export interface PassedOver {
  readonly paths: readonly string[]
  /** What was expected instead of what the brand does not know; absent where there is nothing of the kind. */
  readonly advice?: string
}

const pathCharactersMax = 200

export function passedOverIn(
  { findStrange }: Pick<Operation, 'findStrange'>,
  { value, unknown }: { readonly value: unknown; readonly unknown: readonly string[] },
  brand: Brand,
): PassedOver {
  const strange = findStrange?.(value, brand, unknownFieldsMax) ?? []
  if (strange.length === 0) return { paths: unknown }
  const paths = strange.map(({ path }) => path.slice(0, pathCharactersMax).toWellFormed())
  return {
    paths: [...unknown, ...paths].slice(0, unknownFieldsMax),
    advice: strange.map(({ advice }, index) => `${paths[index]}: ${advice}`).join('; '),
  }
}

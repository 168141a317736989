import type { ErrorCode } from '../../kernel/errors.ts'

export interface ExampleRefusal {
  readonly code: ErrorCode
  readonly why: string
}

/** Examples that a new demo refuses, and why. All others succeed there, in the order of the collection. */
export const exampleRefusals: Readonly<Record<string, ExampleRefusal>> = {}

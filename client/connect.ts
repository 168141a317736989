import type { CallOptions, Settled } from './call-types.ts'
import { type Operations, operationTable } from './generated/operations.ts'
import { Line, type PurserOptions } from './line.ts'

/** Every operation of the interface, and `settle`. */
export interface Purser extends Operations {
  /**
   * Finds out what became of a call that was given up, by its customRequestId, and makes sure that it stays so: a call
   * that has not happened by then never will, because its id is used up. Waits for a call that is still running.
   */
  settle(customRequestId: string, options?: CallOptions): Promise<Settled>
}

type AnyMethod = (request?: object, options?: CallOptions) => Promise<unknown>

/** A client for one key at one terminal. It keeps no connection: there is nothing to close. */
export function connectPurser(options: PurserOptions): Purser {
  const line = new Line(options)
  const methods: Record<string, AnyMethod> = {}
  for (const [name, { group, changes }] of Object.entries(operationTable)) {
    const operation = { name, group }
    methods[name] = (request = {}, given = {}) =>
      changes ? line.change(operation, request, given) : line.read(operation, request, given)
  }
  const settle = (customRequestId: string, given: CallOptions = {}) => line.settle(customRequestId, given)
  // The table has every name of Operations, which only the compiler cannot see.
  return Object.freeze({ ...methods, settle }) as unknown as Purser
}

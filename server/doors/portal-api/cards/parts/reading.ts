import type { Contracted, Query } from '../../../../calls/operations/operation.ts'
import type { Brand } from '../../../../domain/brand/brand.ts'
import type { FieldShape, Sent, Values } from '../../../../ground/contract/field.ts'
import type { JsonObject } from '../../../../ground/contract/json.ts'
import { readRequest } from '../../../../ground/contract/read.ts'
import { isRefusal, type Refusal } from '../../../../ground/kernel/errors.ts'
import { Reader } from '../../../../storage/store/queries/reader.ts'
import type { Standing } from '../../../access/visitor.ts'
import type { PortalServices } from '../../portal-services.ts'

/** Whoever looks at cards, and what they do it with. */
export interface Looking {
  readonly services: Pick<PortalServices, 'pool' | 'pins' | 'newRef'>
  readonly brand: Brand
  readonly standing: Pick<Standing, 'locations'>
}

/** One for all who look at the same moment: they share statements. */
const readers = new WeakMap<PortalServices['pool'], Reader>()

/** Reads with the portal's own connections. What this process has not written yet is not waited for. */
export function readerOf({ services: { pool } }: { readonly services: Pick<PortalServices, 'pool'> }): Reader {
  const known = readers.get(pool)
  if (known) return known
  const reader = new Reader(pool, async () => undefined)
  readers.set(pool, reader)
  return reader
}

/**
 * What a reading operation answers, without a call of its own: the portal shows the same as the interface does, and
 * looking leaves no record. It sees what the brand has, enabled for its callers or not.
 */
export async function askQuery<N extends string, S extends FieldShape, R extends FieldShape>(
  operation: Query & Contracted<N, S, R>,
  sent: Sent<S>,
  visit: Looking,
): Promise<Values<R> | Refusal> {
  const { services, brand, standing } = visit
  const enabled = new Set([...brand.enabled, 'segments', 'mailings', 'showExplanation'] as const)
  const rules = { apiVersion: 2, enabled, interfaceTimeZone: 'UTC' } as const
  const read = readRequest(operation.request, sent as JsonObject, rules)
  if (isRefusal(read)) return read
  const wrong = operation.check?.(read.value)
  if (wrong) return wrong
  const locationId = [...(standing.locations ?? [])][0] ?? ''
  const answer = await operation.answer({
    request: read.value,
    call: { ref: services.newRef(), locationId, terminalId: '' },
    // Whatever the brand's callers get, times are in UTC here, and the browser shows them in the brand's zone.
    brand: { ...brand, apiVersion: 2, interfaceTimeZone: 'UTC' },
    pins: services.pins,
    reader: readerOf(visit),
    simulate: async () => undefined,
  })
  // The operation answers by its own contract, which only the compiler cannot see.
  return isRefusal(answer) ? answer : (answer.response as Values<R>)
}

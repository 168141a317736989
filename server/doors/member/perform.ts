import type { Finished, IdempotencyKey, RefusedWork } from '../../calls/engine/work.ts'
import type { Command, Contracted, Task } from '../../calls/operations/operation.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { FieldShape, Sent, Values } from '../../ground/contract/field.ts'
import type { JsonObject } from '../../ground/contract/json.ts'
import { readRequest } from '../../ground/contract/read.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { isRefusal } from '../../ground/kernel/errors.ts'
import { idempotencyOf } from '../portal-api/carry-out.ts'
import type { MemberServices } from './member-services.ts'
import { isTurnedAway, type MemberRefusal, turnAway } from './refusal.ts'

interface Performing {
  readonly services: Pick<MemberServices, 'dispatcher' | 'newRef'>
  readonly brand: Brand
  /** Where somebody is, if that is known. */
  readonly locationId?: string
  /** Where the server is reached, for links. */
  readonly origin?: string
}

/** Has the engine carry out an operation for a member, exactly as it does for a till. */
export async function perform<N extends string, S extends FieldShape, R extends FieldShape>(
  operation: (Command | Task) & Contracted<N, S, R>,
  sent: Sent<S>,
  performing: Performing,
): Promise<Values<R> | MemberRefusal> {
  const finished = await run(operation, sent as JsonObject, performing)
  if (isTurnedAway(finished)) return finished
  return finished.kind === 'done' ? (finished.response as Values<R>) : turnedAwayBy(finished)
}

/** The same, which takes effect once, however often it is sent with the same id. Undefined: it had been done before. */
export async function performOnce<N extends string, S extends FieldShape, R extends FieldShape>(
  operation: Command & Contracted<N, S, R>,
  sent: Sent<S>,
  id: string,
  performing: Performing,
): Promise<Values<R> | MemberRefusal | undefined> {
  const body = sent as JsonObject
  const finished = await run(operation, body, performing, idempotencyOf(id, operation, body))
  if (isTurnedAway(finished)) return finished
  if (finished.kind === 'done') return finished.response as Values<R>
  return finished.code === 3 && !finished.misused ? undefined : turnedAwayBy(finished)
}

async function run(
  operation: Command | Task,
  sent: JsonObject,
  { services, brand, locationId = '', origin }: Performing,
  idempotency?: IdempotencyKey,
): Promise<Finished | MemberRefusal> {
  const { interfaceTimeZone, enabled } = brand
  const read = readRequest(operation.request, sent, { apiVersion: 2, enabled, interfaceTimeZone })
  const wrong = isRefusal(read) ? read : operation.check?.(read.value)
  if (wrong) return refused(wrong)
  if (isRefusal(read)) return refused(read)
  const call = defined({ ref: services.newRef(), locationId, terminalId: '', address: origin })
  return services.dispatcher.run(
    defined({ operation, request: read.value, call, brand, unknownFields: [], idempotency }),
  )
}

function turnedAwayBy(finished: RefusedWork): MemberRefusal {
  if (finished.code === 109) return turnAway('unavailable', finished.text)
  return finished.code === 136 ? turnAway('inDoubt', finished.text) : refused(finished)
}

const refused = ({ code, text, field }: Pick<RefusedWork, 'code' | 'text'> & { field?: string }): MemberRefusal =>
  defined({ ...turnAway('refused', text), code, field })

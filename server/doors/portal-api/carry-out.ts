import { createHash } from 'node:crypto'
import type { Operation } from '../../calls/operations/operation.ts'
import type { JsonObject } from '../../ground/contract/json.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { ErrorCode } from '../../ground/kernel/errors.ts'
import type { Lookups } from '../api/guesses.ts'
import { turnDownObjection } from './cards/parts/objections.ts'
import type { PortalServices } from './portal-services.ts'
import type { PreparedCall } from './prepare-call.ts'
import { type Reason, turnDown, turnedDownBy } from './refusal.ts'

/** Has the engine carry out a call, exactly as it does for a till. `lookups`: what its author finds out by it. */
export async function carryOut(
  services: PortalServices,
  { operation, request, call, brand, body }: PreparedCall,
  customRequestId: string,
  lookups?: Lookups,
): Promise<object> {
  const idempotency = idempotencyOf(customRequestId, operation, body)
  const finished = await services.dispatcher.run(
    defined({ operation, request, call, brand, unknownFields: [], idempotency }),
  )
  if (lookups) services.guesses.count(lookups, finished)
  if (finished.kind === 'done') return { ...finished.response, requestRef: finished.ref ?? call.ref }
  const { code, text, original, misused, owed, objection } = finished
  if (objection) return turnDownObjection(objection, brand, call.user?.language ?? 'en')
  if (owed) return { ...turnDown(owed === 'proof' ? 'confirmNeeded' : 'approvalNeeded', text), code }
  if (original !== undefined) return { ...turnDown('doneBefore', text), code, original, matches: !misused }
  return { ...turnedDownBy(finished), reason: reasonOf(code) }
}

/** 109: nothing was executed. 136: it is not known whether it was. */
function reasonOf(code: ErrorCode): Reason {
  if (code === 109) return 'unavailable'
  return code === 136 ? 'inDoubt' : 'refused'
}

/** What is pressed twice happens once. */
export function idempotencyOf(id: string, { name }: Pick<Operation, 'name'>, body: JsonObject) {
  if (id === '') return undefined
  return { idSha256: hashOfId(id), fingerprint: sha256(`${name}\0${JSON.stringify(body)}`) }
}

/** As the id of a call is kept. */
export const hashOfId = (customRequestId: string): Buffer => sha256(customRequestId)

/**
 * The id that a header of the portal names. The brand has one name space, and a till whose next number was used here would take
 * its answer for success. No header can have this character: no call of a till has this id, nor a step of the portal's own.
 */
export const idInPortal = (header: string): string => (header === '' ? '' : `portal\0${header}`)

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

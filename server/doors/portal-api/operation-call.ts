import { defined } from '../../ground/kernel/defined.ts'
import { refuse } from '../../ground/kernel/errors.ts'
import { listNamedCalls } from '../../storage/store/portal/named-calls.sql.ts'
import { findRequest } from '../../storage/store/queries/request-view.sql.ts'
import { findHeaderFault, headerText } from '../api/caller.ts'
import { readRemark } from '../api/header-text.ts'
import { slowDown } from './access/logged-in.ts'
import { readerOf } from './cards/parts/reading.ts'
import { carryOut, idempotencyOf, idInPortal } from './carry-out.ts'
import type { Exchange } from './exchange.ts'
import { lookupsIn } from './guessing.ts'
import { languageOf } from './language-of.ts'
import { shownTo } from './people.ts'
import type { PortalServices } from './portal-services.ts'
import { findOperation, noSuchOperation, type PortalCaller, type PreparedCall, prepareCall } from './prepare-call.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from './refusal.ts'
import { enterBrand, findOwed, findVisitor } from './run-route.ts'

/** Carries out an operation of the interface for somebody in the portal: the same one that tills call, by the same engine. */
export async function callOperation(services: PortalServices, name: string, exchange: Exchange): Promise<object> {
  const visitor = await findVisitor(services, exchange)
  if (isTurnedDown(visitor)) return visitor
  const found = findOperation(services, name)
  if (!found) return noSuchOperation
  const owed = findOwed(services, visitor, { isConfirmed: found.right.isConfirmed ?? false })
  if (owed) return owed
  const entered = await enterBrand(services, { ...exchange, visitor })
  if (isTurnedDown(entered)) return entered
  const wanted = wantedOf(name, exchange)
  if (isTurnedDown(wanted)) return wanted
  const caller = { ...entered, visitor }
  const prepared = await prepareCall(services, wanted, caller)
  if (isTurnedDown(prepared)) return prepared
  const lookups = lookupsIn(prepared.request, caller)
  const wait = lookups ? services.guesses.secondsToWait(lookups) : 0
  if (wait > 0) return slowDown(wait)
  const id = headerText(exchange.reply.request.headers, 'customrequestid')
  const earlier = await findKeptAsSent(services, caller, { id, prepared })
  const answer = earlier ?? (await carryOut(services, prepared, idInPortal(id), lookups))
  if (isTurnedDown(answer)) return withCard(services, caller, answer)
  const { requestRef = prepared.call.ref } = answer as { readonly requestRef?: string }
  return { ...shownTo(caller.standing, prepared.operation.response, answer), requestRef }
}

/** Earlier versions kept the id as it was sent: what they did for this visitor is not done again when it is sent once more. */
async function findKeptAsSent(
  services: PortalServices,
  { brand, visitor }: PortalCaller,
  { id, prepared: { operation, body } }: { readonly id: string; readonly prepared: PreparedCall },
): Promise<PortalRefusal | undefined> {
  const key = idempotencyOf(id, operation, body)
  if (!key) return undefined
  const [done] = await listNamedCalls(readerOf({ services }), brand.id, { user: visitor.name, ids: [key.idSha256] })
  if (!done) return undefined
  const { code, text } = refuse(3)
  const matches = done.fingerprint.equals(key.fingerprint)
  return { ...turnDown('doneBefore', text), code, original: done.request_ref, matches }
}

/** Whoever lost the answer has not seen which card it was about, if the call made one. */
async function withCard(
  services: PortalServices,
  { brand, visitor }: PortalCaller,
  refusal: PortalRefusal,
): Promise<PortalRefusal> {
  const { original } = refusal
  if (original === undefined) return refusal
  const found = await findRequest(readerOf({ services }), brand.id, original)
  // An id that a till has used, too, says nothing of its customer.
  const isOwn = found?.detail?.user === visitor.name
  return defined({ ...refusal, cardNumber: isOwn ? found.shown.cardNumber : undefined })
}

function wantedOf(name: string, { body, reply, source }: Exchange) {
  const { headers } = reply.request
  const fault = findHeaderFault(headers)
  if (fault) return turnDown('invalid', fault.text)
  return {
    name,
    body,
    ref: reply.ref,
    locationId: headerText(headers, 'location'),
    terminalId: headerText(headers, 'terminal'),
    note: readRemark(headerText(headers, 'note')) ?? '',
    from: source.address,
    language: languageOf(headers),
  }
}

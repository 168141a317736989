import { findHeaderFault, headerText } from '../api/caller.ts'
import { readRemark } from '../api/header-text.ts'
import type { Language } from '../kernel/language.ts'
import { slowDown } from './access/logged-in.ts'
import { beyondToday, countToday, type Exceeding } from './cards/parts/allowance.ts'
import { aboveLimitWords } from './cards/parts/limits.ts'
import { carryOut } from './carry-out.ts'
import type { Exchange } from './exchange.ts'
import { lookupsIn } from './guessing.ts'
import { languageOf } from './language-of.ts'
import { shownTo } from './people.ts'
import { type Caller, findOperation, noSuchOperation, type PreparedCall, prepareCall } from './prepare-call.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from './refusal.ts'
import type { PortalRoom } from './room.ts'
import { enterBrand, findOwed, findVisitor } from './run-route.ts'

/** Carries out an operation of the interface for somebody in the portal: the same one that tills call, by the same engine. */
export async function callOperation(room: PortalRoom, name: string, exchange: Exchange): Promise<object> {
  const visitor = await findVisitor(room, exchange)
  if (isTurnedDown(visitor)) return visitor
  const found = findOperation(room, name)
  if (!found) return noSuchOperation
  const owed = findOwed(room, visitor, { isConfirmed: found.right.isConfirmed ?? false })
  if (owed) return owed
  const entered = await enterBrand(room, { ...exchange, visitor })
  if (isTurnedDown(entered)) return entered
  const wanted = wantedOf(name, exchange)
  if (isTurnedDown(wanted)) return wanted
  const caller = { ...entered, visitor, language: wanted.language }
  const prepared = await prepareCall(room, wanted, caller)
  if (isTurnedDown(prepared)) return prepared
  const refusal = prepared.exceeding && findNotAlone(room, prepared.exceeding, caller)
  if (refusal) return refusal
  const id = headerText(exchange.reply.request.headers, 'customrequestid')
  const answer = await carryOutCounted(room, prepared, caller, id)
  if (isTurnedDown(answer)) return answer
  return { ...shownTo(caller.standing, prepared.operation.response, answer), requestRef: prepared.call.ref }
}

/** Whoever calls, and what they read the portal in. */
interface ToldCaller extends Caller {
  readonly language: Language
}

/** Counts what has a limit for a day before it is done, and takes it back if it was not done. */
async function carryOutCounted(
  room: PortalRoom,
  prepared: PreparedCall,
  caller: ToldCaller,
  customRequestId: string,
): Promise<object> {
  const { measured, exceeding } = prepared
  const lookups = lookupsIn(prepared.request, caller)
  const wait = lookups ? room.guesses.secondsToWait(lookups) : 0
  if (wait > 0) return slowDown(wait)
  if (!measured || exceeding) return carryOut(room, prepared, customRequestId, lookups)
  const takeBack = await countToday(measured, { room, ...caller })
  // Others were faster: there was room for it a moment ago.
  const refusal = takeBack ? undefined : findNotAlone(room, beyondToday(measured), caller)
  if (refusal) return refusal
  const done = await carryOut(room, prepared, customRequestId, lookups)
  // Where the store was out of reach, it may have been done all the same.
  if (isTurnedDown(done) && done.reason !== 'unavailable') await takeBack?.()
  return done
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

/** Above a limit, those who may approve have to prove who they are, and all others need one of them. */
function findNotAlone(room: PortalRoom, exceeding: Exceeding, caller: ToldCaller): PortalRefusal | undefined {
  const { standing, visitor, brand, language } = caller
  if (standing.permissions.has('changes.approve')) return findOwed(room, visitor, { isConfirmed: true })
  const { limit, isADay } = exceeding
  return turnDown('approvalNeeded', aboveLimitWords(isADay ? limit.perDay : limit.once, brand, language, isADay))
}

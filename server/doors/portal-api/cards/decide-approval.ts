import type { Permission } from '../../../domain/judge/permissions.ts'
import { fromDecimalText } from '../../../domain/judge/sums.ts'
import { flag, id, text } from '../../../ground/contract/field.ts'
import type { JsonObject } from '../../../ground/contract/json.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isUuid, type RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import {
  type ApprovalRow,
  endApproval,
  lockApproval,
  reopenApproval,
  decideApproval as updateApproval,
} from '../../../storage/store/portal/approval.sql.ts'
import { loadCompany } from '../../access/login/company.ts'
import type { Standing } from '../../access/visitor.ts'
import { carryOut } from '../carry-out.ts'
import { type PreparedCall, prepareCall } from '../prepare-call.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { handOf } from '../user-of.ts'
import { moveCard, permissionFor, readAskedMove } from './move-card.ts'
import { unshownOf } from './new-secrets.ts'
import { approvalKey, type CutOff, findCutOff, isUnderWay, settleCutOff } from './parts/cut-off-approval.ts'
import { type AskedMove, findUnseen, moveEverything, moveRightOf, type Stepped } from './parts/move-steps.ts'
import {
  type Asking,
  approvedJustNow,
  askedTooLongAgo,
  askerGone,
  askingOf,
  decidedAlready,
  declinedAfter,
  notSecond,
  ownRequest,
  permissionsOf,
} from './parts/second-person.ts'

interface ApprovalDecision {
  readonly approvalId: string
  readonly isApproved: boolean
  readonly reason: string
}

type Visited = BrandVisit<ApprovalDecision>

export const decideApproval = brandRoute({
  name: 'decideApproval',
  summary: "Approve somebody else's change, which is carried out at once, or decline it.",
  permission: 'changes.approve',
  isConfirmed: true,
  reach: 'place',
  request: {
    approvalId: id('The request for approval.').required(),
    isApproved: flag('Whether it is to be done.').required(),
    reason: text('Why it is declined.').max(1000).default(''),
  },
  response: {
    requestRef: text(
      'The call that carried it out. Absent if it was declined. One that was approved before, cut off, and turns out to be done cannot be declined: it is here, too.',
    ),
  },
  run: async (visit) => {
    const { request, services, brand } = visit
    if (!isUuid(request.approvalId)) return noSuchApproval
    const decided = await inTransaction(services.pool, async (db) => {
      const row = await lockApproval(db, brand.id, request.approvalId)
      const company = row && (await loadCompany(db, brand, row.asked_at))
      const asking = row && company && askingOf(row, company, visit.visitor.name)
      const refusal = findObstacle(row, asking, visit)
      if (!row || refusal) return refusal ?? noSuchApproval
      const cutOff = await lookAtCutOff(db, row, visit)
      if (cutOff?.kind === 'done') return endAsDone(db, row, cutOff.ref, visit)
      if (request.isApproved && !asking) return askerGone(row, visit.language)
      const at = await decide(db, row, cutOff, visit)
      return { row, asking, at }
    })
    if (isTurnedDown(decided) || 'requestRef' in decided) return decided
    const { row, asking, at } = decided
    return request.isApproved && asking ? carryOutApproved({ row, asking, at, visit }) : {}
  },
})

/**
 * What was approved may have been cut off: whoever declines it has to know for good. What waits may have been carried out by one
 * of two who approved it at once.
 */
async function lookAtCutOff(
  db: Sql,
  row: ApprovalRow,
  { request, services, brand }: Visited,
): Promise<CutOff | undefined> {
  if (row.state === 'approved' && !request.isApproved) return settleCutOff(db, brand.id, row, services.newRef)
  const found = await findCutOff(db, brand.id, row)
  return row.state === 'approved' || found?.kind === 'done' ? found : undefined
}

/** As long as the store keeps. */
const textMax = 1000

async function decide(db: Sql, row: ApprovalRow, cutOff: CutOff | undefined, visit: Visited): Promise<Instant> {
  const { request, services, brand, visitor, language } = visit
  const at = services.now()
  const state = request.isApproved ? ('approved' as const) : ('declined' as const)
  const known = cutOff && cutOff.kind !== 'done' && !request.isApproved ? declinedAfter(row, cutOff.kind, language) : ''
  const reason = request.reason.slice(0, textMax - known.length - 1)
  const text = [reason, known].filter((part) => part !== '').join(' ')
  const decision = { state, by: visitor.name, at, text: text || undefined }
  await updateApproval(db, brand.id, row.approval_id, decision)
  if (!request.isApproved) await insertAuditEntries(db, brand.id, [auditOf('approval.declined', row, visit)])
  return at
}

/** It was carried out when somebody approved it, who could not be told: that is who gave it. */
async function endAsDone(db: Sql, row: ApprovalRow, ref: RequestRef, visit: Visited): Promise<{ requestRef: string }> {
  await endApproval(db, visit.brand.id, row.approval_id, { ref })
  const actor = { kind: 'user', name: row.decided_by ?? visit.visitor.name } as const
  await insertAuditEntries(db, visit.brand.id, [{ ...auditOf('approval.given', row, visit, ref), actor }])
  return { requestRef: ref }
}

const noSuchApproval = turnDown('notFound', 'There is no such request for approval.')

/**
 * Whoever asked cannot approve. One that was approved and has no end yet was cut off: it can be approved again, because
 * its own id as customRequestId keeps it from happening twice; and declined, once it cannot be about to happen.
 */
function findObstacle(row: ApprovalRow | undefined, asking: Asking | undefined, visit: Visited) {
  const { request, services, visitor, standing, language } = visit
  if (!row || (standing.locations && !standing.locations.has(row.location_id))) return noSuchApproval
  if (row.asked_by === visitor.name) return ownRequest(asking?.whoCan ?? [], language)
  const isCutOff = row.state === 'approved'
  if (row.state !== 'waiting' && !isCutOff) return decidedAlready(language)
  if (row.ends_at <= services.now() && !isCutOff) return askedTooLongAgo(language)
  return isCutOff && !request.isApproved && isUnderWay(row, services.now()) ? approvedJustNow(row, language) : undefined
}

async function carryOutApproved(approved: Approved): Promise<{ requestRef: string } | PortalRefusal> {
  const { row } = approved
  const body = JSON.parse(row.request) as JsonObject
  if (row.operation !== moveCard.name)
    return end(await runApproved({ name: row.operation, body, part: '' }, approved), approved)
  const move = readAskedMove(body)
  return end(isTurnedDown(move) ? move : await moveApproved(move, approved), approved)
}

/** Both have to see both cards before anything is done: of a move that stops half way, the value would be on a dead card. */
async function moveApproved(move: AskedMove, approved: Approved) {
  const { row, asking, visit } = approved
  const { services, brand, language } = visit
  const standing = standingOf(asking)
  const right = moveRightOf(standing.permissions)
  if (!right || (await findUnseen(move, { services, brand, standing }))) return askerGone(row, language)
  const unseen = await findUnseen(move, visit)
  if (unseen) return unseen
  const step = (name: string, body: JsonObject, part: string) =>
    runApproved({ name, body, part, ...permissionFor(name, right) }, approved)
  return moveEverything(move, { services, brand, standing, step, right, user: row.asked_by })
}

interface Approved {
  readonly row: ApprovalRow
  readonly asking: Asking
  /** When it was approved. */
  readonly at: Instant
  readonly visit: Visited
}

interface ApprovedStep {
  readonly name: string
  readonly body: JsonObject
  readonly part: string
  readonly permission?: Permission
}

/** Whoever asked, as they would be let in now. */
const standingOf = ({ asker }: Asking): Standing => {
  const { role, locations } = asker
  return defined({ role, permissions: new Set(permissionsOf(asker)), locations })
}

/** Judges whoever asked as if they called it now: by everything that the request needs, where they are and which card it is. */
async function prepareAsked(
  { name, body, permission }: ApprovedStep,
  { row, asking, visit }: Approved,
): Promise<PreparedCall | PortalRefusal> {
  const { services, brand, language } = visit
  const standing = standingOf(asking)
  const visitor = { name: row.asked_by, confirmedAt: row.asked_at }
  const place = { locationId: row.location_id, terminalId: row.terminal_id }
  const by = { ref: services.newRef(), note: row.reason, language, askedAt: row.asked_at }
  const prepared = await prepareCall(services, defined({ name, body, ...place, ...by, permission }), {
    brand,
    standing,
    visitor,
  })
  const isTheirs = isTurnedDown(prepared) && (prepared.reason === 'forbidden' || prepared.reason === 'notFound')
  return isTheirs ? askerGone(row, language) : prepared
}

/** For whoever asked, with the name of whoever approved, who is judged by what they were told and may approve. */
async function runApproved(step: ApprovedStep, approved: Approved): Promise<Stepped> {
  const { row, asking, visit } = approved
  const { services, brand, visitor, standing, address, language } = visit
  const prepared = await prepareAsked(step, approved)
  if (isTurnedDown(prepared)) return prepared
  const own = permissionsOf(asking.asker)
  const rights = standing.locations ? { locations: [...standing.locations] } : {}
  const sums = row.money === null || row.points === null ? {} : { sums: sumsOf(row.money, row.points) }
  const { isOneHand } = asking
  const hand = {
    ...handOf(standing, true),
    // What counts is what was asked for, by the limits of whoever asked.
    role: asking.asker.role,
    undoesOnlyOwn: false,
    approval: { by: visitor.name, role: standing.role, isOneHand, ...sums },
  }
  const call = {
    ref: prepared.call.ref,
    locationId: row.location_id,
    terminalId: row.terminal_id,
    user: {
      name: row.asked_by,
      rights,
      // Of one hand it is as if whoever approves changed the brand themselves.
      permissions: isOneHand ? [...standing.permissions] : own,
      isConfirmed: true,
      hand,
      approvedBy: visitor.name,
      company: { oneHand: new Set(isOneHand ? [visitor.name] : []), isAlone: false },
      language,
    },
    from: address,
    note: row.reason,
  }
  return carryOut(services, { ...prepared, call, brand }, approvalKey(row.approval_id, step.part))
}

const sumsOf = (money: string, points: string) => ({
  money: fromDecimalText(money),
  points: fromDecimalText(points),
})

/**
 * Says what came of it. Where the store was out of reach, or did not say whether it was done, it stays approved, and can be
 * approved again; what is more than this approver may approve or see waits for another.
 */
async function end(
  done: object & {
    readonly original?: string
    readonly requestRef?: string
    readonly newSecrets?: Parameters<typeof unshownOf>[0]
  },
  { row, asking, at, visit }: Approved,
): Promise<{ requestRef: string } | PortalRefusal> {
  const { services, brand, visitor, language } = visit
  const own = { by: visitor.name, at }
  const refusal = isTurnedDown(done) ? done : undefined
  if (refusal?.reason === 'unavailable' || refusal?.reason === 'inDoubt') return refusal
  const isUnseen = refusal?.reason === 'notFound'
  if (isUnseen || (refusal?.reason === 'conflict' && refusal.objection === undefined)) {
    // Whoever asked may no longer do it: it can still be declined, unless it was approved before and may have been done.
    if (row.state === 'waiting') await reopenApproval(services.pool, brand.id, row.approval_id, own)
    return refusal
  }
  const isNotSecond = refusal?.objection === 'oneHand' || refusal?.reason === 'approvalNeeded'
  if (refusal?.objection === 'aboveApproval' || isNotSecond) {
    await reopenApproval(services.pool, brand.id, row.approval_id, own)
    if (refusal?.reason === 'approvalNeeded') return notSecond(row, asking, { language })
    return isNotSecond ? notSecond(row, asking, { text: refusal?.text ?? '', language }) : refusal
  }
  // Error 3: it had been carried out, and whoever did so could not say it.
  const ref = refusal?.code === 3 ? done.original : done.requestRef
  await inTransaction(services.pool, async (db) => {
    const unshown = unshownOf(done.newSecrets)
    const result = ref === undefined ? { text: (refusal?.text ?? '').slice(0, textMax) } : { ref, unshown }
    const isOurs = (await endApproval(db, brand.id, row.approval_id, result)) > 0
    if (isOurs) await insertAuditEntries(db, brand.id, [auditOf('approval.given', row, visit, ref)])
  })
  return ref === undefined ? (refusal ?? noSuchApproval) : { requestRef: ref }
}

function auditOf(
  action: 'approval.given' | 'approval.declined',
  row: ApprovalRow,
  { visitor, address }: Visited,
  ref?: RequestRef,
) {
  return {
    action,
    subject: row.approval_id,
    actor: { kind: 'user', name: visitor.name, from: address } as const,
    ...(ref !== undefined && { ref }),
    after: {
      operation: row.operation,
      askedBy: row.asked_by,
      ...(row.card_number !== null && { cardNumber: row.card_number }),
      isDone: ref !== undefined,
    },
  }
}

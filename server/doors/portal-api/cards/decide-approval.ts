import { fromDecimalText } from '../../../domain/judge/sums.ts'
import { flag, id, text } from '../../../ground/contract/field.ts'
import type { JsonObject } from '../../../ground/contract/json.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { isUuid, type RequestRef } from '../../../ground/kernel/ids.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import {
  type ApprovalRow,
  endApproval,
  lockApproval,
  reopenApproval,
  decideApproval as updateApproval,
} from '../../../storage/store/portal/approval.sql.ts'
import { loadCompany } from '../../access/login/company.ts'
import { carryOut } from '../carry-out.ts'
import { findOperation, noSuchOperation, readBody } from '../prepare-call.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { handOf } from '../user-of.ts'
import { moveCard, readAskedMove } from './move-card.ts'
import { unshownOf } from './new-secrets.ts'
import { moveEverything, moveRightOf, type Stepped } from './parts/move-steps.ts'
import { type Asking, askerGone, askingOf, notSecond, ownRequest, permissionsOf } from './parts/second-person.ts'

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
  response: { requestRef: text('The call that carried it out. Absent if it was declined.') },
  run: async (visit) => {
    const { request, room, brand } = visit
    if (!isUuid(request.approvalId)) return noSuchApproval
    const decided = await inTransaction(room.pool, async (db) => {
      const row = await lockApproval(db, brand.id, request.approvalId)
      const company = row && (await loadCompany(db, brand, row.asked_at))
      const asking = row && company && askingOf(row, company, visit.visitor.name)
      const refusal = findObstacle(row, asking, visit)
      if (!row || refusal) return refusal ?? noSuchApproval
      const state = request.isApproved ? ('approved' as const) : ('declined' as const)
      const decision = { state, by: visit.visitor.name, at: room.now(), text: request.reason || undefined }
      await updateApproval(db, brand.id, row.approval_id, decision)
      if (!request.isApproved) await insertAuditEntries(db, brand.id, [auditOf('approval.declined', row, visit)])
      return { row, asking }
    })
    if (isTurnedDown(decided)) return decided
    const { row, asking } = decided
    return request.isApproved && asking ? carryOutApproved(row, asking, visit) : {}
  },
})

const noSuchApproval = turnDown('notFound', 'There is no such request for approval.')

/**
 * Whoever asked cannot approve. One that was approved and has no end yet was cut off: it can be approved again, because
 * its own id as customRequestId keeps it from happening twice.
 */
function findObstacle(row: ApprovalRow | undefined, asking: Asking | undefined, visit: Visited) {
  const { request, room, visitor, standing, language } = visit
  if (!row || (standing.locations && !standing.locations.has(row.location_id))) return noSuchApproval
  if (row.asked_by === visitor.name) return ownRequest(asking?.whoCan ?? [], language)
  const isCutOff = row.state === 'approved' && request.isApproved
  if (row.state !== 'waiting' && !isCutOff) return turnDown('conflict', 'Somebody has decided this already.')
  if (row.ends_at <= room.now() && !isCutOff)
    return turnDown('conflict', 'The request has expired. Whoever made it can ask again.')
  return request.isApproved && !asking ? askerGone(row, language) : undefined
}

async function carryOutApproved(
  row: ApprovalRow,
  asking: Asking,
  visit: Visited,
): Promise<{ requestRef: string } | PortalRefusal> {
  const body = JSON.parse(row.request) as JsonObject
  const approved = { row, asking, visit }
  const step = (name: string, one: JsonObject, part = '') => runApproved({ name, body: one, part }, approved)
  if (row.operation !== moveCard.name) return end(await step(row.operation, body), approved)
  const move = readAskedMove(body)
  const right = moveRightOf(new Set(permissionsOf(asking.asker)))
  if (!right) return end(askerGone(row, visit.language), approved)
  return end(
    isTurnedDown(move) ? move : await moveEverything(move, { ...visit, step, right, user: row.asked_by }),
    approved,
  )
}

interface Approved {
  readonly row: ApprovalRow
  readonly asking: Asking
  readonly visit: Visited
}

interface ApprovedStep {
  readonly name: string
  readonly body: JsonObject
  readonly part: string
}

/** For whoever asked, with the name of whoever approved, who is judged by what they were told and may approve. */
async function runApproved({ name, body, part }: ApprovedStep, { row, asking, visit }: Approved): Promise<Stepped> {
  const { room, brand, visitor, standing, address, language } = visit
  const found = findOperation(room, name)
  if (!found) return noSuchOperation
  const { operation, right } = found
  const own = permissionsOf(asking.asker)
  if (![right.permission, ...(right.orAny ?? [])].some((one) => own.includes(one))) return askerGone(row, language)
  const request = readBody(operation, body, brand)
  if (isTurnedDown(request)) return request
  const rights = standing.locations ? { locations: [...standing.locations] } : {}
  const sums = row.money === null || row.points === null ? {} : { sums: sumsOf(row.money, row.points) }
  const { isOneHand } = asking
  const hand = {
    ...handOf(standing, true),
    undoesOnlyOwn: false,
    approval: { by: visitor.name, role: standing.role, isOneHand, ...sums },
  }
  const call = {
    ref: room.newRef(),
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
  // No header can have this character: nobody takes the id of an approval for a call of theirs.
  const key = `approval\0${row.approval_id} ${part}`
  return carryOut(room, { operation, request, call, brand, body }, key)
}

const sumsOf = (money: string, points: string) => ({
  money: fromDecimalText(money),
  points: fromDecimalText(points),
})

/**
 * Says what came of it. Where the store was out of reach, it stays approved, and can be approved again; what is more than
 * this approver may approve waits for another.
 */
async function end(
  done: object & {
    readonly original?: string
    readonly requestRef?: string
    readonly newSecrets?: Parameters<typeof unshownOf>[0]
  },
  { row, asking, visit }: Approved,
): Promise<{ requestRef: string } | PortalRefusal> {
  const { room, brand, language } = visit
  const refusal = isTurnedDown(done) ? done : undefined
  if (refusal?.reason === 'unavailable') return refusal
  const isNotSecond = refusal?.objection === 'oneHand' || refusal?.reason === 'approvalNeeded'
  if (refusal?.objection === 'aboveApproval' || isNotSecond) {
    await reopenApproval(room.pool, brand.id, row.approval_id)
    if (refusal?.reason === 'approvalNeeded') return notSecond(row, asking, { language })
    return isNotSecond ? notSecond(row, asking, { text: refusal?.text ?? '', language }) : refusal
  }
  // Error 3: it had been carried out, and whoever did so could not say it.
  const ref = refusal?.code === 3 ? done.original : done.requestRef
  await inTransaction(room.pool, async (db) => {
    const unshown = unshownOf(done.newSecrets)
    const result = ref === undefined ? { text: (refusal?.text ?? '').slice(0, 1000) } : { ref, unshown }
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

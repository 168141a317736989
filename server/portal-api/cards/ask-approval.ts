import { id, json, model, text } from '../../contract/field.ts'
import type { JsonObject } from '../../contract/json.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { defined } from '../../kernel/defined.ts'
import { day } from '../../kernel/time.ts'
import { insertAuditEntries } from '../../store/audit/entry.sql.ts'
import { countOpenApprovals, insertApproval } from '../../store/portal/approval.sql.ts'
import { prepareCall } from '../prepare-call.ts'
import { isTurnedDown, turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

const anything = model('PortalRequest', 'What an operation is called with.', {})

/** How long a second person has. */
const waitMs = 7 * day
/** Nobody needs more at once, and a list of thousands would hide what matters. */
const openMax = 50

export const askApproval = brandRoute({
  name: 'askApproval',
  summary: 'Keep a change that its author may not make alone for a second person.',
  permission: 'terminal.use',
  isConfirmed: false,
  reach: 'place',
  request: {
    operation: id('The operation.').required(),
    request: json('What it is to be called with.', anything),
    locationId: id('Where.'),
    terminalId: id('At which terminal.'),
    reason: text('Why.').max(1000).required(),
  },
  response: { approvalId: text('The request for approval.').required() },
  run: async (visit) => {
    const { request, room, brand, standing, visitor, address } = visit
    const { operation: name, locationId = '', terminalId = '', reason } = request
    const body = request.request
    if (!isObject(body)) return turnDown('invalid', 'request: must be an object')
    const wanted = { name, body, ref: room.newRef(), locationId, terminalId, note: reason, from: address }
    const prepared = await prepareCall(room, wanted, { brand, standing, visitor })
    if (isTurnedDown(prepared)) return prepared
    const { exceeding, call } = prepared
    if (!exceeding) return turnDown('invalid', 'This needs nobody else: you may do it yourself.')
    const now = room.now()
    if ((await countOpenApprovals(room.pool, brand.id, visitor.name, now)) >= openMax)
      return turnDown('slowDown', `You are waiting for ${openMax} approvals already. Let somebody decide them first.`)
    const { cardNumber, action } = exceeding
    const approval = {
      id: call.ref,
      operation: name,
      request: JSON.stringify(body),
      cardNumber,
      limit: action,
      locationId: call.locationId,
      terminalId: call.terminalId,
      reason: reason.trim(),
      askedBy: visitor.name,
      askedAt: now,
      endsAt: now + waitMs,
    }
    await inTransaction(room.pool, async (db) => {
      await insertApproval(db, brand.id, approval)
      const actor = { kind: 'user', name: visitor.name, from: address } as const
      const after = defined({ operation: name, cardNumber, limit: action })
      await insertAuditEntries(db, brand.id, [{ action: 'approval.asked', subject: call.ref, actor, after }])
    })
    return { approvalId: call.ref }
  },
})

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

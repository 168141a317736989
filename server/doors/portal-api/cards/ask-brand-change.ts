import { brandEdit } from '../../../calls/operations/brand/edit-brand.ts'
import { optionsOf } from '../../../calls/operations/brand/parts/change-brand.ts'
import { faultWords } from '../../../domain/brand/faults/fault-words.ts'
import { integer, list, text } from '../../../ground/contract/field.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { day } from '../../../ground/kernel/time.ts'
import { editInTransaction } from '../../../storage/brand-store/apply/edit.ts'
import type { ApplyOptions } from '../../../storage/brand-store/apply/plan-change.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { countOpenApprovals, insertApproval } from '../../../storage/store/portal/approval.sql.ts'
import { turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { userOf } from '../user-of.ts'
import { findWaitingSecret } from './parts/waiting-secrets.ts'

const waitMs = 7 * day
const openMax = 50
const requestMax = 16_000

interface BrandChangeRequest {
  readonly edits: readonly { section: string; key?: string; entry?: unknown }[]
  readonly baseVersion: number
  readonly reason: string
}

export const askBrandChange = brandRoute({
  name: 'askBrandChange',
  summary: 'Keep a change of the brand that a second person has to see for that person.',
  permission: 'configuration.change',
  isConfirmed: true,
  reach: 'brand',
  request: {
    edits: list('The entries, as editBrand takes them.', brandEdit).between(1, 500).required(),
    baseVersion: integer('The version in which the entries were read.').between(1, 2_147_483_647).required(),
    reason: text('Why.').max(1000).required(),
  },
  response: { approvalId: text('The request for approval.').required() },
  run: async (visit) => {
    const { request, services, brand, visitor, address, language } = visit
    const owed = await tried(visit, { asksWhatIsOwed: true })
    if ('overtaken' in owed) return turnDown('conflict', 'Somebody else has changed this meanwhile.')
    if (!('faults' in owed)) return turnDown('invalid', 'This needs nobody else: you may do it yourself.')
    if (owed.owed !== 'secondPerson')
      return turnDown('invalid', owed.faults.map((fault) => faultWords(fault, language)).join('; '))
    const change = await tried(visit, {})
    if (!('lines' in change)) return turnDown('invalid', 'This cannot be changed so.')
    const now = services.now()
    if ((await countOpenApprovals(services.pool, brand.id, visitor.name, now)) >= openMax)
      return turnDown('slowDown', `You are waiting for ${openMax} approvals already. Let somebody decide them first.`)
    const id = services.newRef()
    const { edits, baseVersion, reason } = request
    const body = JSON.stringify({ edits, baseVersion, note: reason.slice(0, 500) })
    if (body.length > requestMax) return turnDown('tooLarge', 'This is too much at once. Ask for fewer entries.')
    const secret = findWaitingSecret(edits, language)
    if (secret) return secret
    const judged = { permissions: [...visit.standing.permissions] }
    await inTransaction(services.pool, async (db) => {
      await insertApproval(db, brand.id, {
        id,
        operation: 'editBrand',
        request: body,
        limit: 'brand',
        locationId: '',
        terminalId: '',
        reason: reason.trim(),
        askedBy: visitor.name,
        askedAt: now,
        endsAt: now + waitMs,
        ofBrand: { changes: change.lines.slice(0, 500), judged },
      })
      const actor = { kind: 'user', name: visitor.name, from: address } as const
      await insertAuditEntries(db, brand.id, [
        { action: 'approval.asked', subject: id, actor, after: { operation: 'editBrand' } },
      ])
    })
    return { approvalId: id }
  },
})

/** What the change would do, or what it still needs; nothing is changed. */
function tried(
  { request, services, brand, visitor, standing }: BrandVisit<BrandChangeRequest>,
  asking: Partial<ApplyOptions>,
) {
  const { pins, random, environment } = services
  const call = { ref: services.newRef(), locationId: '', terminalId: '', user: userOf(services, { visitor, standing }) }
  const origin = { actor: { kind: 'user', name: visitor.name } } as const
  const options = { ...optionsOf({ call, pins, random, environment }), dryRun: true, origin, ...asking }
  const { edits, baseVersion } = request as BrandChangeRequest & {
    readonly edits: Parameters<typeof editInTransaction>[1]['edits']
  }
  return services.pool.withConnection(async (db) => {
    await db.rows`begin`
    try {
      return await editInTransaction(db, { brandId: brand.id, edits, baseVersion }, options)
    } finally {
      await db.rows`rollback`
    }
  })
}

import { createHash } from 'node:crypto'
import { newSecret } from '../../../calls/operations/brand/parts/change-brand.ts'
import { id, list } from '../../../ground/contract/field.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { secretsOf } from '../../../storage/brand-store/apply/receiver-secrets.ts'
import { brandSecretUse } from '../../../storage/brand-store/document-secrets.ts'
import { findBrand } from '../../../storage/brand-store/stored-brand.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { forgetUnshown, lockApproval } from '../../../storage/store/portal/approval.sql.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

/**
 * Whoever approves a change is not the one who sets up its receiver, and is shown no secret of it: whoever asked is, once. The
 * approval keeps the digests alone, so that a secret that was changed since is not shown.
 */
export const newSecrets = brandRoute({
  name: 'newSecrets',
  summary: 'The secrets that an approved change of the brand made, once, for whoever asked for it.',
  permission: 'connections.change',
  isConfirmed: true,
  reach: 'brand',
  request: { approvalId: id('The request for approval.').required() },
  response: { newSecrets: list('The secrets. Shown only here.', newSecret).required() },
  run: async ({ request, services, brand, visitor, address: from }) => {
    if (!isUuid(request.approvalId)) return nothingToShow
    const shown = await inTransaction(services.pool, async (db) => {
      const row = await lockApproval(db, brand.id, request.approvalId)
      if (!row?.unshown || row.asked_by !== visitor.name) return undefined
      const stored = await findBrand(db, brand.id, services.pins.sealerFor(brandSecretUse))
      const secrets = stored ? secretsOf(stored.document) : new Map<string, readonly string[]>()
      await forgetUnshown(db, brand.id, row.approval_id)
      const found = row.unshown.flatMap(({ address, sha256 }) =>
        (secrets.get(address) ?? []).filter((one) => digestOf(one) === sha256).map((secret) => ({ address, secret })),
      )
      const after = { addresses: found.map(({ address }) => address).join(', ') }
      const actor = { kind: 'user', name: visitor.name, from } as const
      await insertAuditEntries(db, brand.id, [
        { action: 'approval.secretShown', subject: row.approval_id, actor, after },
      ])
      return found
    })
    return shown ? { newSecrets: shown } : nothingToShow
  },
})

const nothingToShow = turnDown('notFound', 'There is no secret here that you have not seen.')

type NewSecrets = readonly { readonly address: string; readonly secret: string }[]

/** What is kept until they are shown; undefined where there are none. */
export function unshownOf(made: NewSecrets = []) {
  return made.length === 0 ? undefined : made.map(({ address, secret }) => ({ address, sha256: digestOf(secret) }))
}

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

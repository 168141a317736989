import type { BrandDocument } from '../../../domain/brand/document.ts'
import { withoutPassword } from '../apply/receiver-secrets.ts'
import { withoutSecrets } from '../document-secrets.ts'
import type { KeptDocument } from './kept-document.ts'
import { withOwnEmployees, withOwnStock } from './own-parts.ts'

/**
 * An earlier version as it can be applied today. Keys, employees, secrets and stock are those of today: whoever was let
 * in or shut out since stays so, and what was issued stays.
 */
export function restoredDocument(kept: KeptDocument, current: BrandDocument): BrandDocument {
  const { isKept: _, ...content } = kept
  const { apiKeys } = current
  const document = withOwnStock(content, current, (set) => set)
  const locations = withOwnEmployees(content.locations, current)
  return withoutSecrets({ sealed: { ...document, apiKeys, locations, senders: withOwnMail(content, current) } })
}

/** The password of another mail server is not known any more, so that of today goes on. */
function withOwnMail({ senders: { email, ...others } }: BrandDocument, { senders: own }: BrandDocument) {
  const isSame = email && own.email && withoutPassword(email.smtp) === withoutPassword(own.email.smtp)
  const needsPassword = email && new URL(email.smtp).password !== ''
  const chosen = needsPassword && !isSame ? (own.email ?? email) : email
  return { ...others, ...(chosen && { email: chosen }) }
}

import { memberAddress } from '../../../domain/brand/member/member-address.ts'
import { id, text } from '../../../ground/contract/field.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import { newToken } from '../../../ground/kernel/random-token.ts'
import { minute } from '../../../ground/kernel/time.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { insertMemberSession } from '../../../storage/store/member/session.sql.ts'
import { findCards } from '../../../storage/store/queries/card-view.sql.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

/** As long as a call with the customer takes. */
const lookMs = 15 * minute

/**
 * Lets somebody of staff see a card as its customer does. The session that it begins changes nothing (`way` is staff), ends
 * by itself, and is in the audit log before its token is known.
 */
export const lookAsMember = brandRoute({
  name: 'lookAsMember',
  summary: "See the customer's own pages as the customer does, without being able to change anything.",
  permission: 'customers.see',
  isConfirmed: false,
  reach: 'brand',
  request: { cardNumber: id('The card.').required() },
  response: { url: text('The page, for fifteen minutes.').required() },
  run: async ({ request: { cardNumber }, services, brand, visitor, address, origin }) => {
    const { pool, random, now } = services
    const [view] = await findCards(pool, brand.id, [cardNumber])
    const url = memberAddress(brand, services.publicUrl ?? origin)
    if (!brand.document.member?.enabled || !view || url === undefined)
      return turnDown('notFound', 'There is no such card, or the brand has no pages for members.')
    const at = now()
    const { token, sha256 } = newToken(random)
    const sessionId = uuidV7(at, random(10))
    await inTransaction(pool, async (db) => {
      const actor = { kind: 'user', name: visitor.name, from: address } as const
      await insertAuditEntries(db, brand.id, [{ actor, action: 'customer.viewed', subject: cardNumber }])
      const begun = { sha256, sessionId, cardId: view.card.id, way: 'staff', browser: '', at } as const
      await insertMemberSession(db, brand.id, { ...begun, expiresAt: at + lookMs })
    })
    return { url: `${url}#token=${token}` }
  },
})

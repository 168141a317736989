import { guardCard } from '../../../domain/card/guard.ts'
import { flag, id, integer, text } from '../../../ground/contract/field.ts'
import { isRefusal, refuse } from '../../../ground/kernel/errors.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import { newToken } from '../../../ground/kernel/random-token.ts'
import { formatDateTime, minute } from '../../../ground/kernel/time.ts'
import { deletePasskeysOf } from '../../../storage/store/member/passkey.sql.ts'
import { deleteSessionsOf, insertMemberSession } from '../../../storage/store/member/session.sql.ts'
import { findCards } from '../../../storage/store/queries/card-view.sql.ts'
import { task } from '../operation.ts'

const minutesMax = 24 * 60

export const memberToken = task({
  name: 'memberToken',
  summary: 'Give a member of your shop or app a token for the member interface.',
  details:
    'The token is good for this one card under /member/, for the minutes asked for. Ask for it on your own server once you know who is logged in there, and hand it to their browser or app: never your key. A key with a scope needs memberTokens; no group includes it. The brand must have pages for members (member in its file).',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'MemberTokenRequest',
  responseModel: 'MemberTokenResponse',
  request: {
    cardNumber: id('The card of the member.').required(6),
    minutes: integer('How long the token is good.').between(1, minutesMax).default(15),
    endOthers: flag('End all tokens, logins and passkeys of the card first.').default(false),
  },
  response: {
    token: text('The token, for the header Authorization: Bearer.').required().secret(),
    expirationDate: text('When it ends, yyyy-MM-dd HH:mm:ss.').required(),
    url: text(
      "The member's page with this token, for a web view. Absent where the server's address is not known.",
    ).secret(),
  },
  perform: async ({ request, call, brand, pins, random, db }) => {
    const { cardNumber, minutes } = request
    if (!brand.document.member?.enabled)
      return refuse(104, 'The brand has no pages for members: its file has no member.')
    const [view] = await findCards(db, brand.id, [cardNumber])
    const now = view?.now ?? 0
    const card = guardCard(
      view?.card,
      { forcePinValidation: false },
      { brandId: brand.id, pins, now, passesLock: () => true },
    )
    if (isRefusal(card)) return card
    if (request.endOthers) {
      await deleteSessionsOf(db, brand.id, [card.id])
      await deletePasskeysOf(db, brand.id, [card.id])
    }
    const { token, sha256 } = newToken(random)
    const expiresAt = now + minutes * minute
    const sessionId = uuidV7(now, random(10))
    const begun = { sha256, sessionId, cardId: card.id, way: 'merchant', browser: '', at: now, expiresAt } as const
    await insertMemberSession(db, brand.id, begun)
    const expirationDate = formatDateTime(expiresAt, brand.interfaceTimeZone)
    const { domain } = brand.document.member
    const address = domain === undefined ? call.address : `https://${domain}`
    const url = address === undefined ? undefined : `${address}/m/${encodeURIComponent(brand.id)}#token=${token}`
    return { kind: 'answer', response: { token, expirationDate, ...(url && { url }) }, cardId: card.id }
  },
})

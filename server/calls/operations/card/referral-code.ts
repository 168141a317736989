import { id, oneOf, text } from '../../../ground/contract/field.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { type Refusal, refuse } from '../../../ground/kernel/errors.ts'
import { newReferralCode, printedReferralCode, referralPath } from '../../../ground/kernel/referral-code.ts'
import { lockCards } from '../../../storage/store/batch/card.sql.ts'
import { findCodeOf, insertCode, revokeCodes } from '../../../storage/store/queries/referral-code.sql.ts'
import { type TaskContext, task } from '../operation.ts'

/** Two cards hardly ever draw the same one. */
const drawsMax = 10

export const referralCode = task({
  name: 'referralCode',
  summary: 'Get the code and the link by which a member refers others, or revoke them.',
  details:
    'The code is made when it is first asked for, and stays the same until it is revoked. It spends nothing and says nothing about the card. Checkouts take it as referralCode. After a transfer it belongs to the card that has what its card had. Needs the section referrals of the brand file.',
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'ReferralCodeRequest',
  responseModel: 'ReferralCodeResponse',
  request: {
    cardNumber: id('The card.').required(6),
    action: oneOf('get returns the code. revoke ends it; the next get makes another one.', ['get', 'revoke']).default(
      'get',
    ),
  },
  response: {
    cardNumber: text('The card.').required(),
    code: text('The code, to be read aloud or typed. Absent after revoke.'),
    link: text(
      "A page that shows the code, to be sent to others. It begins with the server's PURSER_PUBLIC_URL, or else with the server's own address. Absent after revoke, and where the server does not know its address.",
    ),
  },
  perform: async (context) => {
    const { request, brand, call, db } = context
    if (!brand.document.referrals) return refuse(100, 'This brand has no referral codes: its file has no referrals.')
    const [card] = await lockCards(db, brand.id, [request.cardNumber], false)
    if (!card) return refuse(2)
    if (card.status === 'Inventory' || card.status === 'Distributed') return refuse(110)
    const cardNumber = card.card_number
    if (request.action === 'revoke') {
      await revokeCodes(db, brand.id, card.card_id, await readNow(db))
      return { kind: 'answer', response: { cardNumber }, cardId: card.card_id }
    }
    if (card.status !== 'Activated' && card.status !== 'Demo') return refuse(112)
    const code = (await findCodeOf(db, brand.id, card.card_id)) ?? (await drawCode(card.card_id, context))
    if (typeof code === 'object') return code
    const link =
      call.address === undefined
        ? {}
        : { link: `${call.address}${referralPath(`${brand.id}/${printedReferralCode(code)}`)}` }
    const response = { cardNumber, code: printedReferralCode(code), ...link }
    return { kind: 'answer', response, cardId: card.card_id }
  },
})

async function drawCode(card: number, { brand, db, random }: TaskContext<unknown>): Promise<string | Refusal> {
  const now = await readNow(db)
  const { length } = brand.document.referrals?.codes ?? { length: 8 }
  for (let draws = 0; draws < drawsMax; draws += 1) {
    const code = newReferralCode(length, random)
    if (await insertCode(db, brand.id, { code, card, now })) return code
  }
  return refuse(109)
}

import { flag, integer, text } from '../../../ground/contract/field.ts'
import { tokenSha256 } from '../../../ground/kernel/random-token.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
import { findMemberCode, useMemberCode } from '../../../storage/store/member/code.sql.ts'
import { mayAgain } from '../counting.ts'
import { findOwnCards, type OwnCard } from '../own-cards.ts'
import { isTurnedAway, turnAway } from '../refusal.ts'
import { openRoute } from '../route.ts'
import { beginMemberSession } from '../sessions.ts'
import { finishJoining } from './finish-joining.ts'
import { newKnownBrowser } from './known-browser.ts'
import { addressHash, codeRules, contactOf, isCode } from './one-time-code.ts'
import { askedField, named } from './send-code.ts'

/** The same for a wrong code, an old one, one that was tried too often, and an address that nobody has. */
const wrongCode = turnAway('refused', 'This code is wrong or too old. Ask for another one.')

export const enter = openRoute({
  name: 'enter',
  summary: 'Get in with the code that was sent; or finish joining with it.',
  request: {
    ...named,
    asked: askedField.max(100),
    code: text('The code.').required().max(20).secret(),
    remember: flag('Stay in for 30 days after the last visit, instead of an hour.').default(false),
  },
  response: {
    token: text('The token, for the header Authorization: Bearer.').required().secret(),
    expiresAt: integer('When it ends if it is not used, in milliseconds since 1970.').required(),
    known: text(
      'Kept by the browser or app for good, and sent with sendCode: others who ask for codes use up none of its own.',
    ).secret(),
    isNew: flag('Whether a card was given out just now.'),
    language: text("The customer's language, if it is known."),
  },
  run: async (visit) => {
    const { request, services, brand, browser } = visit
    const contact = contactOf(request, brand)
    if (isTurnedAway(contact)) return contact
    const { pool, pins, now } = services
    const address = addressHash(pins, brand, contact)
    const meant = { address, asked: tokenSha256(request.asked) }
    // Of each code by itself, whether there is one or not: whoever has not asked for it guesses nothing, and keeps nobody out.
    const tried = `tries ${address.toString('hex')} ${meant.asked.toString('hex')}`
    const isOften = !(await mayAgain(services, brand, tried, codeRules.triesOfCode))
    const found = await findMemberCode(pool, brand.id, meant, now())
    const isRight = isCode(pins, address, request.code, found?.code_hash)
    if (!isRight || !found || isOften) return wrongCode
    // Whoever cannot get a card just now keeps the code; whoever has one uses it up before they are let in.
    const joined = found.joining ? await finishJoining(contact, found.joining, visit) : undefined
    if (joined && isTurnedAway(joined)) return joined
    if (!(await useMemberCode(pool, brand.id, meant))) return wrongCode
    const own: OwnCard | undefined = (await findOwnCards(contact, visit))[0]
    if (!own) return wrongCode
    const session = { cardId: own.cardId, address, browser, isRemembered: request.remember }
    const begun = await beginMemberSession(services, brand, session)
    const [account] = await listAccounts(pool, brand.id, [own.cardId])
    const { language } = account?.customer ?? {}
    return {
      ...begun,
      known: newKnownBrowser(services, brand, address),
      ...(joined?.isNew && { isNew: true }),
      ...(typeof language === 'string' && { language }),
    }
  },
})

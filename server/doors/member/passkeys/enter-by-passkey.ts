import { flag, integer, text } from '../../../ground/contract/field.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
import { findMemberPasskey, updateMemberPasskey } from '../../../storage/store/member/passkey.sql.ts'
import { countOfSigned, hostOf, webAuthn } from '../../access/factor/web-authn.ts'
import { type MemberVisit, openRoute } from '../route.ts'
import { beginMemberSession, standingOf } from '../sessions.ts'
import { isChallenge, newChallenge, useChallenge } from './challenge.ts'
import { challengeOf, passkeyField, wrongPasskey } from './passkey-field.ts'

const purpose = 'enter'

export const passkeyOptions = openRoute({
  name: 'passkeyOptions',
  summary: 'What a passkey has to sign to get in: for navigator.credentials.get in the browser.',
  request: {},
  response: { options: passkeyField('For the browser.').required() },
  run: async ({ services, brand, site }) => {
    const { generateAuthenticationOptions } = await webAuthn()
    // It names no passkey: the browser shows those that it has, and nobody learns who has some.
    const options = await generateAuthenticationOptions({
      rpID: hostOf(site),
      challenge: new Uint8Array(newChallenge(services, brand, purpose)),
      userVerification: 'required',
    })
    return { options: options as never }
  },
})

export const enterByPasskey = openRoute({
  name: 'enterByPasskey',
  summary: 'Get in with a passkey that was added before.',
  request: {
    response: passkeyField('What the browser answered.').required(),
    remember: flag('Stay in for 30 days after the last visit, instead of an hour.').default(false),
  },
  response: {
    token: text('The token, for the header Authorization: Bearer.').required().secret(),
    expiresAt: integer('When it ends if it is not used, in milliseconds since 1970.').required(),
    language: text("The customer's language, if it is known."),
  },
  run: async (visit) => {
    const { request, services, brand, browser } = visit
    const found = await findSigned(visit)
    if (!found) return wrongPasskey
    const { passkeyId, cardId, address } = found
    const session = { cardId, address, browser, isRemembered: request.remember, passkeyId }
    const begun = await beginMemberSession(services, brand, session)
    const [account] = await listAccounts(services.pool, brand.id, [cardId])
    const { language } = account?.customer ?? {}
    return { ...begun, ...(typeof language === 'string' && { language }) }
  },
})

/** The passkey that signed what this server asked for, if its member still has the address that they had proved. */
async function findSigned({ request, services, brand, site }: MemberVisit<{ readonly response: unknown }>) {
  const { id } = (request.response ?? {}) as { readonly id?: unknown }
  const challenge = challengeOf(request.response)
  if (typeof id !== 'string' || id.length > 2000 || !isChallenge(services, brand, purpose, challenge)) return undefined
  const { pool, now } = services
  const found = await findMemberPasskey(pool, brand.id, id)
  if (!found) return undefined
  const known = { passkeyId: id, publicKey: found.public_key, signCount: found.sign_count }
  const asked = { expectedChallenge: challenge, origin: site, requireUserVerification: true }
  const signCount = await countOfSigned(request.response, known, asked)
  if (signCount === undefined || !standingOf(found, found.address_hash, services, brand)) return undefined
  if (!(await useChallenge(services, brand, challenge))) return undefined
  if (!(await updateMemberPasskey(pool, brand.id, { passkeyId: id, signCount, at: now() }))) return undefined
  return { passkeyId: id, cardId: found.card_id, address: found.address_hash }
}

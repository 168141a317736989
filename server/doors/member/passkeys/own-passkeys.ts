import { id, integer, list, model, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import {
  deleteMemberPasskey,
  insertMemberPasskey,
  listMemberPasskeys,
} from '../../../storage/store/member/passkey.sql.ts'
import { algorithms, hostOf, readNewPasskey, shownPasskey, webAuthn } from '../../access/factor/web-authn.ts'
import { addressHash, markOf } from '../enter/one-time-code.ts'
import { tellMember } from '../enter/tell-member.ts'
import { findOwnCards } from '../own-cards.ts'
import { notIn, turnAway } from '../refusal.ts'
import { type OwnMemberVisit, ownRoute } from '../route.ts'
import { isChallenge, newChallenge, useChallenge } from './challenge.ts'
import { challengeOf, passkeyField, wrongPasskey } from './passkey-field.ts'

/** More devices than these nobody has. */
const passkeysMax = 20

const onlyByCode = turnAway('forbidden', 'Get in with a code that is sent to you, then do this.')

const ownPasskey = model('MemberPasskey', 'A passkey by which the member gets in.', {
  passkeyId: id('The passkey.').required(),
  browser: text('What the browser said of itself where it was made.').required(),
  madeAt: integer('When it was made, in milliseconds since 1970.').required(),
  usedAt: integer('When it was used last.'),
})

export const passkeys = ownRoute({
  name: 'passkeys',
  changes: false,
  summary: 'The passkeys by which the member gets in.',
  request: {},
  response: { passkeys: list('The passkeys, the newest first.', ownPasskey).required() },
  run: async (visit) => {
    const { services, brand } = visit
    const address = addressOf(visit)
    const rows = address ? await listMemberPasskeys(services.pool, brand.id, address) : []
    return {
      passkeys: rows.map(({ passkey_id: passkeyId, browser, made_at: madeAt, used_at: usedAt }) =>
        defined({ passkeyId, browser, madeAt, usedAt: usedAt ?? undefined }),
      ),
    }
  },
})

export const newPasskey = ownRoute({
  name: 'newPasskey',
  changes: true,
  summary: 'What a new passkey has to sign: for navigator.credentials.create in the browser; addPasskey takes it.',
  request: {},
  response: { options: passkeyField('For the browser.').required() },
  run: async (visit) => {
    const { services, brand, member, site } = visit
    const address = addressOf(visit)
    if (!member.contact || !address) return onlyByCode
    const known = await listMemberPasskeys(services.pool, brand.id, address)
    const { generateRegistrationOptions } = await webAuthn()
    const options = await generateRegistrationOptions({
      rpName: brand.name,
      rpID: hostOf(site),
      userName: member.contact.user,
      userDisplayName: member.contact.user,
      // The device gives it to whoever asks for a passkey: it says nothing to anybody.
      userID: new Uint8Array(markOf(services.pins, brand, `passkey user ${address.toString('hex')}`)),
      challenge: new Uint8Array(newChallenge(services, brand, purposeOf(visit))),
      excludeCredentials: known.map(({ passkey_id: passkeyId, transports }) => shownPasskey({ passkeyId, transports })),
      // It is found without a name, and it is all that is shown: the device asks for a finger, a face or its pin.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: [...algorithms],
    })
    return { options: options as never }
  },
})

export const addPasskey = ownRoute({
  name: 'addPasskey',
  changes: true,
  summary: 'Add a passkey. The member is told by a message that there is another one.',
  request: { response: passkeyField('What the browser answered.').required() },
  response: {},
  run: async (visit) => {
    const { request, services, brand, member, site, browser } = visit
    const { pool, now } = services
    const address = addressOf(visit)
    if (!member.contact || !address) return onlyByCode
    const challenge = challengeOf(request.response)
    if (!isChallenge(services, brand, purposeOf(visit), challenge)) return wrongPasskey
    const asked = { expectedChallenge: challenge, origin: site, requireUserVerification: true }
    const made = await readNewPasskey(request.response, asked)
    if (!made || made.passkeyId.length > 2000 || !(await useChallenge(services, brand, challenge))) return wrongPasskey
    const own = await findOwnCards(member.contact, visit)
    const card = own.find(({ cardNumber }) => cardNumber === member.cardNumber) ?? own[0]
    if (!card) return notIn
    const kept = { ...made, cardId: card.cardId, address, browser: browser.slice(0, 200), at: now() }
    if (!(await insertMemberPasskey(pool, brand.id, kept, passkeysMax))) return wrongPasskey
    tellMember(member.contact, 'passkeyAdded', visit)
    return {}
  },
})

export const removePasskey = ownRoute({
  name: 'removePasskey',
  changes: true,
  summary: 'Remove a passkey. Whoever else is in by it is out.',
  request: { passkeyId: id('The passkey.').required().max(2000) },
  response: {},
  run: async (visit) => {
    const { request, services, brand, member } = visit
    const address = addressOf(visit)
    const { passkeyId } = request
    const removed = address && { address, passkeyId, except: member.sessionId }
    return removed && (await deleteMemberPasskey(services.pool, brand.id, removed))
      ? {}
      : turnAway('notFound', 'This is none of your passkeys.')
  },
})

/** Made for this session alone: nobody adds a passkey of theirs by another's browser. */
const purposeOf = ({ member }: OwnMemberVisit<unknown>) => `add ${member.sessionId}`

const addressOf = ({ services, brand, member }: OwnMemberVisit<unknown>) =>
  member.contact && addressHash(services.pins, brand, member.contact)

import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { memberSay } from '../../../domain/brand/member/member-texts.ts'
import type { ChannelUser } from '../../../domain/channel/channel-user.ts'
import { text } from '../../../ground/contract/field.ts'
import { newToken, tokenSha256 } from '../../../ground/kernel/random-token.ts'
import { placeOf } from '../../../ground/log/log.ts'
import { insertMemberCode } from '../../../storage/store/member/code.sql.ts'
import { mayAgain } from '../counting.ts'
import { findOwnCards } from '../own-cards.ts'
import { isTurnedAway } from '../refusal.ts'
import { type MemberVisit, openRoute } from '../route.ts'
import { slowed } from '../run-route.ts'
import { knownBrowser } from './known-browser.ts'
import { addressHash, codeHash, codeRules, contactOf, newCode } from './one-time-code.ts'

export const named = {
  email: text('The e-mail address.').max(254).personal(),
  mobilePhone: text('The mobile number.').max(50).personal(),
}

/** What goes back with the code: a code works only where it was asked for. */
export const askedField = text('To be sent with the code: it works only where it was asked for.').required().secret()

export const sendCode = openRoute({
  name: 'sendCode',
  summary: 'Send a code to an e-mail address or a mobile number, if a member has it.',
  request: {
    ...named,
    known: text('What enter gave to this browser or app, if somebody got in there before.').max(200).secret(),
  },
  response: { asked: askedField },
  run: async (visit) => {
    const contact = contactOf(visit.request, visit.brand)
    if (isTurnedAway(contact)) return contact
    return slowed(visit.services.sends, visit.source) ?? deliverSoon(contact, visit, { known: visit.request.known })
  },
})

type Sending = Omit<MemberVisit<unknown>, 'request'>

interface Asking {
  /** What somebody wrote who is about to join, sealed. */
  readonly joining?: Buffer
  /** What their browser was given when somebody got in there. */
  readonly known?: string | undefined
}

/** So many of a brand are under way at most; who asks for more gets none, and asks again. */
const underWayMax = 25
const underWay = new Map<string, number>()

/** A brand whose mail server hangs keeps no other brand's codes back. */
function begin({ id }: { readonly id: string }): boolean {
  const count = underWay.get(id) ?? 0
  if (count >= underWayMax) return false
  underWay.set(id, count + 1)
  return true
}

function end({ id }: { readonly id: string }): void {
  const count = (underWay.get(id) ?? 1) - 1
  if (count > 0) underWay.set(id, count)
  else underWay.delete(id)
}

/** After the answer: how long it takes, and whether anything is sent, is nobody's business. */
export function deliverSoon(contact: ChannelUser, visit: Sending, asking: Asking): { readonly asked: string } {
  const { log, random } = visit.services
  const { token: asked } = newToken(random)
  if (!begin(visit.brand)) return { asked }
  setImmediate(() => {
    deliver(contact, asked, visit, asking)
      .catch((error) => log.warn('member.code', { text: placeOf(error) }))
      .finally(() => end(visit.brand))
  })
  return { asked }
}

async function deliver(contact: ChannelUser, asked: string, visit: Sending, { joining, known }: Asking): Promise<void> {
  const { services, brand } = visit
  const { pool, pins, random, now } = services
  const address = addressHash(pins, brand, contact)
  // A stranger is sent nothing, unless they are about to join: nobody is to be bothered by whoever types addresses.
  if (!joining && (await findOwnCards(contact, visit)).length === 0) return
  if (!isReached(contact, visit)) return
  const browser = knownBrowser(services, brand, address, known)
  if (!(await maySend(address, browser, visit))) return
  // Whoever names addresses of strangers uses up what joining has, and keeps no member out.
  const ofStranger = joining ? 'joins of the brand' : 'sends of the brand'
  const budget = browser === undefined ? ofStranger : 'known sends of the brand'
  if (!(await mayAgain(services, brand, budget, codeRules.sendsOfBrand)))
    return services.log.warn('member.code', { text: 'too many codes in an hour', brand: brand.id })
  const code = newCode(random)
  await insertMemberCode(pool, brand.id, {
    address,
    asked: tokenSha256(asked),
    code: codeHash(pins, address, code),
    expiresAt: now() + codeRules.validMs,
    ...(joining && { joining }),
  })
  await sendTo(contact, code, visit)
}

/**
 * Whoever only knows an address uses up what there is for their place, and many of them what there is for strangers: a browser
 * in which somebody got in by it has codes of its own.
 */
async function maySend(address: Buffer, browser: string | undefined, { services, brand, source }: Sending) {
  const about = `sends ${address.toString('hex')}`
  const from = browser === undefined ? `${about} from ${source}` : `${about} known ${browser}`
  const own = { [from]: codeRules.sendsFrom, [`${from} of a day`]: codeRules.sendsFromOfDay }
  const all = { [about]: codeRules.sends, [`${about} of a day`]: codeRules.sendsOfDay }
  for (const [name, often] of Object.entries(browser === undefined ? { ...own, ...all } : own))
    if (!(await mayAgain(services, brand, name, often))) return false
  return true
}

/** Nobody makes the brand pay for messages into countries where it has no store. */
export function isReached({ channel, user }: ChannelUser, { brand }: Sending): boolean {
  if (channel === 'email') return true
  const countries = new Set([
    brand.country,
    ...[...brand.locations.values()].map(({ country }) => country ?? brand.country),
  ])
  return countries.has(parsePhoneNumberFromString(user)?.country ?? '')
}

export async function sendTo({ channel, user }: ChannelUser, code: string, visit: Sending): Promise<void> {
  const { services, brand, language } = visit
  const say = memberSay(brand, language)
  const values = { brand: brand.name, code }
  const now = services.now()
  const requestRef = services.newRef()
  const written = { id: `code-${requestRef}`, recipient: user, requestRef, createdAt: now, attemptedAt: now }
  const { email, sms } = brand.document.senders
  const mail = { ...written, subject: say('codeSubject', values), text: say('codeMail', values) }
  const result =
    channel === 'email'
      ? email && (await services.senders.email(mail, email))
      : sms && (await services.senders.sms({ ...written, subject: '', text: say('codeSms', values) }, sms))
  if (result === undefined && services.isDemo)
    return services.log.info('member.code', { text: `nothing is sent in the demo; the code is ${code}` })
  if (result?.kind !== 'sent') services.log.warn('member.code', { text: result?.kind ?? 'no sender', brand: brand.id })
}

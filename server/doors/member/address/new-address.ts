import type { ChannelUser } from '../../../domain/channel/channel-user.ts'
import { text } from '../../../ground/contract/field.ts'
import { newToken, tokenSha256 } from '../../../ground/kernel/random-token.ts'
import { day, hour } from '../../../ground/kernel/time.ts'
import { placeOf } from '../../../ground/log/log.ts'
import { findMemberCode, insertMemberCode, useMemberCode } from '../../../storage/store/member/code.sql.ts'
import { findErasure } from '../../../storage/store/member/erasure.sql.ts'
import { mayAgain, notCounted } from '../counting.ts'
import { addressHash, codeHash, codeRules, contactOf, isCode, markOf, newCode } from '../enter/one-time-code.ts'
import { askedField, isReached, named, sendTo } from '../enter/send-code.ts'
import { findOwnCards } from '../own-cards.ts'
import { isTurnedAway, type MemberRefusal, turnAway } from '../refusal.ts'
import { type OwnMemberVisit, ownRoute } from '../route.ts'
import { changeAddress } from './change-address.ts'

const onlyByCode = turnAway('forbidden', 'Get in with a code that is sent to you, then do this.')
const wrongCode = turnAway('refused', 'This code is wrong or too old. Ask for another one.')
const leaving = turnAway('refused', 'Everything about you is going to be deleted. Change your mind about that first.')

/** Said only to whoever has entered the code: they have proved that it is theirs. */
const taken: MemberRefusal = {
  ...turnAway('refused', 'There is a card with this address already. Get in with the address to see it.'),
  field: 'taken',
}

/** How often a member may ask for a code to a new address, from however many browsers; and how often they are sent to one address. */
const asks = { ms: hour, most: 5 }
const asksOfDay = { ms: day, most: 10 }
/** A confirmed address is taken by one at a time. */
const taking = { ms: 30_000, most: 1 }

export const newAddress = ownRoute({
  name: 'newAddress',
  part: 'data',
  changes: true,
  summary:
    'Send a code to a new e-mail address or mobile number; confirmAddress takes it. The answer is the same whoever has it.',
  request: named,
  response: { asked: askedField },
  run: async (visit) => {
    const { services, brand, member, request } = visit
    const { contact: proved } = member
    if (!proved) return onlyByCode
    const wanted = contactOf(request, brand)
    if (isTurnedAway(wanted)) return wanted
    const own = addressHash(services.pins, brand, proved)
    if (await findErasure(services.pool, brand.id, own)) return leaving
    const about = `changes ${own.toString('hex')}`
    const isOften = !(await mayAgain(services, brand, about, asks))
    if (isOften || !(await mayAgain(services, brand, `${about} of a day`, asksOfDay)))
      return turnAway('slowDown', 'That was too often. Wait a while, then try again.')
    const { token: asked } = newToken(services.random)
    setImmediate(() => {
      deliver({ proved, wanted, asked }, visit).catch((error: unknown) =>
        services.log.warn('member.code', { text: placeOf(error) }),
      )
    })
    return { asked }
  },
})

interface Change {
  readonly proved: ChannelUser
  readonly wanted: ChannelUser
}

/** A code for this is good for this member and this address alone, and never to get in. */
function markOfChange({ proved, wanted }: Change, { services, brand, member }: OwnMemberVisit<unknown>): Buffer {
  const [from, to] = [proved, wanted].map((one) => addressHash(services.pins, brand, one).toString('hex'))
  return markOf(services.pins, brand, `change ${member.sessionId} ${from} ${to}`)
}

/** To whoever has the address, a customer or not: what is sent says nothing about that either. */
async function deliver(change: Change & { readonly asked: string }, visit: OwnMemberVisit<unknown>): Promise<void> {
  const { services, brand } = visit
  const { pool, pins, random, now } = services
  const { wanted, asked } = change
  if (!isReached(wanted, visit)) return
  const to = addressHash(pins, brand, wanted).toString('hex')
  if (!(await mayAgain(services, brand, `changes to ${to}`, asks))) return
  if (!(await mayAgain(services, brand, 'joins of the brand', codeRules.sendsOfBrand))) return
  const code = newCode(random)
  const address = markOfChange(change, visit)
  const made = { address, asked: tokenSha256(asked), code: codeHash(pins, address, code) }
  await insertMemberCode(pool, brand.id, { ...made, expiresAt: now() + codeRules.validMs })
  await sendTo(wanted, code, visit)
}

export const confirmAddress = ownRoute({
  name: 'confirmAddress',
  part: 'data',
  changes: true,
  summary: 'Change the address or number with the code that was sent to the new one. The old one is told.',
  request: { ...named, asked: askedField.max(100), code: text('The code.').required().max(20).secret() },
  response: {},
  run: async (visit) => {
    const { request, services, brand, member } = visit
    const { contact: proved } = member
    if (!proved) return onlyByCode
    const wanted = contactOf(request, brand)
    if (isTurnedAway(wanted)) return wanted
    const { pool, pins, now } = services
    const tried = `changes tried ${addressHash(pins, brand, proved).toString('hex')}`
    const isOften = !(await mayAgain(services, brand, tried, codeRules.tries))
    const isOftenToday = !(await mayAgain(services, brand, `${tried} of a day`, codeRules.triesOfDay))
    const address = markOfChange({ proved, wanted }, visit)
    const meant = { address, asked: tokenSha256(request.asked) }
    const found = await findMemberCode(pool, brand.id, meant, now())
    const isRight = isCode(pins, address, request.code, found?.code_hash)
    if (!isRight || isOften || isOftenToday || !(await useMemberCode(pool, brand.id, meant))) return wrongCode
    return takeOver({ proved, wanted }, visit)
  },
})

/** No address is on the cards of two accounts, even if it is taken twice at once. */
async function takeOver(change: Change, visit: OwnMemberVisit<unknown>): Promise<MemberRefusal | object> {
  const { services, brand } = visit
  const claim = `takes ${addressHash(services.pins, brand, change.wanted).toString('hex')}`
  if (!(await mayAgain(services, brand, claim, taking)))
    return turnAway('unavailable', 'This does not work just now. Nothing was changed. Try again in a moment.')
  try {
    if ((await findOwnCards(change.wanted, visit)).length > 0) return taken
    return await changeAddress(change, visit)
  } finally {
    await notCounted(services, brand, claim)
  }
}

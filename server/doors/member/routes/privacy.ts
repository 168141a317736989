import { exportPerson } from '../../../calls/privacy/export-person.ts'
import type { ChannelUser } from '../../../domain/channel/channel-user.ts'
import { flag, integer, json, model } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { day, hour } from '../../../ground/kernel/time.ts'
import { askForErasure, deleteErasure, findErasure } from '../../../storage/store/member/erasure.sql.ts'
import { mayAgain } from '../counting.ts'
import { addressHash } from '../enter/one-time-code.ts'
import { eraseByAddress } from '../erase-by-address.ts'
import { findOwnCards } from '../own-cards.ts'
import { notIn, turnAway } from '../refusal.ts'
import { type OwnMemberVisit, ownRoute } from '../route.ts'

const document = model('MemberExport', 'Everything that is kept about a person, table by table.', {})

/** How long somebody can change their mind. */
const pauseMs = 7 * day

const exportsOften = { ms: hour, most: 3 }

const byMember = { actor: { kind: 'user', name: 'member' } } as const

const onlyByCode = turnAway('forbidden', 'Get in with a code that is sent to you, then do this.')

/** What belongs to the merchant's rules, and cards that may be other people's, is not the member's data. */
const notTheirs: ReadonlySet<string> = new Set(['trace', 'detail', 'note', 'cardsTransferredHere'])

function ofTheMember(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ofTheMember)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (notTheirs.has(name) ? [] : [[name, ofTheMember(inner)]])),
  )
}

export const exportMe = ownRoute({
  name: 'exportMe',
  part: 'data',
  changes: true,
  summary: 'Everything that is kept about the member, as one document.',
  request: {},
  response: { document: json('The document.', document) },
  run: async ({ services, brand, member }) => {
    if (!member.contact) return onlyByCode
    if (!(await mayAgain(services, brand, `exports ${member.sessionId}`, exportsOften)))
      return turnAway('slowDown', 'That was too often. Wait a while, then try again.')
    const done = await exportPerson(services.pool, { brand: brand.id, cardNumber: member.cardNumber }, byMember)
    return done.kind === 'notDone'
      ? turnAway('notFound', done.text)
      : { document: ofTheMember(done.document) as typeof done.document }
  },
})

export const eraseMe = ownRoute({
  name: 'eraseMe',
  part: 'data',
  changes: true,
  summary:
    'Delete everything about the member, on all cards that have their address: after seven days in which they can change their mind, or at once.',
  request: {
    atOnce: flag('Without the seven days. It cannot be undone.').default(false),
    undo: flag('The member has changed their mind.').default(false),
  },
  response: {
    dueAt: integer('When it is deleted, in milliseconds since 1970. Absent: it was deleted, or is not going to be.'),
    isErased: flag('Whether it was deleted.').required(),
  },
  run: async (visit) => {
    const { request, services, brand, member } = visit
    const { contact } = member
    if (!contact) return onlyByCode
    const { pool } = services
    if (request.undo) {
      await deleteErasure(pool, brand.id, markOfMember(contact, visit))
      return { isErased: false }
    }
    if (!request.atOnce) return askLater(contact, visit)
    const failure = await eraseByAddress(contact, visit)
    return failure === undefined ? { isErased: true } : turnAway('unavailable', failure)
  },
})

async function askLater(contact: ChannelUser, visit: OwnMemberVisit<unknown>) {
  const [own] = await findOwnCards(contact, visit)
  if (!own) return notIn
  const { pool, now } = visit.services
  const order = { address: markOfMember(contact, visit), card: own.cardId, at: now(), dueAt: now() + pauseMs }
  return { dueAt: await askForErasure(pool, visit.brand.id, order), isErased: false }
}

const markOfMember = (contact: ChannelUser, { services, brand }: Pick<OwnMemberVisit<unknown>, 'services' | 'brand'>) =>
  addressHash(services.pins, brand, contact)

export const erasure = ownRoute({
  name: 'erasure',
  part: 'data',
  changes: false,
  summary: 'Whether, and when, everything about the member is going to be deleted.',
  request: {},
  response: { dueAt: integer('When, in milliseconds since 1970. Absent: it is not.') },
  run: async (visit) => {
    const { contact } = visit.member
    if (!contact) return {}
    return defined({ dueAt: await findErasure(visit.services.pool, visit.brand.id, markOfMember(contact, visit)) })
  },
})

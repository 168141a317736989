import type { CustomerRecord } from '../../../domain/account/account.ts'
import {
  birthdaysIn,
  namesIn,
  postalsIn,
  readTyped,
  shortName,
  type TypedText,
} from '../../../domain/account/typed-text.ts'
import type { CustomerFact } from '../../../domain/brand/shapes/portal-shape.ts'
import { programOf } from '../../../domain/brand/value-types.ts'
import { statusAt } from '../../../domain/card/guard.ts'
import { findsBy } from '../../../domain/judge/customer-facts.ts'
import { id, list, model, oneOf, text, type Values } from '../../../ground/contract/field.ts'
import { type CardStatus, cardStatuses } from '../../../ground/kernel/card-status.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
import { listNumbersOfCustomer, type SoughtCustomer } from '../../../storage/store/portal/find.sql.ts'
import { type CardView, findCards } from '../../../storage/store/queries/card-view.sql.ts'
import { slowDown } from '../access/logged-in.ts'
import { lookupsOfCard } from '../guessing.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { findExactCard } from './parts/exact-card.ts'
import { placesOf } from './parts/own-places.ts'
import { readerOf } from './parts/reading.ts'
import { phonesOf } from './parts/sought.ts'

interface CustomerSearch {
  readonly text: string
  readonly locationId?: string | undefined
}

type Visited = BrandVisit<CustomerSearch>

interface Candidate {
  readonly view: CardView
  readonly customer: CustomerRecord
}

const foundCustomer = model('PortalFoundCustomer', 'A card of somebody who was found.', {
  cardNumber: text('The card.').required(),
  name: text('Who it is: the first name and a letter, or the whole name for those who may see people.'),
  program: text("The card's program."),
  status: oneOf('How the card stands.', cardStatuses).required(),
})

/** More than a family has; whoever would see more has said too little. */
const shownMax = 5
/** Cards that nobody can use any more are left out of so many. */
const lookedAtMax = 60

const outcomes = ['card', 'customers', 'nobody', 'tooMany', 'nameAlone', 'notAllowed'] as const

export const findCustomer = brandRoute({
  name: 'findCustomer',
  summary:
    'Find whoever stands at the till without a card: by a whole phone number, e-mail address, or name with postal code or birthday.',
  permission: 'terminal.use',
  isConfirmed: false,
  reach: 'place',
  request: {
    text: text('What was typed or scanned: its shape says what it is.').max(200).required(),
    locationId: id('Where the customer is served. It is kept in the audit log.'),
  },
  response: {
    outcome: oneOf('What came of it.', outcomes).required(),
    cardNumber: text('With `card`: it is the number of this card.'),
    customers: list('With `customers`: whom it may be, usable cards first.', foundCustomer).required(),
  },
  run: async (visit) => {
    const { request, standing, brand, services } = visit
    const { text: typed, locationId } = request
    if (locationId !== undefined && !brand.locations.has(locationId))
      return turnDown('invalid', 'There is no such location.')
    if (locationId !== undefined && standing.locations && !standing.locations.has(locationId))
      return turnDown('forbidden', 'You may not do this at this location.')
    const lookups = lookupsOfCard(visit)
    const wait = services.guesses.secondsToWait(lookups)
    if (wait > 0) return slowDown(wait)
    const found = await findTyped(typed, visit)
    // Whoever has to wait heard that it is no card: that counts as trying one, too.
    const isHit = !isTurnedDown(found) && (found.cardNumber !== undefined || found.customers.length > 0)
    services.guesses.count(lookups, { kind: 'done', response: { cards: isHit ? [found] : [] } })
    return found
  },
})

interface Found {
  readonly outcome: (typeof outcomes)[number]
  readonly cardNumber?: string
  readonly customers: readonly Values<(typeof foundCustomer)['fields']>[]
}

async function findTyped(typed: string, visit: Visited): Promise<Found | PortalRefusal> {
  const view = await findExactCard(typed, visit)
  if (view) return { outcome: 'card', cardNumber: view.card.number, customers: [] }
  const read = readTyped(typed)
  if (read.kind === 'number') return { outcome: 'nobody', customers: [] }
  if (read.kind !== 'nameAlone') return seek(read, visit)
  const isAllowed = findsBy(visit.brand, visit.standing.permissions).includes('name')
  return { outcome: isAllowed ? 'nameAlone' : 'notAllowed', customers: [] }
}

type SoughtPerson = Extract<TypedText, { readonly kind: CustomerFact }>

async function seek(read: SoughtPerson, visit: Visited): Promise<Found | PortalRefusal> {
  const { brand, standing, services } = visit
  if (!findsBy(brand, standing.permissions).includes(read.kind)) return { outcome: 'notAllowed', customers: [] }
  const wait = services.guesses.seekPerson(lookupsOfCard(visit))
  if (wait > 0) return slowDown(wait)
  const found = await listCandidates(read, visit)
  await leaveEntry(read.kind, found, visit)
  if (found.length > shownMax) return { outcome: 'tooMany', customers: [] }
  const customers = found.map((one) => showCandidate(one, visit))
  return { outcome: customers.length > 0 ? 'customers' : 'nobody', customers }
}

/** Cards that nobody has, or whose value is elsewhere, belong to nobody who could stand there. */
const withoutHolder: ReadonlySet<CardStatus> = new Set(['Inventory', 'Distributed', 'Transfer', 'Closed'])

async function listCandidates(read: SoughtPerson, visit: Visited): Promise<Candidate[]> {
  const { brand } = visit
  const reader = readerOf(visit)
  const sought = { ...factsOf(read, visit), places: placesOf(visit) }
  const numbers = await listNumbersOfCustomer(reader, brand.id, sought, lookedAtMax)
  const views = await findCards(reader, brand.id, numbers)
  const held = views.filter(({ card, now }) => !withoutHolder.has(statusAt(card, now)))
  const ids = held.map(({ card }) => card.id)
  const accounts = new Map((await listAccounts(reader, brand.id, ids)).map((one) => [one.cardId, one.customer]))
  const known = held.map((view) => ({ view, customer: accounts.get(view.card.id) ?? {} }))
  const isActive = ({ view }: Candidate) => Number(statusAt(view.card, view.now) === 'Activated')
  return known.toSorted((a, b) => isActive(b) - isActive(a) || (a.view.card.number < b.view.card.number ? -1 : 1))
}

function factsOf(read: SoughtPerson, { request, brand }: Visited): SoughtCustomer {
  switch (read.kind) {
    case 'phone':
      return { fields: ['mobilePhone', 'phone'], terms: phonesOf(request.text, brand) }
    case 'email':
      return { fields: ['email'], terms: [read.email] }
    case 'name': {
      const { words, second } = read
      const days = birthdaysIn(second)
      const fact =
        days.length > 0 ? { fields: ['birthday'], terms: days } : { fields: ['postal'], terms: postalsIn(second) }
      return { ...fact, names: namesIn(words) }
    }
  }
}

function showCandidate({ view, customer }: Candidate, { brand, standing }: Visited) {
  const { card, now } = view
  return defined({
    cardNumber: card.number,
    name: standing.permissions.has('customers.see') ? wholeName(customer) : shortName(customer),
    program: programOf(brand, card)?.name,
    status: statusAt(card, now),
  })
}

function wholeName({ firstName, lastName }: CustomerRecord): string | undefined {
  const names = [firstName, lastName].filter((name) => typeof name === 'string' && name !== '')
  return names.length > 0 ? names.join(' ') : undefined
}

/** Who looked, by what and whom they found; never what they typed, which the log could not forget. */
function leaveEntry(by: CustomerFact, found: readonly Candidate[], visit: Visited): Promise<unknown> {
  const { services, brand, visitor, address, request } = visit
  const isTooMany = found.length > shownMax
  const numbers = isTooMany ? [] : found.map(({ view }) => view.card.number)
  return insertAuditEntries(services.pool, brand.id, [
    {
      action: 'customer.sought',
      subject: numbers.length > 0 ? numbers.join(', ') : 'nobody',
      actor: { kind: 'user', name: visitor.name, from: address },
      after: defined({ by, found: numbers.length, isTooMany: isTooMany || undefined, location: request.locationId }),
    },
  ])
}

import { toTermText } from '../../../domain/account/terms.ts'
import { id, list, model, object, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { listNumbersOfCustomer } from '../../../storage/store/portal/find.sql.ts'
import { findCards } from '../../../storage/store/queries/card-view.sql.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { findHolders } from './parts/holder.ts'
import { placesOf } from './parts/own-places.ts'
import { cardHolder } from './parts/page-models.ts'
import { readerOf } from './parts/reading.ts'
import { phonesOf } from './parts/sought.ts'

const ways = ['email', 'phone'] as const

const sameContact = model('PortalSameContact', 'A card of somebody with the same address or number.', {
  by: oneOf('What is the same.', ways).required(),
  cardNumber: text('The card.').required(),
  holder: object('Who has it.', cardHolder),
})

/** Enough to see that it is somebody else's. */
const shownMax = 3

/** For whoever types an address or a number of a customer: two people seldom have the same, and messages go to it. */
export const sameContacts = brandRoute({
  name: 'sameContacts',
  summary: 'Which other cards have the same e-mail address or phone number.',
  permission: 'customers.see',
  isConfirmed: false,
  reach: 'place',
  request: {
    cardNumber: id('The card of the customer who is to have it: it is left out.').required(),
    email: text('An e-mail address.').max(320).personal(),
    phones: list('Phone numbers.', text('A number.').max(40)).max(2).personal(),
  },
  response: { others: list('The others, a few of each.', sameContact).required() },
  run: async (visit) => {
    const { email = '', phones = [] } = visit.request
    const numbers = [...new Set(phones.flatMap((phone) => phonesOf(phone, visit.brand)))]
    const others = await Promise.all([
      findSame({ by: 'email', fields: ['email'], terms: email.trim() === '' ? [] : [toTermText(email.trim())] }, visit),
      findSame({ by: 'phone', fields: ['mobilePhone', 'phone'], terms: numbers }, visit),
    ])
    return { others: others.flat() }
  },
})

interface ContactSearch {
  readonly by: (typeof ways)[number]
  readonly fields: readonly string[]
  readonly terms: readonly string[]
}

async function findSame({ by, fields, terms }: ContactSearch, visit: BrandVisit<{ readonly cardNumber: string }>) {
  if (terms.length === 0) return []
  const { brand, request } = visit
  const reader = readerOf(visit)
  const numbers = await listNumbersOfCustomer(
    reader,
    brand.id,
    { fields, terms, places: placesOf(visit), isHeld: true },
    shownMax + 1,
  )
  const views = await findCards(reader, brand.id, numbers)
  const others = views.filter(({ card }) => card.number !== request.cardNumber)
  const holders = await findHolders(others, visit)
  return others
    .slice(0, shownMax)
    .map(({ card }) => defined({ by, cardNumber: card.number, holder: holders.get(card.id) }))
}

import { type Lookups, lookupsOf } from '../api/guesses.ts'

interface Author {
  readonly brand: { readonly id: string }
  readonly visitor: { readonly name: string }
}

/** What somebody in the portal finds out by a request. They are counted as one, at however many places they say they are. */
export const lookupsIn = (request: unknown, { brand, visitor }: Author): Lookups | undefined =>
  lookupsOf(request, { brand: brand.id, key: visitor.name, location: '', terminal: '' })

/** Looking at a card by its number. */
export const lookupsOfCard = ({ brand, visitor }: Author): Lookups => ({
  caller: `${brand.id}\0${visitor.name}\0\0`,
  namesCard: true,
  namesCoupon: false,
})

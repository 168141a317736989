import type { CustomerRecord } from '../../../../domain/account/account.ts'
import type { Values } from '../../../../ground/contract/field.ts'
import { listAccounts } from '../../../../storage/store/batch/account.sql.ts'
import type { CardView } from '../../../../storage/store/queries/card-view.sql.ts'
import type { BrandVisit } from '../../route.ts'
import { cardHolder } from './page-models.ts'
import { readerOf } from './reading.ts'

type CardHolder = Values<(typeof cardHolder)['fields']>

/** Who has each of these cards, by the card's id; nobody for those who may not see people. */
export async function findHolders(
  views: readonly CardView[],
  visit: Pick<BrandVisit<unknown>, 'services' | 'brand' | 'standing'>,
): Promise<ReadonlyMap<number, CardHolder>> {
  if (!visit.standing.permissions.has('customers.see')) return new Map()
  const ids = views.map(({ card }) => card.id)
  const accounts = await listAccounts(readerOf(visit), visit.brand.id, ids)
  return new Map(accounts.map(({ cardId, customer }) => [cardId, toHolder(customer)]))
}

function toHolder(customer: CustomerRecord): CardHolder {
  const known = Object.keys(cardHolder.fields).flatMap((name) => {
    const value = (customer as Readonly<Record<string, unknown>>)[name]
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return Object.fromEntries(known)
}

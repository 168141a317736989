import type { CustomerRecord } from '../../../../domain/account/account.ts'
import type { Brand, ValueType } from '../../../../domain/brand/brand.ts'
import { programOf } from '../../../../domain/brand/value-types.ts'
import { type Card, subtrackOf } from '../../../../domain/card/card.ts'
import { statusAt } from '../../../../domain/card/guard.ts'
import { viewBalances } from '../../../../domain/view/balance-view.ts'
import type { Values } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { toJsonNumber } from '../../../../ground/kernel/money.ts'
import { listAccounts } from '../../../../storage/store/batch/account.sql.ts'
import { findLastCalls } from '../../../../storage/store/portal/card-state.sql.ts'
import type { CardView } from '../../../../storage/store/queries/card-view.sql.ts'
import type { BrandVisit } from '../../route.ts'
import type { cardItem, person, place, shownAmount } from './models.ts'
import { readerOf } from './reading.ts'

export type ShownAmount = Values<(typeof shownAmount)['fields']>
export type CardItem = Values<(typeof cardItem)['fields']>
type Person = Values<(typeof person)['fields']>
type ShownPlace = Values<(typeof place)['fields']>

/** An amount in minor units, as it is shown. */
export function showAmount(valueType: ValueType, minor: number, bucket = ''): ShownAmount {
  const { scale, balanceType, balanceCode, display } = valueType
  return defined({
    amount: toJsonNumber(minor, scale),
    scale,
    balanceType,
    balanceCode: balanceCode || undefined,
    name: display?.other,
    nameOfOne: display?.one,
    bucket: bucket || undefined,
    track: subtrackOf(valueType, bucket),
  })
}

/** What can be used of a card now, for each value once. */
export function showBalances({ card, now }: CardView, brand: Brand): ShownAmount[] {
  const program = programOf(brand, card)
  return viewBalances(card, brand, now, { expirations: false, delayed: false })
    .filter(({ isHold }) => !isHold)
    .map(({ amount, scale, balanceType, balanceCode, balanceBucket }) => {
      const type = program?.valueTypes.find(
        (one) => one.balanceType === balanceType && one.balanceCode === (balanceCode ?? ''),
      )
      const bucket = balanceBucket && `${balanceBucket.type}:${balanceBucket.id}`
      const track = type && bucket && subtrackOf(type, bucket)
      return defined({
        amount,
        scale,
        balanceType,
        balanceCode,
        name: type?.display?.other,
        nameOfOne: type?.display?.one,
        bucket,
        track,
      })
    })
}

/** A location that is gone is shown by its id. */
export function showPlace(id: string | null | undefined, brand: Brand): ShownPlace | undefined {
  return id ? { id, name: brand.locations.get(id)?.name ?? id } : undefined
}

function showPerson(customer: CustomerRecord): Person | undefined {
  const textOf = (name: string) => (typeof customer[name] === 'string' ? customer[name] : undefined)
  const shown = defined({
    firstName: textOf('firstName'),
    lastName: textOf('lastName'),
    email: textOf('email'),
    phone: textOf('mobilePhone') ?? textOf('phone'),
  })
  return Object.keys(shown).length > 0 ? shown : undefined
}

export function cardSetName({ setId }: Card, brand: Brand): string | undefined {
  const sets = brand.document.programs.flatMap((program) => program.cardSets)
  return sets.find(({ id }) => id === setId)?.name
}

/** Cards as lists show them, in their order: three statements, however many there are. */
export async function showCardItems(
  views: readonly CardView[],
  visit: Pick<BrandVisit<unknown>, 'services' | 'brand' | 'standing'>,
): Promise<CardItem[]> {
  const { brand, standing } = visit
  const reader = readerOf(visit)
  const ids = views.map(({ card }) => card.id)
  const seesPeople = standing.permissions.has('customers.see')
  const [accounts, last] = await Promise.all([
    seesPeople ? listAccounts(reader, brand.id, ids) : [],
    findLastCalls(reader, brand.id, ids),
  ])
  const people = new Map(accounts.map(({ cardId, customer }) => [cardId, showPerson(customer)]))
  return views.map((view) => {
    const { card, now } = view
    const used = last.get(card.id)
    const isOwn = !standing.locations || (used?.location && standing.locations.has(used.location))
    return defined({
      cardNumber: card.number,
      customCardNumber: card.customNumber,
      status: statusAt(card, now),
      program: programOf(brand, card)?.name,
      cardSet: cardSetName(card, brand),
      person: people.get(card.id),
      balances: showBalances(view, brand),
      lastUsedAt: isOwn ? used?.at : undefined,
      lastUsedPlace: isOwn ? showPlace(used?.location, brand) : undefined,
    })
  })
}

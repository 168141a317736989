import type { CallType } from '../../ground/kernel/call-type.ts'
import type { CardStatus } from '../../ground/kernel/card-status.ts'
import { factNamed, isFactName } from '../brand/facts/all.ts'
import { valueKindOf } from '../brand/facts/fact.ts'
import type { Within } from '../brand/rules/arguments.ts'
import type { Duration } from '../brand/rules/expiry.ts'
import type { Period } from '../brand/rules/period.ts'
import type { PersonalOffer } from '../brand/rules/personal-offer.ts'
import type { ResultInFile } from '../brand/rules/results.ts'
import type { weekdays } from '../brand/rules/weekdays.ts'
import type { BalanceTypeName } from '../brand/shapes/balance-type.ts'
import type { Limit, Rule } from '../brand/shapes/campaign-shape.ts'

type Weekday = (typeof weekdays)[number]
type Words<Name extends string> = Readonly<Record<Name, string>>
type FieldOf<N extends string> =
  Extract<ResultInFile, Readonly<Record<N, unknown>>> extends Readonly<Record<N, infer F>> ? F : never
type Picked = Exclude<FieldOf<'discount'>['on'], string>
type DateOf =
  | 'customer.birthday'
  | 'customer.anniversary'
  | 'card.activationDate'
  | 'card.enrollmentDate'
  | 'balance.expiration'
  | 'history.lastCheckout'
  | 'demographic'

/** Words for values that are one of a few. */
export interface Choices {
  readonly weekday: Words<Weekday>
  readonly callType: Words<CallType>
  readonly cardStatus: Words<CardStatus>
  readonly gender: Words<'F' | 'M'>
  readonly yesNo: Words<'Y' | 'N'>
  readonly preference: Words<'I' | 'O'>
  readonly flag: Words<'true' | 'false'>
  readonly balanceType: Words<BalanceTypeName>
  readonly channel: Words<FieldOf<'notify'>['channel']>
  readonly receiver: Words<FieldOf<'issue'>['to']>
  readonly every: Words<Extract<Period, string>>
  readonly calendar: Words<Extract<Within, { calendar: unknown }>['calendar']>
  readonly endOf: Words<Extract<Duration, { endOf: unknown }>['endOf']>
  readonly per: Words<Limit['per']>
  readonly target: Words<Rule['target']>
  readonly dateOf: Words<DateOf>
  readonly segmentOn: Words<NonNullable<Rule['segment']>['on']>
  readonly tierOn: Words<NonNullable<Rule['tier']>['on']>
  readonly discountOn: Words<Extract<FieldOf<'discount'>['on'], string> | 'products'>
  readonly pick: Words<Picked['pick']>
  readonly basis: Words<FieldOf<'discount'>['basis']>
  readonly steps: Words<'whole' | 'proportional'>
  readonly round: Words<'down' | 'nearest' | 'up'>
  readonly discountType: Words<PersonalOffer['discountType']>
  readonly including: Words<'current'>
}

export type ChoiceKind = keyof Choices

/** Which words the values of a fact have, if they are few. */
export function choiceKindOf(name: string): ChoiceKind | undefined {
  if (!isFactName(name)) return undefined
  const kind = valueKindOf(factNamed(name))
  return kind.kind === 'choice' ? kind.of : undefined
}

import { emptyAccount } from '../../../../domain/account/account.ts'
import { checkCustomer } from '../../../../domain/account/customer.ts'
import { checkDemographics } from '../../../../domain/account/demographics.ts'
import type { Brand, Program } from '../../../../domain/brand/brand.ts'
import { balanceTypes } from '../../../../domain/brand/shapes/balance-type.ts'
import { checkBalanceCode, findValueType, refuseValueType, withoutSet } from '../../../../domain/brand/value-types.ts'
import { bucketOf, type Card, type Lot } from '../../../../domain/card/card.ts'
import { readAmount } from '../../../../domain/checkout/read-amounts.ts'
import type { Call } from '../../../../domain/decision/call.ts'
import {
  dateTime,
  decimal,
  flag,
  id,
  list,
  model,
  object,
  oneOf,
  type Values,
} from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuseField } from '../../../../ground/kernel/errors.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import { brandDemographicsProperties } from '../../account/parts/account-models.ts'
import { changeInTurn, demographicsStep, personStep } from '../../account/parts/change-account.ts'
import { customerUpdates } from '../../account/parts/customer-model.ts'
import { type DescribedCard, describedId, describedNumber } from '../../simulation.ts'

const describedBalance = model('DescribedBalance', 'A balance of a described card.', {
  amount: decimal('How much.').required(),
  balanceType: oneOf('The kind of balance.', balanceTypes).required(),
  balanceCode: id('The currency, or the code of a custom value type.'),
  subtrack: id('The subtrack of punches.'),
  expirationDate: dateTime('When it expires. Absent: never.'),
})

export const describedCard = model('DescribedCard', 'A card that does not exist. It has bought nothing yet.', {
  program: id('Its program. Absent: that of cardSetId, or the first one of the file.'),
  cardSetId: id('Its card set. Absent: none, so that no rule for the cards of a set fires.'),
  balances: list('What it has. Absent: nothing.', describedBalance).max(100),
  segments: list('The segments that it is in.', id('A segment.')).max(100),
  tier: id('Its level. Absent: none.'),
  enrolled: flag('Whether somebody is enrolled with it.').default(false),
  enrolledDate: dateTime('Since when, with enrolled. Absent: since now.'),
  customer: object('The customer, such as the birthday.', customerUpdates),
  demographics: list("The brand's own fields.", brandDemographicsProperties).max(100),
})

type Description = Values<(typeof describedCard)['fields']>

/** What contradicts itself in a description. */
export function checkDescription({ customer, demographics }: Description): Refusal | undefined {
  return checkCustomer(customer, 'card.customer') ?? checkDemographics(demographics)
}

interface DescriptionContext {
  readonly brand: Brand
  readonly call: Call
  readonly now: Instant
}

/** The card, active since now, and what rules may know of its customer. */
export function describeCard(description: Description, context: DescriptionContext): DescribedCard | Refusal {
  const { brand, now } = context
  const program = programOf(description, brand)
  if (isRefusal(program)) return program
  const { cardSetId = withoutSet(program) } = description
  const { segments = [], balances = [], enrolled, enrolledDate, customer, demographics } = description
  const known = new Set(brand.document.segments.map((segment) => segment.id))
  const strange = segments.find((segment) => !known.has(segment))
  if (strange !== undefined) return refuseField(100, 'card.segments', 'there is no such segment')
  const { tier } = description
  if (tier !== undefined && !program.tiers?.levels.some((level) => level.id === tier))
    return refuseField(100, 'card.tier', 'the program has no such level')
  const lots: Lot[] = []
  for (const [index, balance] of balances.entries()) {
    const lot = lotOf(balance, { program, now, no: index + 1 })
    if (isRefusal(lot)) return lot
    lots.push(lot)
  }
  const account = changeInTurn(emptyAccount(describedId), [
    personStep('customer', customer, 'card.customer', context),
    demographicsStep(demographics, context),
  ])
  if (isRefusal(account)) return account
  return {
    card: { ...blankCard, setId: cardSetId, activatedAt: now, lotCount: lots.length, lots, balances: balancesOf(lots) },
    account: defined({ ...account, enrolledAt: enrolled ? (enrolledDate ?? now) : undefined }),
    segments,
    tier,
  }
}

const blankCard = {
  id: describedId,
  number: describedNumber,
  status: 'Activated',
  seq: 0,
  pinFailures: 0,
  portions: [],
  offers: [],
} as const

function programOf({ program: id, cardSetId }: Description, { programs, cardSets }: Brand): Program | Refusal {
  const named = id === undefined ? undefined : programs.get(id)
  if (id !== undefined && !named) return refuseField(100, 'card.program', 'there is no such program')
  if (cardSetId === undefined) {
    const [first] = programs.values()
    return named ?? first ?? refuseField(100, 'card.program', 'there is no such program')
  }
  const owner = cardSets.get(cardSetId)
  if (!owner) return refuseField(100, 'card.cardSetId', 'there is no such card set')
  if (named && named !== owner) return refuseField(100, 'card.cardSetId', `belongs to the program ${owner.id}`)
  return owner
}

type DescribedBalance = NonNullable<Description['balances']>[number]

function lotOf(
  balance: DescribedBalance,
  { program, now, no }: { readonly program: Program; readonly now: Instant; readonly no: number },
): Lot | Refusal {
  const path = `card.balances[${no - 1}]`
  const wrong = checkBalanceCode(balance, path)
  if (wrong) return wrong
  const valueType = findValueType(program, balance)
  if (!valueType) return refuseValueType(balance, program)
  const amount = readAmount(balance.amount, valueType.scale, `${path}.amount`)
  if (typeof amount !== 'number') return amount
  return defined({
    no,
    valueType: valueType.id,
    bucket: bucketOf(valueType, balance.subtrack),
    amount,
    held: 0,
    returnRelated: false,
    expiresAt: balance.expirationDate,
    issuedAt: now,
    expired: 0,
    settled: 0,
  })
}

function balancesOf(lots: readonly Lot[]): Card['balances'] {
  const purses = Map.groupBy(lots, ({ valueType, bucket }) => `${valueType}\0${bucket}`)
  return [...purses.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const amount = group.reduce((sum, lot) => sum + lot.amount, 0)
    return { valueType: first.valueType, bucket: first.bucket, amount, held: 0, seq: group.length }
  })
}

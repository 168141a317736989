import { checkCustomer } from '../../../domain/account/customer.ts'
import { checkDemographics } from '../../../domain/account/demographics.ts'
import { isCountryCodeAlone, toE164 } from '../../../domain/account/phone.ts'
import { toTermText } from '../../../domain/account/terms.ts'
import type { Program } from '../../../domain/brand/brand.ts'
import { programOf } from '../../../domain/brand/value-types.ts'
import { CardBook } from '../../../domain/card/book.ts'
import type { Card } from '../../../domain/card/card.ts'
import { isUsable } from '../../../domain/card/guard.ts'
import type { CustomerCard, Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import { isUndecided, type Needs } from '../../../domain/decision/need.ts'
import type { Touches } from '../../../domain/decision/touches.ts'
import { dateTime, flag, id, list, object, oneOf, text, type Values } from '../../../ground/contract/field.ts'
import { type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { digits, randomText } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import { brandDemographicsProperties } from '../account/parts/account-models.ts'
import { seeingAccount } from '../account/parts/account-rules.ts'
import { customerUpdates } from '../account/parts/customer-model.ts'
import { firstAccount } from '../account/parts/first-account.ts'
import { command } from '../operation.ts'
import { runRequestRules } from '../rules/parts/request-rules.ts'
import { ruleParts } from '../rules/parts/rule-outcome.ts'
import { toldTo } from './parts/told-pin.ts'

/** How a request says which card to allocate. */
export const cardChoice = {
  cardSetId: id('Allocate a random free card from this set.'),
  cardNumber: id('Allocate this card.').between(4, 100),
  createIfNew: flag(
    'Create the card in the set if it does not exist. Needs cardNumber and cardSetId. The number must not begin or end with a blank, and must differ from existing ones in more than case.',
  )
    .default(false)
    .v2()
    .enablement('createIfNew'),
}

const request = {
  ...cardChoice,
  customRequestDate: dateTime('The date to show for this call.').enablement('customRequestDate'),
  brandDemographics: list("Values of the brand's own fields.", brandDemographicsProperties).v2(),
  customerUpdates: object("The card's customer.", customerUpdates),
  findBy: oneOf(
    'Find or allocate: answers the card in use whose customer has this field of customerUpdates, or else allocates one. Needs cardSetId, and a key that may call search. The guide "Customers by e-mail" has the rules.',
    ['email', 'phone', 'mobilePhone'],
  ).personal(),
}

const response = {
  cardNumber: text('The card.').required(),
  pin: text('Its pin, if cards of the program have one.').secret(),
  isExisting: flag(
    'With findBy: true if the customer had the card already. Nothing was changed, and its pin is not told.',
  ),
}

type Context = DecisionContext<Values<typeof request>>
type Allocated = Decision<Values<typeof response>>

export const allocate = command({
  name: 'allocate',
  summary: 'Allocate a card: a given one, or any free one from a card set.',
  callType: 'ALLOCATE',
  requestModel: 'AllocateRequest',
  responseModel: 'AllocateResponse',
  request,
  response,
  check: (given) =>
    checkChoice(given) ??
    checkFindBy(given) ??
    checkCustomer(given.customerUpdates, 'customerUpdates') ??
    checkDemographics(given.brandDemographics),
  // Whoever may not search must not learn by it who is a customer.
  alsoCalls: ({ findBy }) => (findBy === undefined ? undefined : 'search'),
  touches: touchesOfChoice,
  decide: (context) => {
    const found = findExisting(context)
    if (found && isUndecided(found)) return found
    if (found && !isTakenBack(found, context)) return answerExisting(found, context)
    const card = chooseCard(context)
    return isUndecided(card) ? card : allocateCard(card, context)
  },
})

type CardChoice = Values<typeof cardChoice>
type ChoiceContext = DecisionContext<CardChoice>

export function checkChoice({ cardNumber, cardSetId, createIfNew }: CardChoice): Refusal | undefined {
  if (createIfNew && !(cardNumber && cardSetId))
    return refuseField(100, 'createIfNew', 'needs cardNumber and cardSetId')
  if (createIfNew && cardNumber !== cardNumber?.trim())
    return refuseField(100, 'cardNumber', 'a new number must not begin or end with a blank')
  if (!createIfNew && cardNumber && cardSetId)
    return refuseField(100, 'cardSetId', 'give cardNumber or cardSetId, not both')
  return !cardNumber && !cardSetId ? refuseField(100, 'cardNumber', 'give cardNumber or cardSetId') : undefined
}

export function touchesOfChoice({ cardNumber, cardSetId = '' }: CardChoice): Touches {
  return cardNumber ? { cards: [cardNumber], pins: true } : { queue: cardSetId }
}

/** The card that is to be allocated, as it was before. */
export function chooseCard(context: ChoiceContext): Card | Refusal | Needs {
  const { cardNumber, cardSetId, createIfNew } = context.request
  if (cardSetId !== undefined && !context.brand.cardSets.has(cardSetId))
    return refuseField(100, 'cardSetId', 'there is no such card set')
  if (cardNumber === undefined) return anyCard(cardSetId ?? '', context)
  const card = context.card(cardNumber)
  if (!card) return createIfNew ? create(cardNumber, cardSetId ?? '', context) : refuse(2)
  if (cardSetId !== undefined && card.setId !== cardSetId)
    return refuseField(100, 'cardSetId', 'the card belongs to another card set')
  return guardAllocation(card, context) ?? card
}

function anyCard(setId: string, context: ChoiceContext): Card | Refusal | Needs {
  if (!context.brand.openCardSets.has(setId)) return refuse(16)
  const card = context.freeCard(setId)
  if (card === undefined) return { kind: 'needs', needs: [{ kind: 'freeCard', setId }] }
  return card ?? refuse(16)
}

function guardAllocation(card: Card, { brand, now }: ChoiceContext): Refusal | undefined {
  if (isUsable(card, now)) return refuse(111)
  if (!isFree(card)) return refuse(112)
  return brand.openCardSets.has(card.setId) ? undefined : refuse(16)
}

/** The card once it is allocated. */
export function activate(card: Card, { brand, call, now }: Pick<ChoiceContext, 'brand' | 'call' | 'now'>): Card {
  const expiry = expiryOf(programOf(brand, card), now)
  return { ...card, status: 'Activated', activatedAt: now, owningLocation: call.locationId, ...expiry }
}

function checkFindBy({ findBy, cardSetId, customerUpdates }: Values<typeof request>): Refusal | undefined {
  if (findBy === undefined) return undefined
  if (cardSetId === undefined) return refuseField(100, 'findBy', 'needs cardSetId')
  const given = customerUpdates?.[findBy]?.trim() ?? ''
  const isEmpty = given === '' || (findBy !== 'email' && isCountryCodeAlone(given))
  return isEmpty ? refuseField(100, `customerUpdates.${findBy}`, 'is required to find the customer by it') : undefined
}

/** The card that the customer has already, where it is asked for; undefined: a card is to be allocated. */
function findExisting(context: Context): CustomerCard | Needs | Refusal | undefined {
  const { brand, call, request } = context
  const { findBy, cardSetId = '', customerUpdates = {} } = request
  if (findBy === undefined) return undefined
  const program = brand.cardSets.get(cardSetId)
  if (!program) return refuseField(100, 'cardSetId', 'there is no such card set')
  if (call.user) return refuse(104, 'In the portal a customer is searched for, and then a card is allocated.')
  const found = context.customerCard()
  if (found?.isBlocked) return refuse(112)
  if (found !== undefined) return found ?? undefined
  const given = customerUpdates[findBy] ?? ''
  const country = customerUpdates.country || (brand.locations.get(call.locationId)?.country ?? brand.country)
  const term = toTermText(findBy === 'email' ? given : (toE164(given, country) ?? given))
  const sets = [...brand.cardSets].flatMap(([name, { id: of }]) => (of === program.id ? [name] : []))
  return { kind: 'needs', needs: [{ kind: 'customerCard', field: findBy, term, sets }] }
}

/** Whether the very card that this call names was free again, by a call that is stored together with this one. */
function isTakenBack({ number }: CustomerCard, context: Context): boolean {
  return context.request.cardNumber === number && isFree(context.card(number))
}

const isFree = (card: Card | undefined) => card?.status === 'Inventory' || card?.status === 'Distributed'

/** A card that an allocation could still be voided of is used from now on: a void would give it to somebody else. */
function answerExisting(found: CustomerCard, context: Context): Allocated {
  const { id: aboutFound, number: cardNumber } = found
  const answer = { kind: 'outcome', response: { cardNumber, isExisting: true }, postings: [] } as const
  if (!found.isVoidable) return { ...answer, cards: [], aboutFound }
  const card = context.card(cardNumber)
  // Where a call that is stored together with this one takes the card back, the customer is looked for once more.
  if (!card || isFree(card)) return { kind: 'needs', needs: [{ kind: 'more', touches: { cards: [cardNumber] } }] }
  const { findBy } = context.request
  return { ...answer, subject: card, cards: [card], ...(findBy !== undefined && { detail: { foundBy: findBy } }) }
}

function allocateCard(card: Card, context: Context): Allocated {
  const { brand, now, pins, request } = context
  const first = firstAccount(card, context)
  if (first.kind !== 'account') return first
  const { account } = first
  const book = new CardBook(activate(card, context), now)
  const rules = runRequestRules(account ? seeingAccount(context, account) : context, {
    callType: 'ALLOCATE',
    root: book,
  })
  if (rules && isUndecided(rules)) return rules
  const parts = ruleParts(rules)
  return {
    kind: 'outcome',
    response: { cardNumber: card.number, ...(card.pin && { pin: pins.open(brand.id, card.number, card.pin) }) },
    ...(account && { accounts: [account] }),
    ...parts.outcome,
    subject: book.card,
    cards: [book.card],
    postings: book.postings,
    coupons: parts.coupons,
    detail: {
      formerStatus: card.status,
      ...(request.findBy !== undefined && { isFindable: true }),
      ...toldTo(context.call, card),
      ...parts.detail,
    },
    ...(request.customRequestDate !== undefined && { customDate: request.customRequestDate }),
  }
}

function expiryOf(program: Program | undefined, now: Instant) {
  const days = program?.cardsExpireAfterDays
  return days === undefined ? {} : { expiresAt: now + days * day }
}

/** A card that a void sends back to the inventory, as if it had been listed. */
function create(number: string, setId: string, context: ChoiceContext): Card | Refusal | Needs {
  const { brand, pins, random } = context
  if (!brand.openCardSets.has(setId)) return refuse(16)
  const id = context.newCardId()
  const hasTwin = context.hasTwin()
  if (id === undefined || hasTwin === undefined)
    return { kind: 'needs', needs: [{ kind: 'newCardId' }, { kind: 'twinNumber', number }] }
  if (hasTwin) return refuse(111, 'A card has this number in another case.')
  const pinLength = brand.cardSets.get(setId)?.pinLength ?? 0
  const pin = pinLength > 0 ? pins.seal(brand.id, number, randomText(digits, pinLength, random)) : undefined
  const parts = { seq: 0, lotCount: 0, pinFailures: 0, balances: [], lots: [], portions: [] }
  return { id, number, setId, status: 'Inventory', isNew: true, ...(pin && { pin }), ...parts }
}

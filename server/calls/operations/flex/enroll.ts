import { emptyAccount } from '../../../domain/account/account.ts'
import { checkCustomer } from '../../../domain/account/customer.ts'
import { checkDemographics } from '../../../domain/account/demographics.ts'
import { CardBook } from '../../../domain/card/book.ts'
import type { Card } from '../../../domain/card/card.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import { isUndecided } from '../../../domain/decision/need.ts'
import { viewBalances } from '../../../domain/view/balance-view.ts'
import { dateTime, flag, list, object, text, utcDateTime, type Values } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal } from '../../../ground/kernel/errors.ts'
import { brandDemographicsProperties, programEnrollment } from '../account/parts/account-models.ts'
import { seeingAccount } from '../account/parts/account-rules.ts'
import { customerUpdates } from '../account/parts/customer-model.ts'
import { firstAccount } from '../account/parts/first-account.ts'
import { changeAccount, changeCard, type UpdateAccountRequest } from '../account/update-account.ts'
import type { UpdateBalanceRequest } from '../balance/parts/contract.ts'
import { checkUpdateBalance } from '../balance/parts/update-balance-form.ts'
import { move } from '../balance/update-balance.ts'
import { cardBalance, cardBalanceAmount } from '../balance-models.ts'
import { activate, cardChoice, checkChoice, chooseCard, touchesOfChoice } from '../card/allocate.ts'
import { toldTo } from '../card/parts/told-pin.ts'
import { command } from '../operation.ts'
import { runRequestRules } from '../rules/parts/request-rules.ts'
import { ruleParts } from '../rules/parts/rule-outcome.ts'

const request = {
  ...cardChoice,
  customerUpdates: object("The card's customer.", customerUpdates),
  brandDemographics: list("Values of the brand's own fields.", brandDemographicsProperties),
  programEnrollments: list('Enrollments in programs.', programEnrollment),
  countAsEnrollment: flag('Mark the customer as enrolled from now on.').default(true),
  customCardNumber: text('Your own number for the card. It need not be unique.').max(64),
  amount: object('What to put on the card. Absent: nothing.', cardBalanceAmount),
  issuedBalanceExpiration: utcDateTime('With amount: when the balance expires, in UTC. Absent: never.'),
  customRequestDate: dateTime('The date to show for this call.').enablement('customRequestDate'),
}

const response = {
  cardNumber: text('The card.').required(),
  pin: text('Its pin, if cards of the program have one.').secret(),
  balances: list('The balances after the call.', cardBalance).required(),
}

type EnrollRequest = Values<typeof request>
type Context = DecisionContext<EnrollRequest>

export const enroll = command({
  name: 'enroll',
  group: 'flex',
  summary: 'Allocate a card, record its customer and put a balance on it, in one call.',
  details:
    'It does all of this or nothing. Rules with trigger request run once, as for ALLOCATE. A void takes everything back.',
  callType: 'ALLOCATE',
  requestModel: 'EnrollRequest',
  responseModel: 'EnrollResponse',
  request,
  response,
  check: (given) =>
    checkChoice(given) ??
    checkCustomer(given.customerUpdates, 'customerUpdates') ??
    checkDemographics(given.brandDemographics) ??
    checkIssuance(given),
  touches: touchesOfChoice,
  decide: (context) => {
    const card = chooseCard(context)
    return isUndecided(card) ? card : enrollWith(card, context)
  },
})

function enrollWith(card: Card, context: Context): Decision<Values<typeof response>> {
  const { request, brand, pins, now } = context
  const first = firstAccount(card, context)
  if (first.kind !== 'account') return first
  const updating = { ...context, request: toUpdate(card, request) }
  const changed = changeAccount(first.account ?? emptyAccount(card.id), updating)
  if (isRefusal(changed)) return changed
  const { account } = changed
  const book = new CardBook(activate(card, context), now)
  const refusal = changeCard(book, updating) ?? issueTo(book, context)
  if (refusal) return refusal
  const rules = runRequestRules(seeingAccount(context, account), { callType: 'ALLOCATE', root: book })
  if (rules && isUndecided(rules)) return rules
  const parts = ruleParts(rules)
  return {
    kind: 'outcome',
    response: {
      cardNumber: card.number,
      ...(card.pin && { pin: pins.open(brand.id, card.number, card.pin) }),
      balances: viewBalances(book.card, brand, now, { expirations: false, delayed: false }),
    },
    accounts: [account],
    ...parts.outcome,
    messages: [...changed.messages, ...(parts.outcome.messages ?? [])],
    subject: book.card,
    cards: [book.card],
    postings: book.postings,
    coupons: parts.coupons,
    detail: { formerStatus: card.status, ...toldTo(context.call, card), ...parts.detail },
    ...(request.customRequestDate !== undefined && { customDate: request.customRequestDate }),
  }
}

/** What is left to say about the account once the card has its customer. */
function toUpdate(card: Card, given: EnrollRequest): UpdateAccountRequest {
  const { programEnrollments, customCardNumber, countAsEnrollment } = given
  return defined({
    cardNumber: card.number,
    programEnrollments,
    customCardNumber,
    countAsEnrollment,
    forcePinValidation: false,
    skipOptInConfirmationEmails: false,
    returnBalances: false,
    returnBalanceMutations: false,
  })
}

function checkIssuance(given: EnrollRequest): Refusal | undefined {
  return given.amount || given.issuedBalanceExpiration !== undefined ? checkUpdateBalance(toIssuance(given)) : undefined
}

function issueTo(book: CardBook, context: Context): Refusal | undefined {
  if (!context.request.amount) return undefined
  const moved = move(book, { ...context, request: toIssuance(context.request) })
  return moved.kind === 'refusal' ? moved : undefined
}

/** The issuance as a request of its own. */
function toIssuance({ amount, issuedBalanceExpiration, cardNumber = '' }: EnrollRequest): UpdateBalanceRequest {
  return defined({
    cardNumber,
    action: 'issue',
    ...(amount && { amount }),
    issuedBalanceExpiration,
    isReturnRelated: false,
    redeemMaxOnOverdraw: false,
    releaseHoldRemainder: false,
    isCashout: false,
    isAccountingAdjustment: false,
    returnBalances: false,
    returnBalanceExpirations: false,
    returnDelayedBalances: false,
    forcePinValidation: false,
  })
}

import type { Account } from '../../../domain/account/account.ts'
import { checkCustomer } from '../../../domain/account/customer.ts'
import { checkDemographics } from '../../../domain/account/demographics.ts'
import { personChanges } from '../../../domain/account/person-changes.ts'
import { changePrograms } from '../../../domain/account/programs.ts'
import { changeSurveys, checkSurveys } from '../../../domain/account/surveys.ts'
import { changeLinks, checkLinks, isSocial, partyOf, withLinks } from '../../../domain/account/third-party.ts'
import { programOf } from '../../../domain/brand/value-types.ts'
import type { NewMessage } from '../../../domain/campaign/kept-effects.ts'
import { CardBook } from '../../../domain/card/book.ts'
import type { Card } from '../../../domain/card/card.ts'
import { guardChild } from '../../../domain/card/guard.ts'
import { allLists } from '../../../domain/channel/lists.ts'
import type { Decision, DecisionContext } from '../../../domain/decision/decision.ts'
import { isUndecided } from '../../../domain/decision/need.ts'
import { viewBalances } from '../../../domain/view/balance-view.ts'
import { showBalanceMutation } from '../../../domain/view/mutation-view.ts'
import { dateTime, flag, id, list, object, text, type Values } from '../../../ground/contract/field.ts'
import { isRefusal, type Refusal, refuseField } from '../../../ground/kernel/errors.ts'
import { campaignBalanceMutation, cardBalance, checkoutKeyValue } from '../balance-models.ts'
import { command } from '../operation.ts'
import { withCard } from '../with-card.ts'
import { checkEvents, namedEventTypes, registerEvents } from './parts/account-events.ts'
import {
  brandDemographicsProperties,
  eventRegistration,
  programEnrollment,
  surveyResponseRegistration,
  thirdPartyCardProperties,
} from './parts/account-models.ts'
import { type AccountRules, accountRuleParts, runAccountRules } from './parts/account-rules.ts'
import { type AccountStep, changeInTurn, demographicsStep, needAccount, personStep } from './parts/change-account.ts'
import { customerUpdates } from './parts/customer-model.ts'
import { optInMessages } from './parts/opt-in-messages.ts'
import { checkOverride, overrideTier, tierOverride } from './parts/tier-override.ts'

const request = {
  cardNumber: id('The card.').required(6),
  childCardNumber: id('Update a child card instead.'),
  primaryCustomer: object("Updates of the card's customer.", customerUpdates),
  alternateCustomer: object('Updates of its alternate customer, which search does not look at.', customerUpdates),
  giverCustomer: object('Updates of whoever gave the card, which search does not look at.', customerUpdates),
  countAsEnrollment: flag('Mark the customer as enrolled from now on, if not yet enrolled.').default(false),
  customCardNumber: text('Your own number for the card. It need not be unique.').max(64).clearable(),
  brandDemographics: list("Updates of the brand's own fields.", brandDemographicsProperties),
  thirdPartyUpdates: list('Updates of channels, social networks and custom data.', thirdPartyCardProperties).max(100),
  newEvents: list('Events to add to the card.', eventRegistration),
  surveyResponses: list('Answers to surveys.', surveyResponseRegistration).max(100),
  programEnrollments: list('Enrollments in programs to begin or end.', programEnrollment).v2(),
  customKeyValues: list('Custom inputs for campaign conditions.', checkoutKeyValue),
  tierOverride: object('A level that is given by hand, for a time.', tierOverride).v2().enablement('tierOverride'),
  forcePinValidation: flag('Check the pin.').default(false),
  pin: text("The card's pin.").max(20).secret(),
  updatedPin: text('The new pin. Not with childCardNumber: child cards have the pin of their root.')
    .max(6)
    .v2()
    .secret(),
  skipOptInConfirmationEmails: flag('Send no e-mail about opt-ins by e-mail.').default(false).v2(),
  returnBalances: flag('Return the balances after the call.').default(false),
  returnBalanceMutations: flag('Return what campaigns changed.').default(false),
  customRequestDate: dateTime('The date to show for this call.').enablement('customRequestDate'),
}

const response = {
  balances: list('The balances after the call.', cardBalance),
  balanceMutations: list('What campaigns changed.', campaignBalanceMutation),
}

export type UpdateAccountRequest = Values<typeof request>
type UpdateAccountResponse = Values<typeof response>
type Context = DecisionContext<UpdateAccountRequest>

export const updateAccount = command({
  name: 'updateAccount',
  summary: "Update a card's customer, opt-ins, events and settings.",
  callType: 'UPDATE_ACCOUNT',
  requestModel: 'UpdateAccountRequest',
  responseModel: 'UpdateAccountResponse',
  request,
  response,
  check: (given) =>
    checkCustomer(given.primaryCustomer, 'primaryCustomer') ??
    checkCustomer(given.alternateCustomer, 'alternateCustomer') ??
    checkCustomer(given.giverCustomer, 'giverCustomer') ??
    checkDemographics(given.brandDemographics) ??
    checkLinks(given.thirdPartyUpdates) ??
    checkEvents(given.newEvents) ??
    checkSurveys(given.surveyResponses) ??
    checkPin(given) ??
    checkOverride(given.tierOverride, given.childCardNumber !== undefined),
  touches: ({ cardNumber, childCardNumber, forcePinValidation, updatedPin, newEvents }) => ({
    cards: [cardNumber],
    ...(childCardNumber !== undefined && { children: [{ root: cardNumber, child: childCardNumber }] }),
    pins: forcePinValidation || updatedPin !== undefined,
    ...(newEvents && { namedEventTypes: namedEventTypes(newEvents) }),
  }),
  decide: (context) => withCard(context, (root) => decideOn(root, context)),
})

function checkPin({ updatedPin, childCardNumber }: UpdateAccountRequest): Refusal | undefined {
  if (updatedPin === undefined) return undefined
  return childCardNumber === undefined
    ? undefined
    : refuseField(100, 'updatedPin', 'a child card has the pin of its root')
}

function decideOn(root: Card, context: Context): Decision<UpdateAccountResponse> {
  const { request, now } = context
  const { childCardNumber } = request
  const child = childCardNumber === undefined ? undefined : context.child({ root: root.number, child: childCardNumber })
  const target = childCardNumber === undefined ? root : guardChild(child, now)
  if (isRefusal(target)) return target
  const { account } = context.past(target.id)
  if (!account) return needAccount(target.id)
  const changed = changeAccount(account, context)
  if (isRefusal(changed)) return changed
  const registered = registerEvents(request.newEvents, target.id, context)
  if (registered.kind === 'refusal') return registered
  const wished = request.tierOverride ? overrideTier(root, request.tierOverride, context) : {}
  if (isUndecided(wished)) return wished
  const book = new CardBook(target, now)
  const refusal = changeCard(book, context)
  if (refusal) return refusal
  const rootBook = child ? new CardBook(root, now) : book
  const rules = runAccountRules(context, {
    account: changed.account,
    events: registered.events,
    root: rootBook,
    ...(child && { child: book }),
    keyValues: request.customKeyValues,
    isSocial: registered.areSocial || hasSocialLink(changed.account, request),
  })
  if (rules.kind !== 'ran') return rules
  const books = child ? [rootBook, book] : [book]
  const parts = accountRuleParts(rules)
  const changes = personChanges(account, rules.account)
  return {
    kind: 'outcome',
    response: answer(book.card, rules, context),
    ...parts,
    ...wished,
    ...(changes.length > 0 && { detail: { ...parts.detail, personChanges: changes } }),
    events: [...registered.events, ...(parts.events ?? [])],
    messages: [...changed.messages, ...(parts.messages ?? [])],
    accounts: rules.account === account ? [] : [rules.account],
    subject: rootBook.card,
    ...(child && { child: book.card }),
    cards: books.map(({ card }) => card),
    postings: books.flatMap(({ postings }) => postings),
    ...(request.customRequestDate !== undefined && { customDate: request.customRequestDate }),
  }
}

interface Changed {
  readonly account: Account
  readonly messages: readonly NewMessage[]
}

/** The account with everything that the request says about it, and the messages that its opt-ins bring along. */
export function changeAccount(account: Account, context: Context): Changed | Refusal {
  const { request, brand } = context
  const links = changeLinks(account.links ?? [], request.thirdPartyUpdates ?? [], allLists(brand))
  if (links.kind === 'refusal') return links
  const changed = changeInTurn(account, [
    personStep('customer', request.primaryCustomer, 'primaryCustomer', context),
    personStep('alternate', request.alternateCustomer, 'alternateCustomer', context),
    personStep('giver', request.giverCustomer, 'giverCustomer', context),
    demographicsStep(request.brandDemographics, context),
    request.thirdPartyUpdates && ((before) => withLinks(before, links.links)),
    surveysStep(context),
    programsStep(context),
    request.countAsEnrollment ? (before) => ({ ...before, enrolledAt: before.enrolledAt ?? context.now }) : undefined,
  ])
  if (isRefusal(changed)) return changed
  const { thirdPartyUpdates: changes = [], skipOptInConfirmationEmails: skipsEmails } = request
  return { account: changed, messages: optInMessages(changed, links, { brand, changes, skipsEmails }) }
}

function surveysStep({ request, now }: Context): AccountStep | undefined {
  const { surveyResponses } = request
  if (!surveyResponses) return undefined
  return (account) => {
    const surveys = changeSurveys(account.surveys ?? [], surveyResponses, now)
    return isRefusal(surveys) ? surveys : { ...account, surveys }
  }
}

function programsStep({ request, brand, now }: Context): AccountStep | undefined {
  const { programEnrollments } = request
  if (!programEnrollments) return undefined
  return (account) => {
    const programs = changePrograms(account.programs, programEnrollments, { known: brand.programs, now })
    return isRefusal(programs) ? programs : { ...account, programs }
  }
}

/** The custom card number and the pin. A new pin is a new beginning: wrong ones before it no longer count. */
export function changeCard(book: CardBook, { request, brand, pins }: Context): Refusal | undefined {
  const { customCardNumber, updatedPin } = request
  if (customCardNumber !== undefined) book.card = withCustomNumber(book.card, customCardNumber)
  if (updatedPin === undefined) return undefined
  if (programOf(brand, book.card)?.pinLength === 0)
    return refuseField(100, 'updatedPin', 'cards of this program have no pin')
  const { pinLockedUntil: _, ...card } = book.card
  book.card = { ...card, pin: pins.seal(brand.id, card.number, updatedPin), pinFailures: 0 }
  return undefined
}

function withCustomNumber({ customNumber: _, ...card }: Card, customNumber: string): Card {
  return customNumber === '' ? card : { ...card, customNumber }
}

function hasSocialLink({ links = [] }: Account, { thirdPartyUpdates = [] }: UpdateAccountRequest): boolean {
  return thirdPartyUpdates.some(
    ({ thirdParty }) => isSocial(thirdParty) && links.some((link) => link.thirdParty === partyOf(thirdParty)),
  )
}

function answer(card: Card, { runs }: AccountRules, { request, brand, now }: Context): UpdateAccountResponse {
  const mutations = runs.flatMap(({ result }) => result.mutations)
  return {
    ...(request.returnBalances && {
      balances: viewBalances(card, brand, now, { expirations: false, delayed: false }),
    }),
    ...(request.returnBalanceMutations && {
      balanceMutations: mutations.flatMap((one) => (one.kind === 'discount' ? [] : showBalanceMutation(one, brand))),
    }),
  }
}

import { languageOf } from '../../../domain/decision/call.ts'
import {
  type PastPosting,
  toBalanceMutations,
  toBalanceUpdates,
  toMutations,
} from '../../../domain/view/past-mutations.ts'
import { showShortfalls } from '../../../domain/view/shortfall-view.ts'
import { flag, id, integer, list, number, object, oneOf, text } from '../../../ground/contract/field.ts'
import { callTypes } from '../../../ground/kernel/call-type.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuse } from '../../../ground/kernel/errors.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { toJsonNumber } from '../../../ground/kernel/money.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { findRequest, listPostings, type RequestView } from '../../../storage/store/queries/request-view.sql.ts'
import { campaignBalanceMutation, historicBalanceUpdate, shortfall } from '../balance-models.ts'
import { query } from '../operation.ts'
import { allocationAnswer, answerOf } from './parts/allocation-answer.ts'
import { explainRequest, explanationModel } from './parts/explanation.ts'

export const requestLookup = query({
  name: 'requestLookup',
  summary: 'Show a call and what it changed.',
  callType: 'REPORTING',
  requestModel: 'RequestLookupRequest',
  responseModel: 'RequestLookupResponse',
  request: {
    requestRef: id('The call.').required(),
    showDetailedMutations: flag('Also return the detailed mutations.').default(false),
    splitHoldMutations: flag('Show changes of holds separately from changes of free balance.').default(false),
    returnCustomMutationTypes: flag("Show the caller's names for the changes.")
      .default(false)
      .enablement('customMutationTypes'),
    showAnswer: flag(
      'Also return what an allocation answered, for whoever lost the answer: its pin to the key that made the call, for 24 hours.',
    ).default(false),
    showExplanation: flag('Also return why its rules fired or did not.').default(false).enablement('showExplanation'),
  },
  response: {
    requestDate: text('When it happened, yyyy-MM-dd HH:mm:ss.').required(),
    callType: oneOf('The type of call.', callTypes),
    cardNumber: text('The card.'),
    childCardNumber: text('The child card.'),
    locationId: text('The location it came from.'),
    terminalId: text('The terminal it came from.'),
    employeeId: text('The employee it named.'),
    vtUserId: text('The portal user who made it.'),
    note: text('Its note header.').personal(),
    externalTransactionId: text('Its externalTransactionId header.'),
    isVoided: flag('Whether it was voided.').required(),
    requestErrorCode: integer('The error code of its response.'),
    merchantName: text('Where it happened, according to the caller.'),
    balanceReference: text("The caller's reference for the balance."),
    suspensionReason: text('Why the status was changed.').personal(),
    customMutationType: text("The caller's name for the change. With returnCustomMutationTypes."),
    checkoutTotalBeforeDiscount: number('The total of a checkout before discounts.'),
    totalDiscount: number('The discounts of a checkout.'),
    balanceMutations: list('What it changed.', campaignBalanceMutation).required(),
    holdBalanceMutations: list('What it changed in holds. With splitHoldMutations.', campaignBalanceMutation),
    shortfalls: list('For a return or a void: what it should have taken back but the card no longer had.', shortfall),
    detailedHoldMutations: list('With showDetailedMutations: the changes of holds.', historicBalanceUpdate),
    detailedNonHoldMutations: list('With showDetailedMutations: the changes of free balance.', historicBalanceUpdate),
    answer: object('With showAnswer: what an allocation answered.', allocationAnswer),
    explanation: object('With showExplanation: why its rules fired or did not.', explanationModel),
  },
  answer: async ({ request, brand, reader, call, pins }) => {
    const ref = request.requestRef.toLowerCase()
    await reader.recordsWritten()
    const found = isUuid(ref) ? await findRequest(reader, brand.id, ref) : undefined
    if (!found) return refuse(118)
    const postings = await listPostings(reader, brand.id, [ref])
    const mutations = toMutations(ownPostings(found, postings), brand)
    const hidesPeople = call.user !== undefined && !call.user.permissions.includes('customers.see')
    const explained = { ref, request: found, postings, language: languageOf(call), hidesPeople }
    const detail = found.detail ?? {}
    const named = request.returnCustomMutationTypes ? detail.customMutationType : undefined
    const custom = defined({
      customMutationType: named,
      childId: found.childId,
    })
    const view = (side: 'all' | 'free' | 'held') => toBalanceMutations(mutations, brand, { side, ...custom })
    const detailed = (side: 'free' | 'held') => toBalanceUpdates(mutations, brand, { side, withKinds: true })
    return {
      kind: 'answer',
      response: {
        requestDate: formatDateTime(found.customDate ?? found.happenedAt, brand.interfaceTimeZone),
        callType: found.callType,
        ...found.shown,
        isVoided: found.voidedBy !== undefined,
        ...(found.errorCode !== undefined && { requestErrorCode: found.errorCode }),
        ...(detail.user !== undefined && { vtUserId: detail.user }),
        ...(detail.merchantName !== undefined && { merchantName: detail.merchantName }),
        ...(detail.balanceReference !== undefined && { balanceReference: detail.balanceReference }),
        ...(detail.suspensionReason !== undefined && { suspensionReason: detail.suspensionReason }),
        ...(named !== undefined && { customMutationType: named }),
        ...(found.totals && {
          checkoutTotalBeforeDiscount: toJsonNumber(found.totals.total, found.totals.scale),
          totalDiscount: toJsonNumber(found.totals.discount, found.totals.scale),
        }),
        balanceMutations: view(request.splitHoldMutations ? 'free' : 'all'),
        ...(request.splitHoldMutations && { holdBalanceMutations: view('held') }),
        ...(detail.shortfalls && {
          shortfalls: showShortfalls(detail.shortfalls, brand, [found.cardId, found.childId]),
        }),
        ...(request.showDetailedMutations && {
          detailedHoldMutations: detailed('held'),
          detailedNonHoldMutations: detailed('free'),
        }),
        ...(request.showAnswer && (await answerOf(ref, { brand, reader, call, pins }))),
        ...(request.showExplanation && { explanation: await explainRequest(explained, brand, reader) }),
      },
    }
  },
})

/** What it changed on other cards, such as a referrer's, is in their history. A transfer has two cards of its own. */
function ownPostings({ callType, cardId, childId }: RequestView, postings: readonly PastPosting[]) {
  if (callType === 'TRANSFER') return postings
  return postings.filter((posting) => posting.cardId === cardId || posting.cardId === childId)
}

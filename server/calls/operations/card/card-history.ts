import type { Brand } from '../../../domain/brand/brand.ts'
import { couponBucket } from '../../../domain/card/card.ts'
import { showLine } from '../../../domain/view/line-view.ts'
import {
  type PastMutation,
  type PastPosting,
  toBalanceUpdates,
  toMutations,
} from '../../../domain/view/past-mutations.ts'
import {
  dateTime,
  flag,
  id,
  integer,
  list,
  model,
  number,
  object,
  oneOf,
  text,
  type Values,
} from '../../../ground/contract/field.ts'
import { callTypes } from '../../../ground/kernel/call-type.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { toJsonNumber } from '../../../ground/kernel/money.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { findChildId } from '../../../storage/store/queries/card-view.sql.ts'
import type { HistoricCheckout, HistoryFilter, HistoryRow } from '../../../storage/store/queries/history.sql.ts'
import { historicBalanceUpdate } from '../balance-models.ts'
import { simplifiedSku } from '../checkout/parts/checkout-models.ts'
import { query } from '../operation.ts'
import { cardStatistics, findStatistics } from './parts/history-statistics.ts'

const legacyTypes = [
  ...['GI', 'PR', 'E', 'MR', 'LR', 'AH', 'I', 'GR', 'ER'],
  ...['R', 'EX', 'T', 'V', 'X', 'PI', 'MI', 'LI', 'TR'],
] as const

const historicTransaction = model('HistoricTransaction', 'A call in the history of a card.', {
  transactionId: text('The transaction.').required(),
  transactionTime: integer('When it happened, in milliseconds since 1970.').required(),
  isLegacy: flag('Whether it came through another interface.').required(),
  legacyType: oneOf('For a legacy transaction: its kind. Never returned here.', legacyTypes),
  location: text('The location it came from.'),
  locationName: text('Its name. With includeLocationNames.').v2(),
  callType: oneOf('The type of call.', callTypes).v2(),
  requestRef: text('The call.'),
  externalTransactionId: text('Its externalTransactionId header. With includeExternalTransactionIds.').v2(),
  merchantName: text('Where it happened, according to the caller. With includeMainBalanceUpdate.'),
  isVoided: flag('True if it was voided, absent otherwise.').v2(),
  childCardNumber: text('The child card it was about.'),
  checkoutTotalBeforeDiscounts: number('For a checkout: the total before discounts.'),
  checkoutTotalAfterDiscounts: number('For a checkout: the total after discounts. With includeMainBalanceUpdate.'),
  totalDiscount: number('For a checkout: the discounts.'),
  checkoutShippingTotal: number('For a checkout: shipping.'),
  checkoutTaxTotal: number('For a checkout: tax. Never returned here, because no call takes it.'),
  skus: list('For a checkout: its lines. With includeTransactionDetails.', simplifiedSku),
  mainBalanceUpdate: number('What was issued (positive) or redeemed (negative). With includeMainBalanceUpdate.'),
  balanceUpdates: list(
    'What changed. Absent for calls of child cards, unless childCardNumber asks for these or the card itself changed.',
    historicBalanceUpdate,
  ),
  holdBalanceUpdates: list('What changed in holds. With splitHoldMutations.', historicBalanceUpdate),
})

const request = {
  cardNumber: id('The card.').required(6),
  childCardNumber: id('Only the calls of this child card.'),
  beginDate: dateTime('Only calls at this time or later.'),
  endDate: dateTime('Only calls at this time or earlier.'),
  maxResults: integer(
    'How many calls to return at most. The limit is 20 with includeCampaignData or includeExternalTransactionIds.',
  )
    .between(1, 100)
    .absentMeans(20)
    .v2(),
  limit: integer('Another name for maxResults, which takes precedence.').between(1, 100).v2(),
  offset: integer('How many calls to skip.').between(0, 1000).default(0).v2(),
  sortMostRecentFirst: flag('Return the newest call first.').default(true).v2(),
  includeCampaignData: flag('Also return why each balance changed, and which campaign did it.').default(false),
  includeExternalTransactionIds: flag('Also return the externalTransactionId headers.').default(false),
  splitHoldMutations: flag('Show changes of holds separately from changes of free balance.').default(false),
  restrictTransactionTypes: list('Only calls of these types.', oneOf('A call type.', callTypes)).v2(),
  includeMainBalanceUpdate: flag('Also return the main balance update and the merchant name.').default(false),
  includeStats: flag('Also return statistics of the card.').default(false).v2(),
  includeLifeCycleStatistics: flag('With includeStats: when the card will be at risk and when lost.')
    .default(false)
    .v2(),
  includeSuspicionScoreStatistics: flag('With includeStats: how suspicious its use is.').default(false).v2(),
  includeTransactionDetails: flag('Also return the lines of checkouts.').default(false).v2(),
  includeLocationNames: flag('Also return the names of locations.').default(false).v2(),
  couponId: id('Only calls that changed the balance of this coupon.').v2(),
}

type CardHistoryRequest = Values<typeof request>
type HistoricTransaction = Values<typeof historicTransaction.fields>

export const cardHistory = query({
  name: 'cardHistory',
  summary: 'List what happened to a card.',
  callType: 'ACCOUNT_HISTORY',
  requestModel: 'CardHistoryRequest',
  responseModel: 'CardHistoryResponse',
  request,
  response: {
    transactions: list('The calls.', historicTransaction).required(),
    transactionCount: integer('How many calls the card has in total.').required(),
    matchCount: integer('How many calls match the filters.').required(),
    oldestTransaction: text('When the oldest matching call happened, yyyy-MM-dd HH:mm:ss.'),
    newestTransaction: text('When the newest matching call happened, yyyy-MM-dd HH:mm:ss.'),
    stats: object('Statistics of the card. With includeStats.', cardStatistics),
  },
  check: checkForm,
  answer: async ({ request, brand, reader }) => {
    const found = await reader.findCard(brand.id, request.cardNumber)
    if (!found) return refuse(2)
    if (found.card.status === 'Inventory' || found.card.status === 'Distributed') return refuse(110)
    const childId = await findChildId(reader, brand.id, { root: found.card.id, childNumber: request.childCardNumber })
    if (childId === undefined && request.childCardNumber !== undefined) return refuse(129)
    const filter = toFilter(request, defined({ cardId: found.card.id, childId }))
    const { offset, sortMostRecentFirst: newestFirst } = request
    const limit = pageOf(request)
    const asked = { filter, page: { limit, offset, newestFirst } }
    const { counts, rows } = await reader.history(brand.id, asked, found.card.seq)
    const postings = await reader.postingsOf(
      brand.id,
      rows.map((row) => row.ref),
    )
    const show = (row: HistoryRow) => {
      const own = (postings.get(row.ref) ?? []).filter(
        ({ cardId }) => cardId === found.card.id || cardId === row.childId,
      )
      return showTransaction(row, own, { request, brand })
    }
    const { oldest, newest, matchCount, transactionCount } = counts
    const stats = request.includeStats ? await findStatistics(found, request, { brand: brand.id, reader }) : undefined
    return {
      kind: 'answer',
      cardId: found.card.id,
      response: {
        transactions: rows.map(show),
        transactionCount,
        matchCount,
        ...(oldest !== undefined && { oldestTransaction: formatDateTime(oldest, brand.interfaceTimeZone) }),
        ...(newest !== undefined && { newestTransaction: formatDateTime(newest, brand.interfaceTimeZone) }),
        ...(stats && { stats }),
      },
    }
  },
})

/** The page when none is asked for; a longer one costs too much together with the campaigns of each call. */
const shortPage = 20

const pageOf = ({ maxResults, limit }: CardHistoryRequest) => maxResults ?? limit ?? shortPage

function checkForm(request: CardHistoryRequest): Refusal | undefined {
  const { includeCampaignData, includeExternalTransactionIds, includeStats } = request
  if (pageOf(request) > shortPage && (includeCampaignData || includeExternalTransactionIds))
    return refuseField(
      100,
      'maxResults',
      `must be at most ${shortPage} with includeCampaignData or includeExternalTransactionIds`,
    )
  if (request.includeLifeCycleStatistics && !includeStats)
    return refuseField(100, 'includeLifeCycleStatistics', 'needs includeStats')
  if (request.includeSuspicionScoreStatistics && !includeStats)
    return refuseField(100, 'includeSuspicionScoreStatistics', 'needs includeStats')
  return undefined
}

function toFilter(request: CardHistoryRequest, card: Pick<HistoryFilter, 'cardId' | 'childId'>): HistoryFilter {
  const { beginDate, endDate, restrictTransactionTypes, couponId } = request
  return {
    ...card,
    ...(beginDate !== undefined && { beginDate }),
    ...(endDate !== undefined && { endDate }),
    ...(restrictTransactionTypes?.length && { callTypes: restrictTransactionTypes }),
    ...(couponId !== undefined && { bucket: couponBucket(couponId) }),
  }
}

function showTransaction(
  row: HistoryRow,
  postings: readonly PastPosting[],
  { request, brand }: { request: CardHistoryRequest; brand: Brand },
): HistoricTransaction {
  const mutations = toMutations(postings, brand)
  // What a child card's call changed there is shown in the history of the child.
  const isChilds = ({ cardId }: PastMutation) => request.childCardNumber === undefined && cardId === row.childId
  const shown = mutations.filter((mutation) => !isChilds(mutation))
  const isOfChild = row.childId !== undefined && request.childCardNumber === undefined
  const view = (side: 'all' | 'free' | 'held') =>
    toBalanceUpdates(shown, brand, { side, withKinds: request.includeCampaignData })
  const location = row.locationId === undefined ? undefined : brand.locations.get(row.locationId)
  return defined({
    transactionId: row.ref,
    isLegacy: false,
    transactionTime: row.shownAt,
    location: row.locationId,
    callType: row.callType,
    balanceUpdates: isOfChild ? undefined : view(request.splitHoldMutations ? 'free' : 'all'),
    requestRef: row.ref,
    ...(row.isVoided && { isVoided: true }),
    ...(request.splitHoldMutations && !isOfChild && { holdBalanceUpdates: view('held') }),
    ...(request.includeLocationNames && location && { locationName: location.name }),
    ...(request.includeExternalTransactionIds &&
      row.externalId !== undefined && { externalTransactionId: row.externalId }),
    childCardNumber: row.childNumber,
    ...(row.checkout && showCheckout(row.checkout, request)),
    ...(request.includeMainBalanceUpdate && mainUpdate(mutations, row)),
  })
}

function showCheckout({ scale, total, discount, net, shipping, lines }: HistoricCheckout, request: CardHistoryRequest) {
  const amount = (minor: number) => toJsonNumber(minor, scale)
  return {
    checkoutTotalBeforeDiscounts: amount(total),
    totalDiscount: amount(discount),
    checkoutShippingTotal: amount(shipping),
    ...(request.includeMainBalanceUpdate && { checkoutTotalAfterDiscounts: amount(net) }),
    ...(request.includeTransactionDetails && { skus: lines.map(showLine) }),
  }
}

/** All that the call issued and redeemed of one value type: a currency, if it changed any. */
function mainUpdate(mutations: readonly PastMutation[], row: HistoryRow) {
  const main = mutations.find(({ balanceType }) => balanceType === 'Currency') ?? mutations[0]
  const ofMain = mutations.filter(({ valueType }) => valueType === main?.valueType)
  const sum = ofMain.reduce((total, { amount }) => total + amount, 0)
  return defined({
    ...(main && { mainBalanceUpdate: toJsonNumber(sum, main.scale) }),
    merchantName: row.merchantName,
  })
}

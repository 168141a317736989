import { formatDateTime, hour, minute } from '../../../ground/kernel/time.ts'
import type { Day } from './calendar.ts'
import type { DemoYear } from './demo-year.ts'
import type { DemoPerson } from './people.ts'
import { type DemoStep, refOf } from './step.ts'

/** Somebody, their card, and a spare one of the same set. */
interface Holder {
  readonly person: DemoPerson
  readonly cardNumber: string
  readonly spare: string
  /** Which of those it is whom the incident happens to, from 0. */
  readonly index: number
}

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })

interface Incident {
  /** How many people it happens to. */
  readonly count: number
  readonly happens: (holder: Holder, year: DemoYear) => readonly DemoStep[]
  /** What the holder goes on with, if not with the same card. */
  readonly leaves?: 'the spare card' | 'no card'
}

/** What does not happen every day. Each is about other people. */
export const incidents: readonly Incident[] = [
  { count: 5, happens: replaced, leaves: 'the spare card' },
  { count: 2, happens: (holder, year) => ended(holder, year, 'Stolen'), leaves: 'no card' },
  { count: 3, happens: (holder, year) => ended(holder, year, 'Closed'), leaves: 'no card' },
  { count: 2, happens: (holder, year) => ended(holder, year, 'Suspended'), leaves: 'no card' },
  { count: 6, happens: children },
  { count: 8, happens: heldAndPaid },
  { count: 1, happens: openHold },
  { count: 30, happens: personalOffer },
  { count: 5, happens: bounced },
  { count: 12, happens: storeCredit },
  { count: 14, happens: optsOut },
  { count: 10, happens: caters },
  { count: 3, happens: tenPercent },
]

/** A day on which the card is in use, the same for the same person. */
function someDay({ person }: Holder, { days }: DemoYear, nearTheEnd = 1): Day | undefined {
  const inUse = days.filter(({ ago }) => ago < person.joinsAgo && ago > Math.max(person.leavesAgo, nearTheEnd))
  return inUse[Math.floor(inUse.length * (0.35 + (person.number % 50) / 100))] ?? inUse.at(-1)
}

interface IncidentPlan {
  readonly after: number
  readonly verb: string
  readonly operation: string
  readonly body: object
  readonly note?: string
}

/** Calls of the office, by day. */
function at(day: Day | undefined, { person }: Holder, all: readonly IncidentPlan[]): readonly DemoStep[] {
  if (!day) return []
  return all.map(({ after, verb, operation, body, note }) => ({
    name: `${person.number} ${verb}`,
    at: day.jobsAt + 20 * minute + after,
    walker: person.walker,
    operation,
    place: { location: 'L1', terminal: 'T2', employee: 'E1' },
    body: { ...body },
    ...(note !== undefined && { note }),
  }))
}

/** The old card is transferred out, and its successor gets everything. */
function replaced(holder: Holder, year: DemoYear): readonly DemoStep[] {
  const { cardNumber, spare } = holder
  const note = 'lost card, replaced'
  return at(someDay(holder, year, 4), holder, [
    { after: 0, verb: 'card replaced by', operation: 'allocate', body: { cardNumber: spare }, note },
    { after: minute, verb: 'card out', operation: 'transfer', body: { action: 'out', cardNumber }, note },
    {
      after: 2 * minute,
      verb: 'card in',
      operation: 'transfer',
      body: {
        action: 'in',
        cardNumber: spare,
        oldCardNumber: cardNumber,
        mergeMode: 'overwrite',
        transferCoupons: true,
      },
      note,
    },
  ])
}

function ended(holder: Holder, year: DemoYear, newStatus: string): readonly DemoStep[] {
  const { cardNumber } = holder
  const body = {
    cardNumber,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus },
    suspensionReason: newStatus === 'Stolen' ? 'lostOrStolenAccount' : 'customer',
  }
  const note = newStatus === 'Closed' ? 'moved away' : 'called the hotline'
  return at(someDay(holder, year, 3), holder, [{ after: 0, verb: newStatus, operation: 'updateBalance', body, note }])
}

function children(holder: Holder, year: DemoYear): readonly DemoStep[] {
  const { cardNumber } = holder
  const day = someDay(holder, year)
  const names = ['kid-1', 'kid-2'].slice(0, 1 + (holder.person.number % 2))
  return at(
    day,
    holder,
    names.flatMap((childCardNumber, index) => [
      {
        after: index * minute,
        verb: childCardNumber,
        operation: 'allocateChildCard',
        body: { cardNumber, childCardNumber },
      },
      {
        after: index * minute + hour,
        verb: `${childCardNumber} pocket money`,
        operation: 'updateBalance',
        body: { cardNumber, childCardNumber, action: 'issue', amount: usd(10) },
      },
      {
        after: index * minute + 3 * hour,
        verb: `${childCardNumber} buys`,
        operation: 'checkout',
        body: { cardNumber, childCardNumber, products: [{ sku: 'BUN', unitPrice: 3.75 }] },
      },
    ]),
  )
}

/** Ten dollars are loaded, six held, four of them taken, and the rest is free again. */
function heldAndPaid(holder: Holder, year: DemoYear): readonly DemoStep[] {
  const { cardNumber } = holder
  const first = at(someDay(holder, year), holder, [
    { after: 0, verb: 'loads', operation: 'updateBalance', body: { cardNumber, action: 'issue', amount: usd(10) } },
    { after: minute, verb: 'holds', operation: 'updateBalance', body: { cardNumber, action: 'hold', amount: usd(6) } },
  ])
  const hold = first.at(-1)
  if (!hold) return []
  const body = {
    cardNumber,
    action: 'redeem',
    amount: usd(4),
    redeemFromHoldTransactionId: refOf(hold),
    releaseHoldRemainder: true,
  }
  return [...first, { ...hold, name: `${holder.person.number} pays the hold`, at: hold.at + hour, body }]
}

function openHold(holder: Holder, { days }: DemoYear): readonly DemoStep[] {
  const { cardNumber } = holder
  const day = days.find(({ ago }) => ago === 1)
  return at(day, holder, [
    { after: 0, verb: 'loads', operation: 'updateBalance', body: { cardNumber, action: 'issue', amount: usd(40) } },
    {
      after: minute,
      verb: 'holds',
      operation: 'updateBalance',
      body: { cardNumber, action: 'hold', amount: usd(25) },
      note: 'birthday cake, picked up on the weekend',
    },
  ])
}

function personalOffer(holder: Holder, { days }: DemoYear): readonly DemoStep[] {
  const { person, cardNumber } = holder
  const day = days.find(({ ago }) => ago === Math.min(person.joinsAgo - 1, 5 + (person.number % 40)))
  if (!day) return []
  const offer = {
    skus: [{ sku: person.number % 2 === 0 ? 'BUN' : 'SND' }],
    discountType: 'percentageDiscount',
    percentageDiscount: 30,
    expirationDate: formatDateTime(day.opensAt + 60 * 24 * hour),
    customId: person.number,
  }
  const body = { cardNumber, offers: [offer] }
  return at(day, holder, [{ after: 0, verb: 'gets an offer', operation: 'addPersonalOffer', body }])
}

function bounced(holder: Holder, year: DemoYear): readonly DemoStep[] {
  const { email } = holder.person
  if (email === undefined) return []
  const body = { channel: 'email', channelUser: email, reason: '550 5.1.1 no such user' }
  return at(someDay(holder, year), holder, [{ after: 0, verb: 'bounces', operation: 'processBounce', body }])
}

function storeCredit(holder: Holder, year: DemoYear): readonly DemoStep[] {
  const day = someDay(holder, year)
  if (!day) return []
  const body = {
    cardNumber: holder.cardNumber,
    action: 'issue',
    amount: usd(5 + (holder.person.number % 4) * 2.5),
    isReturnRelated: true,
    issuedBalanceExpiration: formatDateTime(day.opensAt + 120 * 24 * hour),
  }
  const note = 'drink was cold'
  return at(day, holder, [{ after: 0, verb: 'gets credit', operation: 'updateBalance', body, note }])
}

function optsOut(holder: Holder, year: DemoYear): readonly DemoStep[] {
  const { cardNumber, person } = holder
  if (person.email === undefined) return []
  const body = { cardNumber, thirdPartyUpdates: [{ thirdParty: 'email', optIn: false }] }
  return at(someDay(holder, year), holder, [{ after: 0, verb: 'opts out', operation: 'updateAccount', body }])
}

/** Orders for the whole office: that makes gold members. */
function caters(holder: Holder, year: DemoYear): readonly DemoStep[] {
  const { cardNumber, person } = holder
  const body = { cardNumber, newEvents: [{ categoryId: 'big-spender', payload: 'catering order' }] }
  const first = at(someDay(holder, year), holder, [
    { after: 0, verb: 'is a big spender', operation: 'updateAccount', body },
  ])
  const products = [
    { sku: 'LAT', unitPrice: 4.75, amountPurchased: 30 },
    { sku: 'SND', unitPrice: 8.5, amountPurchased: 25 },
  ]
  const orders = [5, 19, 33, 47].map((ago) => {
    const day = year.days.find((one) => one.ago === ago + (person.number % 10))
    const sale = { after: 0, verb: `caters ${ago}`, operation: 'checkout', body: { cardNumber, products } }
    return at(day, holder, [{ ...sale, note: 'catering' }])
  })
  return [...first, ...orders.flat()]
}

/** Uses up a small set of coupons. */
function tenPercent(holder: Holder, year: DemoYear): readonly DemoStep[] {
  const { cardNumber, index } = holder
  const couponId = `TEN-${index + 1}`
  const given = { couponId, cardNumber, promotionId: 'ten-off' }
  const body = { cardNumber, products: [{ sku: 'SND', unitPrice: 8.5 }], coupons: [couponId] }
  return at(someDay(holder, year), holder, [
    { after: 0, verb: 'gets a coupon', operation: 'allocateCoupon', body: given },
    { after: hour, verb: 'uses a coupon', operation: 'checkout', body },
  ])
}

import { settlePayments } from '../../../../calls/engine/settle-payments.ts'
import { tillOf } from '../../../../calls/operations/checkout/parts/sale-state.ts'
import type { JsonObject, JsonValue } from '../../../../ground/contract/json.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { refuse } from '../../../../ground/kernel/errors.ts'
import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import { minute, second } from '../../../../ground/kernel/time.ts'
import { faultFields } from '../../../../ground/log/log.ts'
import { listNamedCalls } from '../../../../storage/store/portal/named-calls.sql.ts'
import {
  awaitOpenPayments,
  deleteOpenPayments,
  insertOpenPayment,
  listPaymentsOfSales,
  type OpenPaymentRow,
} from '../../../../storage/store/portal/open-payment.sql.ts'
import type { Lookups } from '../../../api/guesses.ts'
import { slowDown } from '../../access/logged-in.ts'
import { carryOut, hashOfId, idInPortal } from '../../carry-out.ts'
import { foresee } from '../../foresee.ts'
import { lookupsIn } from '../../guessing.ts'
import { type PreparedCall, prepareCall } from '../../prepare-call.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from '../../refusal.ts'
import type { BrandVisit } from '../../route.ts'
import { lookUpCards } from './look-up-cards.ts'
import { readerOf } from './reading.ts'

interface OtherCard {
  readonly cardNumber: string
  readonly amount: number
}

type Visited = BrandVisit<{
  readonly otherCards: readonly OtherCard[]
  readonly locationId?: string
  readonly requestId: string
}>

type Sale = JsonObject & { readonly cardNumber: string }
type Sold = { readonly requestRef: RequestRef }

/** By then a sale is made, or whoever wanted it has asked again. */
const waitMs = minute

/**
 * For so long the next part is begun. With the last one, which takes 5 seconds more, and what is noted before it, the sale is made
 * before a page asks what became of it (`settledMs` in portal/shell/lost-answers.tsx), or it is not made.
 */
const beginMs = 8 * second

/**
 * A sale that other cards pay for: each pays by a redemption, and the checkout takes these as its payments. All of them are calls
 * with ids of their own, derived from the sale's: asked again, it goes on from where it was cut off. Each redemption is noted
 * before it is tried, and if the sale is not made, it is given back: here, when its author asks what became of it, or by a job.
 */
export async function sellInParts(sale: Sale, visit: Visited): Promise<Sold | PortalRefusal> {
  const before = await findMade(sale, visit)
  if (before) return before
  try {
    const sold = await sell(sale, visit)
    return isTurnedDown(sold) ? await endWithout(sold, { sale, visit }) : sold
  } catch (error) {
    // Parts of it may be done, by now or by an earlier attempt: nobody may say that nothing was changed.
    visit.services.log.error('sale.cutOff', { brand: visit.brand.id, ...faultFields(error) })
    return inDoubt
  }
}

/** Of what is turned down, parts may be done. */
async function sell(sale: Sale, visit: Visited): Promise<Sold | PortalRefusal> {
  const { services, brand, request } = visit
  const until = performance.now() + beginMs
  const tooMany = await lookUpCards([sale, ...request.otherCards].map(numberOf), visit)
  if (tooMany) return tooMany
  const lookups = lookupsIn(sale, visit)
  const wait = lookups ? services.guesses.secondsToWait(lookups) : 0
  if (wait > 0) return slowDown(wait)
  const whole = await prepareWhole(sale, visit)
  if (isTurnedDown(whole)) return whole
  const currency = tillOf(brand, whole.call.locationId).currency
  const early = await findObjection(whole, { currency, lookups }, visit)
  if (early) return early
  const refs: RequestRef[] = []
  for (const other of request.otherCards) {
    const paid = await payOnce(other, { sale, currency, until }, visit)
    if (isTurnedDown(paid)) return paid
    refs.push(paid.requestRef)
  }
  const prepared = await prepare('checkout', withPayments(sale, refs.map(byRedemption)), visit)
  if (isTurnedDown(prepared)) return prepared
  if (performance.now() > until) return busy
  const made = (await carryOut(services, prepared, idInPortal(request.requestId), lookups)) as Sold | PortalRefusal
  if (!isTurnedDown(made)) await forgetPaid(refs, visit)
  return made
}

const numberOf = ({ cardNumber }: { readonly cardNumber: string }) => cardNumber

/** The sale is made, whatever becomes of this: what is not forgotten here, the job finds to have paid. */
async function forgetPaid(refs: readonly RequestRef[], visit: Visited): Promise<void> {
  const { services, brand } = visit
  try {
    const paying = (await listRows(visit)).filter(({ request_ref: ref }) => ref !== null && refs.includes(ref))
    const ids = paying.map((row) => row.payment_id)
    await deleteOpenPayments(services.pool, brand.id, ids)
  } catch (error) {
    services.log.error('sale.notForgotten', { brand: brand.id, ...faultFields(error) })
  }
}

const byRedemption = (updateBalanceRequestRef: RequestRef) => ({ updateBalanceRequestRef })

/** Like what a redemption pays, it is of no type that a rule or a limit could ask for. */
const byWord = ({ amount }: OtherCard) => ({ amount })

function withPayments(
  { paymentMethods = [], ...sale }: Sale & { readonly paymentMethods?: JsonValue },
  more: JsonValue[],
) {
  const given = Array.isArray(paymentMethods) ? paymentMethods : []
  return { ...sale, paymentMethods: [...given, ...more] }
}

const redemptionOf = ({ cardNumber, amount }: OtherCard, balanceCode: string): JsonObject => ({
  cardNumber,
  action: 'redeem',
  amount: { balanceType: 'Currency', balanceCode, amount },
})

/** The whole sale as one call, in which other cards pay as cash would. */
async function prepareWhole(sale: Sale, visit: Visited): Promise<PreparedCall | PortalRefusal> {
  const whole = await prepare('checkout', withPayments(sale, visit.request.otherCards.map(byWord)), visit)
  if (isTurnedDown(whole) || !isInStages(whole.request)) return whole
  return turnDown('invalid', 'sale: a sale that other cards pay for is made in one call')
}

interface SaleTerms {
  readonly currency: string
  readonly lookups: Lookups | undefined
}

/**
 * What stands against any part of it, before the first is done: the sale and each redemption are decided and judged as if they
 * were carried out. Of one that has begun, parts are done already: then each says for itself what became of it.
 */
async function findObjection(
  whole: PreparedCall,
  { currency, lookups }: SaleTerms,
  visit: Visited,
): Promise<PortalRefusal | undefined> {
  const { services, brand, request } = visit
  const rows = await listRows(visit)
  if (rows.length > 0)
    await awaitOpenPayments(services.pool, brand.id, { ...ownSale(visit), dueAt: services.now() + waitMs })
  if (rows.some((row) => row.request_ref !== null && !row.is_voided)) return undefined
  const { refusal } = await foresee(services, whole, lookups)
  if (refusal) return refusal
  for (const other of request.otherCards) {
    const part = await prepare('updateBalance', redemptionOf(other, currency), visit)
    if (isTurnedDown(part)) return part
    const foreseen = await foresee(services, part)
    if (foreseen.refusal) return ofCard(other, foreseen.refusal)
  }
  return undefined
}

/** One redemption that stands, whatever became of earlier attempts: what was given back is taken once more. */
async function payOnce(
  other: OtherCard,
  { sale, currency, until }: { readonly sale: Sale; readonly currency: string; readonly until: number },
  visit: Visited,
): Promise<Sold | PortalRefusal> {
  const { services, brand, visitor } = visit
  for (let attempt = 0; attempt < attemptsMax && performance.now() <= until; attempt += 1) {
    const prepared = await prepare('updateBalance', redemptionOf(other, currency), visit)
    if (isTurnedDown(prepared)) return ofCard(other, prepared)
    const { locationId, terminalId } = prepared.call
    const key = keyOf(other, attempt, visit)
    const paymentId = hashOfId(key)
    const where = { locationId, terminalId, dueAt: services.now() + waitMs }
    const saleId = saleIdOf(visit)
    await insertOpenPayment(services.pool, brand.id, { paymentId, saleId, user: visitor.name, ...where })
    const paid = (await carryOut(services, prepared, key)) as Sold | PortalRefusal
    if (!isTurnedDown(paid)) return paid
    if (paid.reason !== 'doneBefore' || paid.original === undefined) return ofCard(other, paid)
    const row = (await listRows(visit)).find(({ payment_id: one }) => one.equals(paymentId))
    if (row && !row.is_voided && paid.matches) return { requestRef: paid.original }
    const made = row ? undefined : await findMade(sale, visit)
    if (made) return made
    // Given back meanwhile, or of another amount, which nobody wants any more.
    const { later } = await settlePayments(settlingOf(visit), { ...ownSale(visit), only: paymentId })
    if (later.length > 0) return busy
  }
  return busy
}

/** Nobody presses a button of one form so often. */
const attemptsMax = 50

const busy = turnDown('unavailable', 'A card is busy with something else. Try again in a moment.')

const inDoubt = turnDown('inDoubt', 'It is not known yet whether the sale was made. Ask again with the same requestId.')

/** It is not made: what cards have paid for it goes back. If somebody else of the same sale was faster, it is made after all. */
async function endWithout(
  refusal: PortalRefusal,
  { sale, visit }: { readonly sale: Sale; readonly visit: Visited },
): Promise<PortalRefusal> {
  if (refusal.reason === 'inDoubt') return refusal
  const { later, flying } = await settlePayments(settlingOf(visit), ownSale(visit))
  const made = await findMade(sale, visit)
  if (made) return made
  if (later.length + flying.length === 0) return refusal
  // An earlier attempt may be what the cards are busy with: once it is known what became of that, the sale goes on.
  return refusal.reason === 'unavailable' ? inDoubt : { ...refusal, notBack: true }
}

/** The sale, if an earlier attempt has made it: its answer was lost. */
async function findMade({ cardNumber: buyer }: Sale, visit: Visited): Promise<PortalRefusal | undefined> {
  const { services, brand, visitor } = visit
  const [made] = await listNamedCalls(readerOf({ services }), brand.id, { user: visitor.name, ids: [saleIdOf(visit)] })
  if (!made) return undefined
  const { code, text } = refuse(3)
  const cardNumber = made.card_number ?? undefined
  const matches = made.operation === 'checkout' && cardNumber === buyer
  return defined({ ...turnDown('doneBefore', text), code, original: made.request_ref, matches, cardNumber })
}

function prepare(name: string, body: JsonObject, visit: Visited): Promise<PreparedCall | PortalRefusal> {
  const { request, services, brand, standing, visitor, address, language } = visit
  const { locationId = '' } = request
  const by = { locationId, terminalId: '', note: '', from: address, language }
  return prepareCall(services, { name, body, ref: services.newRef(), ...by }, { brand, standing, visitor })
}

interface Stages {
  readonly isSetup?: boolean
  readonly cancelSetup?: boolean
  readonly relatedSetupTransactionId?: string
}

const isInStages = ({ isSetup, cancelSetup, relatedSetupTransactionId: setup }: Stages): boolean =>
  Boolean(isSetup || cancelSetup || setup !== undefined)

/** Several cards pay: whoever reads it has to know of which it is said. */
const ofCard = ({ cardNumber }: OtherCard, refusal: PortalRefusal): PortalRefusal =>
  refusal.reason === 'refused' ? { ...refusal, text: `${cardNumber}: ${refusal.text}` } : refusal

/** No header can have this character: nobody's own call is taken for a part of a sale. */
const keyOf = ({ cardNumber }: OtherCard, attempt: number, { request, visitor }: Visited): string =>
  `sale\0${JSON.stringify([visitor.name, request.requestId, cardNumber, attempt])}`

const saleIdOf = ({ request }: Visited): Buffer => hashOfId(idInPortal(request.requestId))

const ownSale = (visit: Visited) => ({ user: visit.visitor.name, sales: [saleIdOf(visit)] })

const settlingOf = ({ services, brand }: Visited) => ({
  db: services.pool,
  brand,
  run: services.dispatcher.run.bind(services.dispatcher),
  newRef: services.newRef,
})

const listRows = (visit: Visited): Promise<OpenPaymentRow[]> =>
  listPaymentsOfSales(visit.services.pool, visit.brand.id, ownSale(visit))

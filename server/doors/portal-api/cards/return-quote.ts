import { returnRequest } from '../../../calls/operations/return/parts/contract.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { toMinorHalfUp } from '../../../domain/checkout/exact.ts'
import type { CheckoutRecord } from '../../../domain/checkout/record.ts'
import type { Outcome } from '../../../domain/decision/outcome.ts'
import { flag, id, integer, list, model, number, object, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { type Minor, toJsonNumber } from '../../../ground/kernel/money.ts'
import { listCheckouts } from '../../../storage/store/batch/checkout.sql.ts'
import { findRequest } from '../../../storage/store/queries/request-view.sql.ts'
import { type PreparedCall, prepareCall } from '../prepare-call.ts'
import { isTurnedDown, turnDown } from '../refusal.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { lookUpCards } from './parts/look-up-cards.ts'
import { shownAmount } from './parts/models.ts'
import { type MoneyWay, moneyBack } from './parts/money-back.ts'
import type { SaleLook } from './parts/paid-sale.ts'
import { readerOf } from './parts/reading.ts'
import { type ShownAmount, showAmount } from './parts/show.ts'

interface QuoteRequest {
  readonly cardNumber: string
  readonly checkoutRequestRef: string
  readonly locationId?: string
  readonly returnedProducts?: readonly object[]
  readonly first: MoneyWay
}

type Visited = BrandVisit<QuoteRequest>

const returnObstacle = model('PortalReturnObstacle', 'Why a return would be refused.', {
  code: integer('The error code.').required(),
  text: text('The message.').required(),
})

export const returnQuote = brandRoute({
  name: 'returnQuote',
  summary: 'What a return at the virtual terminal would give back, and where to. Nothing is changed.',
  permission: 'terminal.use',
  isConfirmed: false,
  reach: 'place',
  request: {
    cardNumber: id('The card.').required(),
    checkoutRequestRef: id('The sale.').required(),
    locationId: id('Where it is brought back.'),
    returnedProducts: returnRequest.returnedProducts,
    first: oneOf('Where money goes first, as far as the sale allows a choice.', ['card', 'cash']).default('card'),
  },
  response: {
    owed: number('What the customer gets back in all.').required(),
    toCard: number('What of it goes to the card that paid.').required(),
    toOtherCards: number('What of it goes to other cards that paid.').required(),
    toHandOver: number('What of it is handed over.').required(),
    hasChoice: flag('Whether money may go first to the card or first be handed over.').required(),
    taken: list('What is taken off the card, because the sale gave it.', shownAmount).required(),
    given: list('What else comes back to the card, because the sale took it.', shownAmount).required(),
    missing: list('What the sale gave, and the card no longer has.', shownAmount).required(),
    reversesAll: flag('Whether all payments of the sale are reversed: send reversePayments.').required(),
    reversedPaymentAmount: number('Otherwise what of the payments: send it, if it is there.'),
    needsWhole: flag(
      'Whether it cannot be returned like this: what paid some of it comes back only with the whole sale.',
    ).required(),
    obstacle: object('Why it would be refused.', returnObstacle),
  },
  run: async (visit) => {
    const { request, brand } = visit
    const tooMany = await lookUpCards([request.cardNumber], visit)
    if (tooMany) return tooMany
    const prepared = await prepareReturn(visit)
    if (isTurnedDown(prepared)) return prepared
    const ref = request.checkoutRequestRef.toLowerCase()
    const [sale] = isUuid(ref) ? await listCheckouts(readerOf(visit), brand.id, [ref]) : []
    const plain = await tryReturn({}, prepared, visit)
    if (isTurnedDown(plain)) return plain
    if ('code' in plain || !sale) return { ...nothingBack, ...('code' in plain && { obstacle: plain }) }
    const back = moneyBack(await lookAt(sale, visit), toTried(plain), request.first)
    if (back.needsWhole) return { ...nothingBack, needsWhole: true }
    const { reversesAll, part } = back
    const amount = { units: part, scale: sale.scale }
    const payments = reversesAll ? { reversePayments: true } : part > 0 ? { reversedPaymentAmount: amount } : undefined
    const whole = payments ? await tryReturn(payments, prepared, visit) : plain
    if (isTurnedDown(whole)) return whole
    if ('code' in whole) return { ...nothingBack, obstacle: whole }
    const money = (minor: Minor) => toJsonNumber(minor, sale.scale)
    return defined({
      owed: money(back.owed),
      toCard: money(back.toCard),
      toOtherCards: money(back.toOthers),
      toHandOver: money(back.toHandOver),
      hasChoice: back.hasChoice,
      taken: changesOf(whole, brand, (amount) => amount < 0).map((one) => ({ ...one, amount: -one.amount })),
      given: givenOf(plain, whole, sale, brand),
      missing: missingOf(whole, brand),
      reversesAll,
      needsWhole: false,
      reversedPaymentAmount: !reversesAll && part > 0 ? money(part) : undefined,
    })
  },
})

const nothingBack = {
  owed: 0,
  toCard: 0,
  toOtherCards: 0,
  toHandOver: 0,
  hasChoice: false,
  taken: [],
  given: [],
  missing: [],
  reversesAll: false,
  needsWhole: false,
}

/** The sale with what became of redemptions that paid it, and what its currency is worth. */
async function lookAt(sale: CheckoutRecord, visit: Visited): Promise<SaleLook> {
  const { brand } = visit
  const reader = readerOf(visit)
  const refs = (sale.content.payments ?? []).flatMap(({ request }) => request ?? [])
  const found = await Promise.all(refs.map((ref) => findRequest(reader, brand.id, ref)))
  const voids = refs.flatMap((ref, index) => {
    const by = found[index]?.voidedBy
    return by === undefined ? [] : [[ref, by] as const]
  })
  const worthOf = (id: number, units: Minor) => {
    const type = brand.valueTypes.get(id)
    const isSame = type?.balanceType === 'Currency' && type.balanceCode === sale.currency
    return isSame ? toMinorHalfUp({ units, scale: type.scale }, sale.scale) : undefined
  }
  return { sale, voids: new Map(voids), worthOf }
}

/** Whether the visitor may return the sale at all. */
function prepareReturn(visit: Visited) {
  const { request, services, brand, standing, visitor, language } = visit
  const { cardNumber, checkoutRequestRef, locationId = '' } = request
  const body = { cardNumber, checkoutRequestRef }
  const wanted = {
    name: 'returnMerchandise',
    body,
    ref: services.newRef(),
    locationId,
    terminalId: '',
    note: '',
    language,
  }
  return prepareCall(services, wanted, { brand, standing, visitor })
}

/** Has the return decided as if it were made now. */
async function tryReturn(payments: object, prepared: PreparedCall, { request, services, brand }: Visited) {
  const { operation, call } = prepared
  const { returnedProducts = [] } = request
  const asked = { ...prepared.request, returnedProducts, ...payments }
  if (operation.kind !== 'command') return busy
  const wrong = operation.check?.(asked)
  if (wrong) return { code: wrong.code, text: wrong.text }
  const simulated = await services.dispatcher.simulate({ operation, request: asked, origin: { brand, call } })
  if (!simulated) return busy
  const { decided } = simulated
  return decided.kind === 'refusal' ? { code: decided.code, text: decided.text } : decided
}

const busy = turnDown('unavailable', 'Too much is being tried out at once. Try again in a moment.')

const toTried = ({ checkout, checkouts = [] }: Outcome<object>) => ({
  worth: -(checkout?.net ?? 0),
  isFull: checkouts.some(({ returned }) => returned?.isFull),
})

/** What becomes of the customer's own card, each value in one sum. */
function changesOf(
  { subject, child, postings }: Outcome<object>,
  brand: Brand,
  isShown: (amount: Minor) => boolean,
): ShownAmount[] {
  const own = postings.filter(({ cardId }) => cardId === subject?.id || cardId === child?.id)
  return [...Map.groupBy(own, ({ valueType }) => valueType)].flatMap(([type, group]) => {
    const valueType = brand.valueTypes.get(type)
    const amount = group.reduce((sum, one) => sum + (isShown(one.amount) ? one.amount : 0), 0)
    return valueType && amount !== 0 ? [showAmount(valueType, amount)] : []
  })
}

/** What comes back beyond money: also what paid without a worth, such as points. */
function givenOf(plain: Outcome<object>, whole: Outcome<object>, sale: CheckoutRecord, brand: Brand): ShownAmount[] {
  const unpriced = (sale.content.payments ?? []).filter(({ paid, balanceType }) => paid === 0 && balanceType)
  const isUnpriced = (one: ShownAmount) =>
    unpriced.some(({ balanceType, balanceCode }) => {
      return balanceType === one.balanceType && (balanceCode ?? '') === (one.balanceCode ?? '')
    })
  return [
    ...changesOf(plain, brand, (amount) => amount > 0).filter((one) => !isUnpriced(one)),
    ...changesOf(whole, brand, (amount) => amount > 0).filter(isUnpriced),
  ]
}

function missingOf({ subject, detail }: Outcome<object>, brand: Brand): ShownAmount[] {
  return (detail?.shortfalls ?? []).flatMap(({ cardId, valueType, amount }) => {
    const type = brand.valueTypes.get(valueType)
    return type && amount > 0 && cardId === subject?.id ? [showAmount(type, amount)] : []
  })
}

import type { Brand } from '../../../../domain/brand/brand.ts'
import { balanceTypes } from '../../../../domain/brand/shapes/balance-type.ts'
import type { NewMessage } from '../../../../domain/campaign/kept-effects.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { catalogueNamesOf } from '../../../../domain/checkout/catalogue-of.ts'
import type { CheckoutRecord, DiscountMutation } from '../../../../domain/checkout/record.ts'
import type { Outcome } from '../../../../domain/decision/outcome.ts'
import { ruleNames } from '../../../../domain/explanation/words/names.ts'
import { type BalanceElement, viewBalances } from '../../../../domain/view/balance-view.ts'
import {
  flag,
  integer,
  list,
  model,
  number,
  object,
  oneOf,
  text,
  type Values,
} from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { formatMinor, toJsonNumber } from '../../../../ground/kernel/money.ts'
import { formatDateTime, hour, type Instant } from '../../../../ground/kernel/time.ts'
import type { CheckoutResponse } from '../../checkout/parts/contract.ts'
import { checkoutResponse } from '../../checkout/parts/contract.ts'
import type { Simulated } from '../../simulation.ts'

const ruleFields = {
  rule: text('The ids of the campaign and the rule: campaign/rule.'),
  campaign: text('The name of the campaign.'),
  name: text('The name of the rule.'),
}

const takenOff = model('SimulatedDiscount', 'What a rule or a personal offer takes off.', {
  amount: number('How much.').required(),
  ...ruleFields,
  offerIndex: integer('The personal offer, counted from 1.'),
  isOnShipping: flag('Whether it is taken off the shipping.'),
})

const line = model('SimulatedLine', 'A line of the receipt.', {
  sku: text('The product.').required(),
  name: text('Its name.'),
  amountPurchased: text('How many units, as a decimal number.').required(),
  unitPrice: text('What a unit costs, as a decimal number.').required(),
  amount: number('What the line costs before discounts.').required(),
  amountAfterDiscount: number('What is left of it.').required(),
  discounts: list('What is taken off this line.', takenOff).required(),
  addedBy: text('The rule that added it: campaign/rule. Absent for lines of the till.'),
})

const balance = model('SimulatedBalance', 'What a card can redeem before and after.', {
  of: oneOf('Whose balance it is.', ['root', 'child', 'referrer']).required(),
  balanceType: oneOf('The kind of balance.', balanceTypes).required(),
  balanceCode: text('The currency, or the code of a custom value type.'),
  bucket: text('What it belongs to if not to the card itself: coupon:ID, or subtrack:NUMBER.'),
  before: number('Before the checkout.').required(),
  after: number('After it.').required(),
})

const issuedCoupon = model('SimulatedCoupon', 'A coupon that would be issued. Which one is not decided.', {
  couponSet: text('Its set.').required(),
  name: text('The name of the set.'),
  to: oneOf('Who receives it, if not the card of the checkout.', ['referrer']),
  expirationDate: text("When it expires, in the brand's time zone."),
})

const message = model('SimulatedMessage', 'A message that would be sent, filled in.', {
  channel: oneOf('How it is sent.', ['email', 'sms', 'push', 'webhook']).required(),
  ...ruleFields,
  template: text('Its template.'),
  subject: text('Its subject.'),
  text: text('Its text.').required(),
  to: oneOf('Who receives it, if not the card of the checkout.', ['referrer']),
  hoursLater: number('How many hours later it is sent, if its conditions still hold then.'),
})

const tierChange = model('SimulatedTierChange', 'How the level of the card would change.', {
  from: text('The level before. Absent: none.'),
  to: text('The level after. Absent: none.'),
})

const {
  transactionId: _ref,
  issuedCouponIDs: _ids,
  balances: _balances,
  cardNumber: _card,
  ...shared
} = checkoutResponse

const simulatedReceipt = model('SimulatedReceipt', 'What the checkout would answer and do.', {
  ...shared,
  currency: text('The currency of the amounts.').required(),
  lines: list('The lines.', line).required(),
  otherDiscounts: list('What is taken off the shipping, or off what no line explains.', takenOff).required(),
  balances: list('The balances that the checkout changes, and the others of the card.', balance).required(),
  issuedCoupons: list('The coupons that it would issue.', issuedCoupon).required(),
  usedCoupons: list('The coupons and public codes that it would use.', text('A coupon.')).required(),
  messages: list('The messages that it would send.', message).required(),
  tierChange: object('Present if the level of the card would change.', tierChange),
})

export const receiptField = object('What the checkout would answer and do. Absent if it is refused.', simulatedReceipt)

type Receipt = Values<(typeof simulatedReceipt)['fields']>

export function toReceipt(outcome: Outcome<object>, { brand, cards, now }: Simulated): Receipt {
  const record = outcome.checkout
  if (!record) throw new Error('a simulated checkout is a sale')
  const {
    transactionId: _,
    issuedCouponIDs: _coupons,
    balances: _all,
    cardNumber: _number,
    ...answer
  } = outcome.response as CheckoutResponse
  const { coupons = [], codes = [] } = record.content
  const tier = outcome.tiers?.find(({ from, to }) => from !== to)
  return {
    ...answer,
    currency: record.currency,
    ...showLines(record, brand),
    balances: showBalances(record, { before: cards, after: outcome.cards }, { brand, now }),
    issuedCoupons: showCoupons(record, outcome, brand),
    usedCoupons: [...coupons, ...codes.map(({ code }) => code)],
    ...(tier && { tierChange: defined({ from: tier.from, to: tier.to }) }),
    messages: (outcome.messages ?? []).flatMap((one) => ('rule' in one ? showMessage(one, record, brand) : [])),
  }
}

function namesOf(brand: Brand, rule: string | undefined) {
  const found = rule === undefined ? undefined : ruleNames(brand.document).find(({ id }) => id === rule)
  return defined({ rule, campaign: found?.campaign, name: found?.name })
}

function showLines(record: CheckoutRecord, brand: Brand): Pick<Receipt, 'lines' | 'otherDiscounts'> {
  const { scale, content } = record
  const names = catalogueNamesOf(brand)
  const discounts = (content.mutations ?? []).filter((one): one is DiscountMutation => one.kind === 'discount')
  const show = ({ amount, on, origin, offer }: DiscountMutation) =>
    defined({
      amount: toJsonNumber(amount, scale),
      ...namesOf(brand, origin?.rule),
      offerIndex: offer,
      isOnShipping: on === 'shipping' ? true : undefined,
    })
  const lines = content.lines.map(({ sku, quantity, unitPrice, value, net, addedBy }, index) =>
    defined({
      sku,
      name: names.get(sku),
      amountPurchased: fromMillionths(quantity),
      unitPrice: fromMillionths(unitPrice),
      amount: toJsonNumber(value, scale),
      amountAfterDiscount: toJsonNumber(net, scale),
      discounts: discounts.filter((one) => one.line === index).map(show),
      addedBy: addedBy?.rule,
    }),
  )
  return { lines, otherDiscounts: discounts.filter((one) => one.line === undefined).map(show) }
}

/** Without the zeros at its end. */
const fromMillionths = (millionths: string) => formatMinor(Number(millionths), 6).replace(/0+$/, '').replace(/\.$/, '')

interface Around {
  readonly brand: Brand
  readonly now: Instant
}

interface Change {
  readonly before: readonly Card[]
  readonly after: readonly Card[]
}

function showBalances(record: CheckoutRecord, { before, after }: Change, { brand, now }: Around): Receipt['balances'] {
  const holders = [
    ['root', record.cardId],
    ['child', record.childId],
    ['referrer', record.content.referrerId],
  ] as const
  const sumsOf = (cards: readonly Card[], id: number) => {
    const card = cards.find((one) => one.id === id)
    const all = card ? viewBalances(card, brand, now, { expirations: false, delayed: false }) : []
    return new Map(all.filter(({ isHold }) => !isHold).map((one) => [keyOf(one), one]))
  }
  return holders.flatMap(([of, id]) => {
    if (id === undefined) return []
    const [first, last] = [sumsOf(before, id), sumsOf(after, id)]
    return [...new Map([...first, ...last])].flatMap(([key, { balanceType, balanceCode, balanceBucket }]) => {
      const [was, is] = [first.get(key)?.amount ?? 0, last.get(key)?.amount ?? 0]
      // What a referrer has is nobody's business, except what the checkout changes.
      if (of === 'referrer' && was === is) return []
      const bucket = balanceBucket && `${balanceBucket.type}:${balanceBucket.id}`
      return defined({ of, balanceType, balanceCode, bucket, before: was, after: is })
    })
  })
}

const keyOf = ({ balanceType, balanceCode, balanceBucket }: BalanceElement) =>
  JSON.stringify([balanceType, balanceCode, balanceBucket])

function showCoupons({ content }: CheckoutRecord, outcome: Outcome<object>, brand: Brand): Receipt['issuedCoupons'] {
  const { issuedCoupons = [], referrerCoupons = [] } = content
  return [...issuedCoupons, ...referrerCoupons].flatMap((id) => {
    const coupon = outcome.coupons?.find((one) => one.id === id)
    if (!coupon) return []
    return defined({
      couponSet: coupon.setId,
      name: brand.couponSets.get(coupon.setId)?.name,
      to: referrerCoupons.includes(id) ? ('referrer' as const) : undefined,
      expirationDate: coupon.expiresAt === undefined ? undefined : formatDateTime(coupon.expiresAt, brand.timeZone),
    })
  })
}

function showMessage(sent: NewMessage, { content }: CheckoutRecord, brand: Brand): Receipt['messages'][number] {
  const { channel, template, subject, delayMs, cardId } = sent
  const isReferrers = cardId !== undefined && cardId === content.referrerId
  return defined({
    channel,
    ...namesOf(brand, sent.rule),
    template,
    subject,
    text: sent.text,
    to: isReferrers ? ('referrer' as const) : undefined,
    hoursLater: delayMs === undefined ? undefined : delayMs / hour,
  })
}

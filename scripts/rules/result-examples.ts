import type { ResultName } from '../../server/domain/brand/rules/results.ts'

export interface ResultExample {
  readonly result: ResultName
  /** As it stands below `then:`. */
  readonly yaml: string
  /** What it does to the sale of the page; absent where a sale cannot show it. */
  readonly effect?: string
}

/** The sale that the examples are about: what `simulate` is asked. */
export const exampleSale = {
  card: { program: 'rewards', balances: [{ balanceType: 'Points', amount: 250 }] },
  products: [
    { sku: 'LAT', unitPrice: 4.5, amountPurchased: 2 },
    { sku: 'BUN', unitPrice: 3.5, amountPurchased: 3 },
    { sku: 'MUG', unitPrice: 15 },
  ],
  checkoutShippingTotal: 5,
}

const example = (result: ResultName, yaml: string, effect?: string): ResultExample => ({
  result,
  yaml: `${result}: ${yaml}`,
  ...(effect !== undefined && { effect }),
})

const points = (amount: string) => `{ balanceType: Points, amount: ${amount} }`

/** Every way in which an amount can be given. */
export const amountExamples: readonly ResultExample[] = [
  example('issue', points('50'), '50 Points issued'),
  example('issue', points('{ give: 1, per: 1, of: checkout.netTotal }'), '34 Points issued'),
  example('issue', points('{ give: 5, per: 10, of: checkout.netTotal }'), '15 Points issued'),
  example('issue', points('{ give: 5, per: 10, of: checkout.netTotal, steps: proportional }'), '17 Points issued'),
  example(
    'issue',
    points('{ give: 5, per: 10, of: checkout.netTotal, steps: proportional, round: up }'),
    '18 Points issued',
  ),
  example(
    'issue',
    points('{ give: 5, per: 10, of: checkout.netTotal, steps: proportional, round: nearest }'),
    '17 Points issued',
  ),
  example(
    'issue',
    points('{ give: 1, per: 1, of: checkout.netTotal, max: 20 }'),
    "20 Points issued (the result's max)",
  ),
  example(
    'issue',
    points('{ give: 1, per: 10, of: checkout.netTotal, min: 5 }'),
    "5 Points issued (raised to the result's min)",
  ),
  example(
    'issue',
    points('{ give: 10, per: 1, of: products.quantity, where: { category: [bakery] } }'),
    '30 Points issued',
  ),
]

/** Every result, in its usual forms. */
export const resultExamples: readonly ResultExample[] = [
  example('issue', '{ balanceType: Points, amount: 50, expiresAfter: { days: 30 } }', '50 Points issued'),
  example('issue', '{ balanceType: Points, amount: 50, expiresAfter: { endOf: year, plus: 1 } }', '50 Points issued'),
  example('issue', '{ balanceType: Points, amount: 50, expiresAt: "2099-12-31 23:59:59" }', '50 Points issued'),
  example(
    'issue',
    '{ balanceType: Currency, balanceCode: USD, amount: 5, activeAfter: { days: 14 } }',
    '5.00 USD issued',
  ),
  example('issue', '{ balanceType: Punches, subtrack: Espresso, amount: 1 }', '1 Punch (Espresso) issued'),
  example('issue', '{ balanceType: Currency, balanceCode: USD, amount: 5, to: referrer }'),
  example('redeem', '{ balanceType: Points, amount: 100 }', '100 Points redeemed'),
  example(
    'convert',
    '{ from: { balanceType: Points, amount: all }, to: { balanceType: Currency, balanceCode: USD, give: 1, per: 100 } }',
    'converted 200 Points into 2.00 USD',
  ),
  example('discount', '{ percent: 10 }', '10 % off: 3.45 USD'),
  example('discount', '{ percent: 10, max: 2 }', "10 % off: 2.00 USD (the result's max)"),
  example('discount', '{ amount: 5 }', '5.00 USD off'),
  example('discount', '{ percent: 100, on: shipping }', '100 % off shipping: 5.00 USD'),
  example('discount', '{ unitPrice: 2, on: { where: { sku: [BUN] } } }', 'unit price: 4.50 USD off'),
  example('discount', '{ groupPrice: 9, on: { where: { sku: [BUN] }, units: 3 } }', 'group price: 1.50 USD off'),
  example(
    'discount',
    '{ percent: 50, on: { where: { category: [bakery] }, pick: cheapest, units: 1 } }',
    '50 % off: 1.75 USD',
  ),
  example('discount', '{ percent: 50, on: { pick: dearest, units: 1 } }', '50 % off: 7.50 USD'),
  example(
    'discount',
    '{ percent: 100, on: { where: { sku: [BUN] }, units: 1 }, buy: { where: { parent: [COFFEE] }, units: 1 }, repeat: 2 }',
    '100 % off: 7.00 USD',
  ),
  example('discount', '{ percent: 20, basis: original }', '20 % off: 6.90 USD'),
  example('addProduct', '{ sku: BUN }', '1 Cinnamon bun added free'),
  example('addProduct', '{ sku: BUN, regularPrice: 3.5 }', '1 Cinnamon bun added free: 3.50 USD off'),
  example(
    'addProduct',
    '{ sku: MUG, units: 2, unitPrice: 5, regularPrice: 15 }',
    '2 Harbor mug added for 5.00 USD each: 20.00 USD off',
  ),
  example('addProduct', '{ choose: { of: [ESP, LAT, TEA], group: drink } }'),
  example(
    'allocateCoupon',
    '{ set: welcome, promotion: thanks, expiresAfter: { days: 30 }, onlyThisCard: true }',
    'a coupon of Welcome issued',
  ),
  example('notify', '{ channel: direct, text: "Thank you, and see you soon." }', 'message in the response'),
  example(
    'notify',
    '{ channel: direct, text: "You have {{ balances.Points }} points.", receipt: true }',
    'message in the response',
  ),
  example('notify', '{ channel: email, template: welcome-mail, list: News }', 'message by email'),
  example(
    'notify',
    '{ channel: sms, text: "How was it?", after: { days: 2 } }',
    'message by sms, 2 days later if it is still wanted then',
  ),
  example('logEvent', '{ categoryId: big-spender, payload: "Spent {{ checkout.total }}" }', 'event Big spender logged'),
  example('enroll', '{ program: rewards }', 'enrolled in Harbor Rewards'),
  example('setDemographic', '{ name: favoriteDrink, value: Latte }', 'favoriteDrink set'),
  example('setDemographic', '{ name: favoriteDrink, value: null }', 'favoriteDrink set'),
  example(
    'personalOffer',
    '{ skus: [{ sku: MUG }], discountType: percentageDiscount, percentageDiscount: 20, expiresAfter: { days: 14 } }',
    'personal offer given (percentageDiscount)',
  ),
  example('block', '{ message: "Not more than five mugs to a customer." }'),
]

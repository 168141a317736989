/** A line of a basket, as somebody would say it. */
export interface BasketLine {
  readonly sku: string
  readonly name: string
  readonly quantity: number
  readonly unitPrice: string
}

interface Mutation {
  readonly amount: number
  readonly isDiscount: boolean
  readonly campaignDescriptiveName?: string
}

export interface SaleAnswer {
  readonly checkoutTotalAfterDiscount: number
  readonly totalDiscount: number
  readonly balanceMutations: readonly Mutation[]
  readonly responseMessages: readonly string[]
  readonly addedProducts?: readonly AddedProduct[]
}

interface AddedProduct {
  readonly name: string
  readonly amountPurchased: number
  readonly unitPrice: number
}

const width = 52

/** What the customer would read: the lines, each rule's discount, and what is left to pay. */
export function printReceipt(basket: readonly BasketLine[], answer: SaleAnswer, shipping = 0): string[] {
  const added = (answer.addedProducts ?? []).map(({ name, amountPurchased, unitPrice }) => ({
    name: `${name}, added`,
    quantity: amountPurchased,
    unitPrice: unitPrice.toFixed(2),
  }))
  const bought = [...basket, ...added]
  const goods = bought.map(({ name, quantity, unitPrice }) =>
    row(`${quantity} ${name}${quantity === 1 ? '' : ` at ${unitPrice}`}`, quantity * Number(unitPrice)),
  )
  const discounts = discountsByRule(answer.balanceMutations)
  const given = [...discounts.values()].reduce((sum, amount) => sum + amount, 0)
  if (Math.round(given * 100) !== Math.round(answer.totalDiscount * 100)) throw new Error('discounts do not add up')
  const sum = bought.reduce((total, { quantity, unitPrice }) => total + quantity * Number(unitPrice), 0)
  return [
    ...goods,
    ...(shipping > 0 ? [row('Shipping', shipping)] : []),
    ...[...discounts].map(([rule, amount]) => row(`  ${rule}`, -amount)),
    row('To pay', sum + shipping - given),
    ...answer.responseMessages.map((message) => `"${message}"`),
  ]
}

function discountsByRule(mutations: readonly Mutation[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { isDiscount, amount, campaignDescriptiveName: name = 'Personal offer' } of mutations) {
    const rule = name.split(' / ').at(-1) ?? name
    if (isDiscount) sums.set(rule, (sums.get(rule) ?? 0) + Math.abs(amount))
  }
  return sums
}

function row(what: string, amount: number): string {
  const shown = amount.toFixed(2)
  return `${what}${' '.repeat(Math.max(1, width - what.length - shown.length))}${shown}`
}

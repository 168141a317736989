/** Under which heading a fact is shown, by what its name begins with. */
export const factGroups: readonly { readonly title: string; readonly about: string; readonly begins: RegExp }[] = [
  { title: 'The checkout', about: 'Of rules with trigger checkout.', begins: /^checkout\./ },
  { title: 'Products', about: 'Without `where`, all products count.', begins: /^products\./ },
  {
    title: 'Payments, coupons, own values',
    about:
      'Own values are what the caller sends in `customKeyValues`, attributes of the sale what it sends in `orderAttributes`.',
    begins: /^(payments|coupon|code|keyValue|order)/,
  },
  { title: 'The card', about: 'A checkout without a card has none of these.', begins: /^(card|program)\./ },
  { title: 'The place', about: 'Where the call comes from.', begins: /^(location|terminal|employee)\./ },
  { title: 'Balances', about: 'Of one value type of the card.', begins: /^balance/ },
  {
    title: 'The customer',
    about: 'As the customer record of the card has it. What is not filled in is missing.',
    begins: /^(customer\.|demographic|optIn)/,
  },
  {
    title: 'The past',
    about: 'What the card has done before, and what follows from it.',
    begins: /^(history|event|score)\.|^(segment|counter)$/,
  },
  { title: 'Levels', about: 'Of the [tiers](brand-file.md#programs) of a program.', begins: /^tier/ },
  {
    title: 'The call',
    about: 'By the [clock](clocks.md) of the location of the call, or else of the brand.',
    begins: /^request\./,
  },
  {
    title: 'Messages, referrals, chance',
    about: 'Messages are for trigger message, referrals for trigger refer.',
    begins: /^(message|referral)\.|^random$/,
  },
]

/** In which rules the example of a fact can stand. */
export function triggerOf(fact: string): string {
  if (fact.startsWith('message.')) return 'message'
  if (fact.startsWith('referral.')) return 'refer'
  return fact === 'request.callType' ? 'request' : 'checkout'
}

/** Groups of conditions. */
export const groupExamples: readonly string[] = [
  '{ all: [{ fact: checkout.total, op: ">=", value: 20 }, { fact: tier, op: "=", value: gold }] }',
  '{ any: [{ fact: customer.birthdayInDays, op: "=", value: 0 }, { fact: tier, op: "=", value: gold }] }',
  '{ none: [{ fact: products.quantity, where: { sku: [MUG] }, op: ">", value: 0 }] }',
  '{ atLeast: 2, of: [{ fact: card.isEnrolled }, { fact: tier.rank, op: ">=", value: 1 }, { fact: customer.email, op: exists }] }',
]

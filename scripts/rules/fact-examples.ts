import type { FactName } from '../../server/domain/brand/rules/facts.ts'

/** A condition for every fact, as it stands in a brand file such as the demo's. A fact without one does not compile. */
export const factExamples: Readonly<Record<FactName, string>> = {
  'checkout.total': '{ fact: checkout.total, op: ">=", value: 20 }',
  'checkout.netTotal': '{ fact: checkout.netTotal, op: between, value: [10, 50] }',
  'checkout.shipping': '{ fact: checkout.shipping, op: ">", value: 0 }',
  'checkout.tip': '{ fact: checkout.tip, op: ">=", value: 2 }',
  'checkout.units': '{ fact: checkout.units, op: ">=", value: 5 }',
  'checkout.lines': '{ fact: checkout.lines, op: ">=", value: 3 }',
  'checkout.orderMode': '{ fact: checkout.orderMode, op: "=", value: 2 }',
  'checkout.hasCard': '{ fact: checkout.hasCard }',
  'checkout.isReferred': '{ fact: checkout.isReferred }',

  'products.quantity': '{ fact: products.quantity, where: { sku: [LAT] }, op: ">=", value: 2 }',
  'products.total': '{ fact: products.total, where: { except: { category: [gift-cards] } }, op: ">=", value: 15 }',
  'products.lines': '{ fact: products.lines, where: { parent: [COFFEE], minUnitPrice: 4 }, op: ">=", value: 1 }',

  'payments.total': '{ fact: payments.total, type: cash, op: ">=", value: 10 }',
  'payments.types': '{ fact: payments.types, op: in, value: [visa, mastercard] }',
  coupon: '{ fact: coupon, set: welcome }',
  code: '{ fact: code, set: posters }',
  keyValue: '{ fact: keyValue, key: channel, op: "=", value: app }',
  'keyValue.number': '{ fact: keyValue.number, key: table, op: "<=", value: 12 }',

  'card.number': '{ fact: card.number, op: startsWith, value: "6006" }',
  'card.setId': '{ fact: card.setId, op: "=", value: rewards-cards }',
  'card.status': '{ fact: card.status, op: "=", value: Activated }',
  'card.isEnrolled': '{ fact: card.isEnrolled }',
  'card.isChild': '{ fact: card.isChild, op: "=", value: false }',
  'card.hasChildren': '{ fact: card.hasChildren }',
  'card.daysSinceActivation': '{ fact: card.daysSinceActivation, op: "<", value: 30 }',
  'card.daysSinceEnrollment': '{ fact: card.daysSinceEnrollment, op: ">=", value: 365 }',

  'program.id': '{ fact: program.id, op: "=", value: rewards }',
  'location.id': '{ fact: location.id, op: in, value: [L1, L2] }',
  'location.group': '{ fact: location.group, op: "=", value: all }',
  'location.country': '{ fact: location.country, op: notIn, value: [CA] }',
  'terminal.id': '{ fact: terminal.id, op: "!=", value: T2 }',
  'employee.id': '{ fact: employee.id, op: exists }',

  balance: '{ fact: balance, balanceType: Points, op: ">=", value: 100 }',
  'balance.held': '{ fact: balance.held, balanceType: Currency, balanceCode: USD, op: "=", value: 0 }',
  'balance.expiring': '{ fact: balance.expiring, balanceType: Points, within: { days: 14 }, op: ">=", value: 50 }',

  'customer.firstName': '{ fact: customer.firstName, op: exists }',
  'customer.middleName': '{ fact: customer.middleName, op: missing }',
  'customer.lastName': '{ fact: customer.lastName, op: contains, value: son }',
  'customer.birthday': '{ fact: customer.birthday, op: ">=", value: "2000-01-01" }',
  'customer.anniversary': '{ fact: customer.anniversary, op: exists }',
  'customer.gender': '{ fact: customer.gender, op: "=", value: F }',
  'customer.email': '{ fact: customer.email, op: endsWith, value: "@harbor.example" }',
  'customer.phone': '{ fact: customer.phone, op: startsWith, value: "+1" }',
  'customer.mobilePhone': '{ fact: customer.mobilePhone, op: exists }',
  'customer.address1': '{ fact: customer.address1, op: contains, value: Main }',
  'customer.address2': '{ fact: customer.address2, op: missing }',
  'customer.city': '{ fact: customer.city, op: "=", value: Boston }',
  'customer.state': '{ fact: customer.state, op: in, value: [MA, NY] }',
  'customer.postal': '{ fact: customer.postal, op: startsWith, value: "021" }',
  'customer.country': '{ fact: customer.country, op: "!=", value: US }',
  'customer.latitude': '{ fact: customer.latitude, op: between, value: [42, 43] }',
  'customer.longitude': '{ fact: customer.longitude, op: between, value: [-72, -70] }',
  'customer.isMobile': '{ fact: customer.isMobile, op: "=", value: Y }',
  'customer.mobileCarrier': '{ fact: customer.mobileCarrier, op: exists }',
  'customer.phonePref': '{ fact: customer.phonePref, op: "=", value: I }',
  'customer.mailPref': '{ fact: customer.mailPref, op: "!=", value: O }',
  'customer.emailPref': '{ fact: customer.emailPref, op: "=", value: I }',
  'customer.profileType': '{ fact: customer.profileType, op: "=", value: business }',
  'customer.flv': '{ fact: customer.flv, op: ">=", value: 1000 }',
  'customer.affiliatedLocations': '{ fact: customer.affiliatedLocations, op: "=", value: L1 }',
  'customer.age': '{ fact: customer.age, op: ">=", value: 18 }',
  'customer.birthdayInDays': '{ fact: customer.birthdayInDays, op: "=", value: 0 }',
  demographic: '{ fact: demographic, name: favoriteDrink, op: "=", value: Latte }',
  optIn: '{ fact: optIn, channel: email, list: News }',

  'history.checkouts':
    '{ fact: history.checkouts, within: { calendar: month }, including: current, op: "=", value: 5 }',
  'history.spend': '{ fact: history.spend, within: { days: 365 }, op: ">=", value: 500 }',
  'history.quantity': '{ fact: history.quantity, where: { category: [drinks] }, op: ">=", value: 20 }',
  'history.daysSinceLast': '{ fact: history.daysSinceLast, op: ">", value: 60 }',
  'history.distinctLocations': '{ fact: history.distinctLocations, op: ">=", value: 3 }',
  'event.count': '{ fact: event.count, categoryId: app-open, within: { days: 7 }, op: ">=", value: 3 }',
  'event.daysSinceLast': '{ fact: event.daysSinceLast, eventType: BOUNCED, op: ">", value: 30 }',
  segment: '{ fact: segment, op: "=", value: regulars }',
  'score.total': '{ fact: score.total, op: ">=", value: 80 }',
  'score.recency': '{ fact: score.recency, op: "<=", value: 2 }',
  'score.frequency': '{ fact: score.frequency, op: ">=", value: 4 }',
  'score.monetary': '{ fact: score.monetary, op: ">=", value: 4 }',

  tier: '{ fact: tier, op: "=", value: gold }',
  'tier.rank': '{ fact: tier.rank, program: rewards, op: ">=", value: 1 }',
  'tier.missing': '{ fact: tier.missing, op: "<=", value: 50 }',

  'request.callType': '{ fact: request.callType, op: "=", value: ALLOCATE }',
  'request.dayOfWeek': '{ fact: request.dayOfWeek, op: in, value: [sat, sun] }',
  'request.hour': '{ fact: request.hour, op: "<", value: 11 }',
  'request.date': '{ fact: request.date, op: between, value: ["2026-12-01", "2026-12-24"] }',
  'request.dayOfMonth': '{ fact: request.dayOfMonth, op: "=", value: 1 }',
  'message.text': '{ fact: message.text, op: startsWith, value: JOIN }',
  'message.channel': '{ fact: message.channel, op: "=", value: sms }',
  'referral.checkouts': '{ fact: referral.checkouts, op: ">=", value: 1 }',
  'referral.total': '{ fact: referral.total, op: ">=", value: 10 }',
  counter: '{ fact: counter, rule: earn/per-dollar, within: { days: 30 }, op: "<", value: 10 }',
  random: '{ fact: random, op: "<", value: 20 }',
}

/** Under which heading a fact is shown, by what its name begins with. */
export const factGroups: readonly { readonly title: string; readonly about: string; readonly begins: RegExp }[] = [
  { title: 'The checkout', about: 'Of rules with trigger checkout.', begins: /^checkout\./ },
  { title: 'Products', about: 'Without `where`, all products count.', begins: /^products\./ },
  {
    title: 'Payments, coupons, own values',
    about: 'Own values are what the caller sends in `customKeyValues`.',
    begins: /^(payments|coupon|code|keyValue)/,
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
  { title: 'The call', about: "In the brand's time zone.", begins: /^request\./ },
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

const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ')

export const couponFlow = {
  title: 'Coupon with a message',
  about: 'Who gets a coupon, what they read, and what they get for it. It becomes one draft.',
  name: 'Name',
  firstName: 'Win-back',
  occasion: 'Who gets it',
  occasions: { away: 'Whoever has not bought', birthday: 'Before the birthday', joined: 'New customers' },
  days: { away: 'Days without a purchase', birthday: 'Days before the birthday' },
  once: {
    away: 'Each customer gets it at most once in half a year.',
    joined:
      'Each customer gets it once, when the card is handed out. Whoever has no e-mail address by then gets the coupon, but no message.',
  },
  set: 'Coupon',
  newSet: 'A new coupon',
  validDays: 'Valid for days',
  gives: 'What they get for the coupon',
  worths: { percent: 'Percent off', amount: 'Amount off', already: 'Another campaign honours it' },
  worth: 'How much',
  already: 'If none does, the draft warns you before it is published.',
  honouredBy: (names: readonly string[]) =>
    `${quoted(names)} ${names.length === 1 ? 'gives' : 'give'} something for it. See to it that the message promises the same.`,
  honouredTwice: (names: readonly string[]) =>
    `${quoted(names)} ${names.length === 1 ? 'gives' : 'give'} something for coupons of this set already, and a coupon is used once: the campaign that comes first counts, whatever the message promises. Where that is the new one, it also changes what coupons are worth that customers already have.`,
  alsoOut: 'Coupons of this set that customers already have are worth this then, too.',
  wrong: {
    days: 'Enter a whole number from 1 to 3650.',
    percent: 'Enter a number above 0, and at most 100.',
    amount: 'Enter an amount above 0.',
  },
  subject: 'Subject of the e-mail',
  firstSubject: 'We miss you',
  body: 'Message',
  firstBody:
    'Hello {{ customer.firstName }}, your coupon {{ coupon.id }} is waiting until {{ coupon.expirationDate }}. {{ brand.name }}',
  insert: 'Put in:',
  placeholders: {
    'customer.firstName': 'First name',
    'coupon.id': 'Coupon code',
    'coupon.expirationDate': 'Valid until',
    'brand.name': 'Brand',
  },
  noCode: 'The message does not name the coupon: without its code nobody can use it.',
  make: 'Make the draft',
  missing: 'Please fill this in.',
  giveRule: (name: string) => `${name}: coupon and message`,
  honourRule: (name: string) => `${name}: for the coupon`,
  template: (name: string) => `${name}: e-mail`,
}

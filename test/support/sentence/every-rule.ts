const points = { balanceType: 'Points' }
const usd = { balanceType: 'Currency', balanceCode: 'USD' }

/** A rule with nothing special but what is given. */
const rule = (fields: object) => ({
  id: 'one',
  trigger: 'checkout',
  then: [{ issue: { ...points, amount: 5 } }],
  ...fields,
})
const gives = (...results: object[]) => rule({ then: results })
const issues = (amount: unknown, more: object = {}) => gives({ issue: { ...points, amount, ...more } })
const on = (trigger: string, fields: object = {}) => rule({ trigger, ...fields })
const schedules = (text: string) => on('date', { schedule: { rule: text, hour: 9 } })
const asks = (...when: object[]) => rule({ when })

const drinks = { category: ['drinks'] }
const gold = { fact: 'tier', op: '=', value: 'gold' }
const tuesday = { fact: 'request.dayOfWeek', op: '=', value: 'tue' }
const large = { fact: 'checkout.total', op: '>=', value: 50 }

/** Rules that use whatever the cookbook does not, one thing after the other. */
export const everyRule: readonly object[] = [
  // The sentence that the portal was promised with.
  rule({
    when: [gold, { fact: 'products.quantity', where: drinks, op: '>=', value: 1 }, tuesday],
    limit: { times: 1, every: 'day' },
    then: [{ issue: { ...points, amount: { give: 2, per: 1, of: 'products.total', where: drinks, max: 50 } } }],
  }),
  // Amounts
  issues(1),
  issues('12.5'),
  issues({ give: 1, per: 10, of: 'checkout.netTotal', steps: 'proportional', min: 1, round: 'up' }),
  issues({ give: 1, per: { USD: 10, EUR: 9 }, of: 'checkout.netTotal', round: 'nearest' }),
  gives({ issue: { ...usd, amount: { give: '0.05', of: 'checkout.netTotal', steps: 'proportional', max: 20 } } }),
  gives({ issue: { ...usd, amount: { give: '0.1', of: 'products.total', where: drinks, steps: 'proportional' } } }),
  // Expiry, activity, receivers
  issues(5, { expiresAfter: { endOf: 'month' }, activeAfter: { days: 1 } }),
  issues(5, { expiresAfter: { endOf: 'quarter', plus: 2 }, to: 'root' }),
  issues(5, { expiresAt: '2027-01-31 00:00:00', returnRelated: true, to: 'child' }),
  gives({ redeem: { ...points, amount: 1 } }, { enroll: { program: 'gift' } }),
  gives({
    convert: { from: { ...points, amount: 500 }, to: { ...usd, give: 1, per: 100, expiresAfter: { days: 1 } } },
  }),
  gives({ logEvent: { categoryId: 'app-open', to: 'referrer' } }),
  gives({
    issue: {
      ...points,
      amount: {
        of: { sum: [{ fact: 'products.total', where: drinks }, { fact: 'checkout.shipping' }] },
        times: 0.05,
        minus: 2,
        max: 50,
      },
    },
  }),
  gives({ issue: { ...usd, amount: { of: { least: [{ fact: 'history.spend', within: { days: 30 } }, 5] } } } }),
  gives({ discount: { amount: { of: { product: [{ fact: 'products.quantity' }, 2] }, round: 'up' } } }),
  gives({ setDemographic: { name: 'favoriteDrink', value: 'Latte' } }),
  gives({ setDemographic: { name: 'favoriteDrink', value: null } }),
  gives({ block: { message: 'Not today' } }),
  gives({ addProduct: { sku: 'MUG' } }),
  gives({ addProduct: { sku: 'ESP', units: 2, unitPrice: { USD: 1, EUR: '0.90' }, regularPrice: { USD: 2, EUR: 2 } } }),
  gives({ addProduct: { unitPrice: 1, choose: { of: ['ESP', 'LAT', 'BUN'], group: 'gift' } } }),
  gives({ allocateCoupon: { set: 'welcome', tags: ['x'], to: 'referrer' } }),
  // Messages
  gives({ notify: { channel: 'direct', text: 'Hello', receipt: true } }),
  gives({ notify: { channel: 'sms', text: 'Hi {{ customer.firstName }}', after: { hours: 1 } } }),
  gives({ notify: { channel: 'push', text: 'Look' } }, { notify: { channel: 'webhook', text: 'Ping' } }),
  // Discounts
  gives({ discount: { percent: 20, on: 'shipping' } }),
  gives({ discount: { percent: 100 } }),
  gives({ discount: { amount: { USD: 5, EUR: '4.50' }, basis: 'original' } }),
  gives({ discount: { amount: { give: 1, per: 10, of: 'checkout.total' }, max: 10 } }),
  gives({ discount: { unitPrice: 2, on: { where: { sku: ['ESP', 'LAT'] }, units: 2, pick: 'dearest' } } }),
  gives({ discount: { percent: 50, on: { where: { category: ['drinks'], minUnitPrice: 3, maxUnitPrice: 5 } } } }),
  gives({ discount: { percent: 50, on: { where: { attributes: { brand: ['Acme', 'Bolt'] } } } } }),
  gives({
    discount: { percent: 50, on: { where: { attributes: { margin: { min: 0.3 }, organic: true, size: 'L' } } } },
  }),
  gives({
    discount: { percent: 50, on: { where: { attributes: { margin: { min: 0.3, max: 0.5 }, organic: false } } } },
  }),
  gives({
    discount: {
      percent: 50,
      on: { where: { category: ['drinks'], except: { attributes: { margin: { max: 0.1 } } } } },
    },
  }),
  gives({
    discount: { percent: 50, on: { where: { parent: ['COFFEE'], except: { sku: ['ESP'] } }, pick: 'cheapest' } },
  }),
  // Personal offers
  gives({
    personalOffer: {
      skus: [{ sku: 'ESP' }],
      discountType: 'percentageDiscount',
      percentageDiscount: 20,
      expiresAfter: { days: 14 },
    },
  }),
  gives({
    personalOffer: {
      skus: [{ sku: 'ESP' }],
      discountType: 'bogo',
      expirationDate: '2027-01-31 00:00:00',
      maxUsageCount: 3,
    },
  }),
  gives({
    personalOffer: {
      skus: [{ sku: 'ESP' }, { sku: 'LAT' }],
      qualifyingSkus: ['BUN'],
      discountType: 'newGroupPrice',
      newGroupPrice: 5,
      activationDate: '2026-12-01 00:00:00',
      expiresAfter: { months: 1 },
    },
  }),
  gives({
    personalOffer: {
      skus: [{ sku: 'MUG' }],
      discountType: 'absoluteDiscount',
      absoluteDiscount: 3,
      expiresAfter: { days: 14 },
    },
  }),
  // Triggers
  on('custom'),
  on('social'),
  on('choice', {
    then: [
      { redeem: { balanceType: 'Points', amount: 20 } },
      { issue: { balanceType: 'Punches', subtrack: 'Espresso', amount: 1 } },
    ],
  }),
  on('refer', { when: [{ fact: 'referral.total', op: '>=', value: 20 }] }),
  on('request', {
    when: [
      { fact: 'request.callType', op: 'in', value: ['ALLOCATE', 'TRANSFER'] },
      { fact: 'location.id', op: '=', value: 'L1' },
    ],
  }),
  on('request'),
  on('message', { when: [{ fact: 'message.text', op: '=', value: 'COFFEE' }, gold] }),
  on('message', { when: [{ fact: 'message.text', op: 'contains', value: 'coffee' }] }),
  on('segment', { segment: { id: 'regulars', on: 'leave' } }),
  on('tier', { tier: { on: 'up' } }),
  on('tier', { tier: { on: 'down', level: 'gold' } }),
  on('tier', { tier: { on: 'keep', level: 'gold' } }),
  on('date', { date: { of: 'customer.birthday' } }),
  on('date', { date: { of: 'customer.anniversary', offsetDays: 1, hour: 18 } }),
  on('date', { date: { of: 'card.activationDate', offsetDays: 365 } }),
  on('date', { date: { of: 'card.enrollmentDate' } }),
  on('date', { date: { of: 'balance.expiration', offsetDays: -7 } }),
  on('date', { date: { of: 'balance.expiration' } }),
  on('date', { date: { of: 'demographic:weddingDay', offsetDays: -3 } }),
  on('date', { schedule: { once: '2026-12-24', hour: 0 }, when: [gold] }),
  schedules('FREQ=DAILY'),
  schedules('FREQ=WEEKLY;BYDAY=MO,TH'),
  schedules('FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'),
  schedules('FREQ=MONTHLY;BYDAY=-1FR'),
  schedules('FREQ=MONTHLY;BYMONTHDAY=1,15,-1'),
  schedules('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1'),
  schedules('FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=6,24'),
  schedules('FREQ=DAILY;DTSTART=20261201;UNTIL=20261224'),
  schedules('FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1;COUNT=4'),
  // Days, hours, dates
  rule({ window: { days: ['sat', 'sun'] } }),
  rule({ window: { days: ['mon', 'wed'], from: '22:00', to: '02:30' } }),
  rule({ window: { from: '00:00', to: '12:00' } }),
  rule({ from: '2026-12-01 00:00:00' }),
  rule({ from: '2026-12-01 09:00:00', until: '2026-12-24 18:00:00' }),
  // Limits, budgets, groups, options
  rule({
    limit: [
      { times: 3, per: 'location', every: 'week' },
      { times: 1000, per: 'brand' },
    ],
  }),
  rule({ limit: { times: 2, per: 'child', every: { days: 1 } }, target: 'child' }),
  rule({ limit: { times: 1, per: 'code' }, target: 'any', variant: 'A' }),
  rule({ budget: { amount: 10_000, of: points, every: 'month' } }),
  rule({ budget: { amount: { USD: 500, EUR: 450 }, of: 'discount' } }),
  rule({ exclusive: 'steps', option: { id: 'five', display: 'Five points' } }),
  // Conditions that are nested
  asks({ any: [gold, large] }),
  asks({ all: [gold, large] }),
  asks({ none: [gold, { fact: 'coupon' }] }),
  asks({ atLeast: 2, of: [gold, large, tuesday] }),
  asks(large, {
    any: [
      { all: [gold, tuesday] },
      { none: [{ fact: 'card.isEnrolled' }, { fact: 'segment', op: '=', value: 'regulars' }] },
    ],
  }),
  asks(
    gold,
    { fact: 'history.checkouts', op: '=', value: 0 },
    { fact: 'products.quantity', where: drinks, op: '>', value: 0 },
  ),
  asks({ fact: 'customer.birthdayInDays', op: '<=', value: 7 }),
  asks({ fact: 'customer.birthdayInDays', op: '=', value: 0 }),
  asks({ fact: 'segment', op: '=', value: 'regulars' }, { fact: 'location.country', op: '=', value: 'US' }),
  asks({ fact: 'payments.types', op: '=', value: 'VISA' }, { fact: 'random', op: '<', value: 50 }),
]

import { type Clocked, type ClockOwner, clocks } from '../../server/domain/brand/rules/clocks.ts'

const owners: Readonly<Record<ClockOwner, string>> = {
  location: 'the location of the call',
  home: "the customer's home location",
  brand: 'the brand',
}

/** What each row of the table of clocks is, for readers. */
const things: Readonly<Record<Clocked, string>> = {
  window: '`window` of a rule: its days and hours',
  'request.dayOfWeek': '`request.dayOfWeek`',
  'request.hour': '`request.hour`',
  'request.date': '`request.date`',
  'request.dayOfMonth': '`request.dayOfMonth`',
  'limit per location': '`limit` with `per: location`: its day, week, month or year',
  'limit per terminal': '`limit` with `per: terminal`',
  'limit per employee': '`limit` with `per: employee`',
  'limit per card': '`limit` with `per: card`',
  'limit per child': '`limit` with `per: child`',
  'limit per customer': '`limit` with `per: customer`',
  'limit per email': '`limit` with `per: email`',
  'limit per phone': '`limit` with `per: phone`',
  'limit per device': '`limit` with `per: device`',
  'limit per code': '`limit` with `per: code`',
  'limit per brand': '`limit` with `per: brand`',
  budget: '`budget` of a rule or a campaign: its day, week, month or year',
  'from and until': '`from` and `until` of campaigns, rules and codes; when a draft or a file comes into force',
  history: '`within: { calendar: … }`, ages and days since something',
  expiry: 'when value, cards and coupons expire: `expiresAfter`, `expiresAt`, `endOf`',
  tiers: 'levels: what counts for them, and how long they are kept',
  'date rules': 'rules with trigger `date`: their day and hour, and their `window` and `request.*`',
  messages: 'dates in messages: `{{ date }}`, `{{ coupon.expirationDate }}`',
  'limits of people': 'what a person may give by hand in a day',
  reports: 'reports, figures of campaigns, reports by e-mail',
  'closed months': 'closed months',
  "a location's day":
    'a report of one location (`sales` with `location`), and sales of a day that are looked for at one',
}

/** The table of docs/clocks.md. */
export function clockTable(): string {
  const rows = Object.entries(things).map(([name, what]) => `| ${what} | ${owners[clocks[name as Clocked]]} |`)
  return ['| what | by the clock of |', '| --- | --- |', ...rows].join('\n')
}

/** What the sections of the brand file are called, what they are about, and what to do when one is empty. */
export const fileSections = {
  brand: {
    title: 'Brand',
    one: 'the brand',
    about: 'Name, currency, time zone, and what is enabled.',
    empty: 'There is always exactly one.',
  },
  locations: {
    title: 'Locations',
    one: 'location',
    about: 'Stores and shops, with their terminals and employees.',
    empty: 'Add the first store, so that its till can send calls.',
  },
  groups: {
    title: 'Location groups',
    one: 'group',
    about: 'Regions or kinds of stores, for campaigns and logins.',
    empty: 'Add a group, then name it in the locations that belong to it.',
  },
  programs: {
    title: 'Programs',
    one: 'program',
    about: 'What cards hold: value types, card sets and levels.',
    empty: 'Add a program, then cards can be made.',
  },
  couponSets: {
    title: 'Coupon sets',
    one: 'coupon set',
    about: 'Coupons for one use each, and public codes for many.',
    empty: 'Add a set to make coupons, or to name a public code.',
  },
  products: {
    title: 'Products',
    one: 'product',
    about: 'The catalogue: names, costs and categories for conditions and reports.',
    empty: 'Import a CSV file from your till, or add products one by one.',
  },
  demographicFields: {
    title: 'Customer fields',
    one: 'customer field',
    about: 'Fields of your own in customers’ records.',
    empty: 'Add a field, such as a favourite drink, to keep it for each customer.',
  },
  eventTypes: {
    title: 'Event types',
    one: 'event type',
    about: 'What can happen to a customer besides a purchase.',
    empty: 'Add what your systems report, such as a visit or a review.',
  },
  subscriptionLists: {
    title: 'Subscription lists',
    one: 'list',
    about: 'What customers can subscribe to and leave again.',
    empty: 'Add a list, such as a newsletter.',
  },
  templates: {
    title: 'Message templates',
    one: 'template',
    about: 'The texts of messages, with a preview.',
    empty: 'Write the first template, then campaigns can send it.',
  },
  segments: {
    title: 'Segments',
    one: 'segment',
    about: 'Groups of cards that conditions describe.',
    empty: 'Describe a group of cards, such as those that have not come for 60 days.',
  },
  senders: {
    title: 'Senders',
    one: 'the senders',
    about: 'The mail server and the gateways by which messages go out.',
    empty: 'Name a mail server or a gateway.',
  },
  texts: {
    title: 'Texts for customers',
    one: 'the texts',
    about: 'Your own words on consent pages and in their messages, by language.',
    empty: 'Add a language to write your own words.',
  },
  passes: {
    title: 'Wallet passes',
    one: 'the passes',
    about: 'How cards look in Apple Wallet and Google Wallet, and what they show there.',
    empty: 'Cards cannot be added to phones yet.',
  },
  portal: {
    title: 'Approvals and limits',
    one: 'the rules of the portal',
    about: 'Whether somebody else approves what is published, what each role may do alone, and second factors.',
    empty: 'Every role may do what it includes.',
  },
  promotions: {
    title: 'Worth of points, what adds up',
    one: 'the worth of points, and what adds up',
    about:
      'Which promotions compete and which discounts go together, the most that is taken off a sale, and what a point, star or punch is worth.',
    empty: 'All discounts add up. Points are worth what a campaign converts them into, and nothing where none does.',
  },
  accounts: {
    title: 'Accounts for the journal',
    one: 'the accounts for the journal',
    about: 'Which account of your books stands for what is owed, and which for each reason that it changes.',
    empty: 'The report “What do we book?” names no accounts yet.',
  },
  webhooks: {
    title: 'Webhooks',
    one: 'webhook',
    about: 'Receivers that are told what happens in the brand.',
    empty: 'Add an address that is to be told what happens.',
  },
  campaigns: {
    title: 'Campaigns',
    one: 'campaign',
    about: 'Rules that belong together.',
    empty: 'Make a campaign.',
  },
}

/** Everything that the portal distinguishes, and what it lets somebody do. */
export const permissions = {
  'terminal.use':
    'Serve customers: allocate cards, show balances, redeem, load, check out and return; undo what they just did.',
  'cards.see': 'Find cards and read their history.',
  'cards.repair': 'Give goodwill, void, transfer, replace a lost card and change its status, within limits.',
  'cards.replace': 'Replace a lost card by a new one, within limits.',
  'cards.adjust': 'Correct balances by an accounting adjustment, within limits.',
  'changes.approve': 'Approve what others may not do alone.',
  'customers.see': 'See who is behind a card.',
  'customers.change': "Change a customer's data and consents.",
  'customers.erase': 'Export and erase everything that is kept about a customer.',
  'coupons.see': 'See coupons and codes.',
  'coupons.make': 'Generate cards and coupons.',
  'messages.see': 'See messages and what became of them.',
  'messages.retry': 'Send messages again and switch receivers on again.',
  'campaigns.see': 'See campaigns and try them out.',
  'campaigns.change': 'Change and publish campaigns.',
  'configuration.see': 'See programs, locations, products and everything else that is configured.',
  'configuration.change': 'Change what is configured.',
  'limits.change': 'Change limits of value, currencies, exchange rates, the time zone and what tills have to prove.',
  'connections.change': 'Change senders and webhooks: where messages and data go.',
  'reports.see': 'See figures and reports.',
  'reports.send': 'Have reports sent to users of the portal by e-mail.',
  'books.close': 'Close a month of the books.',
  'books.reopen': 'Open the month of the books again that was closed last.',
  'data.export': 'Export rows of the ledger, of calls and of customers.',
  'requests.see': 'See the calls of tills and shops, and why rules fired.',
  'webhooks.see': 'See webhooks and their deliveries.',
  'webhooks.mend': 'Send deliveries again.',
  'keys.manage': 'Make, change, rotate and revoke API keys.',
  'jobs.see': 'See jobs and long work.',
  'jobs.manage': 'Start and cancel long work.',
  'audit.see': 'See who changed what.',
  'users.manage':
    'Invite users, change their roles and end their sessions; change employees, groups of locations, and what each role may do alone.',
} as const

export type Permission = keyof typeof permissions

export const permissionNames = Object.keys(permissions) as Permission[]

const looking: readonly Permission[] = [
  'cards.see',
  'coupons.see',
  'messages.see',
  'campaigns.see',
  'configuration.see',
  'reports.see',
  'requests.see',
  'webhooks.see',
  'jobs.see',
]

/** What each role may do. */
export const roles = {
  administrator: permissionNames,
  marketer: [
    ...looking,
    'customers.see',
    'coupons.make',
    'messages.retry',
    'campaigns.change',
    'configuration.change',
    'reports.send',
    'jobs.manage',
  ],
  support: [
    'terminal.use',
    'cards.see',
    'cards.repair',
    'cards.replace',
    'customers.see',
    'customers.change',
    'customers.erase',
    'coupons.see',
    'messages.see',
    'messages.retry',
    'campaigns.see',
    'configuration.see',
    'requests.see',
  ],
  cashier: ['terminal.use', 'cards.replace'],
  finance: [
    ...looking,
    'customers.see',
    'cards.adjust',
    'changes.approve',
    'reports.send',
    'books.close',
    'data.export',
    'jobs.manage',
    'audit.see',
  ],
  developer: [...looking, 'webhooks.mend', 'messages.retry', 'keys.manage', 'configuration.change', 'jobs.manage'],
  readOnly: looking,
} as const satisfies Record<string, readonly Permission[]>

export type Role = keyof typeof roles

export const roleNames = Object.keys(roles) as Role[]

export const isRole = (text: string): text is Role => Object.hasOwn(roles, text)

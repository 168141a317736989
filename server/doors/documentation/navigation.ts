/** A page of docs/, by its name without the ending. */
interface ListedPage {
  readonly name: string
  readonly title: string
  readonly about: string
}

export interface Chapter {
  readonly title: string
  readonly about: string
  readonly pages: readonly ListedPage[]
}

const page = (name: string, title: string, about: string): ListedPage => ({ name, title, about })

/**
 * Everything that there is to read, in the order in which it is offered. The home page, the menu, the pages before and
 * after each page and docs/README.md are made from this list; a page that is not there is left out.
 */
export const chapters: readonly Chapter[] = [
  {
    title: 'Start here',
    about: 'From nothing to a program that works.',
    pages: [
      page('tutorial', 'Tutorial', 'Your own loyalty program in ten minutes, one step at a time.'),
      page('demo', 'The demo brand', 'What the demo has in it, and how to leave it out.'),
      page('portal', 'The portal', 'Where people work with cards, campaigns and reports.'),
      page(
        'portal-evidence',
        'The portal, looked at',
        'What was looked at on phones and tablets, in German and in the dark, and what was mended.',
      ),
      page('glossary', 'Glossary', 'The words of the domain. Each has one meaning.'),
    ],
  },
  {
    title: 'Guides',
    about: 'What you have to do, the calls in their order, and what can go wrong.',
    pages: [
      page('guides/order-of-calls', 'Which call when', 'Every situation at the till and the calls it takes.'),
      page('guides/gift-cards', 'Gift cards', 'Sell, redeem, top up, refund, replace a lost card.'),
      page('guides/points-and-tiers', 'Points and tiers', 'Earn, spend, and reach a level.'),
      page('guides/punch-cards', 'Punch cards', 'The tenth coffee is free.'),
      page(
        'guides/customers-by-email',
        'Customers by e-mail',
        'No card in their hand: find them, or make them, by an address.',
      ),
      page('guides/two-stage-checkout', 'Two-stage checkout', 'Show the price first, then take the money.'),
      page('guides/partial-refunds', 'Partial refunds', 'Take goods back and give the money to a gift card.'),
      page('guides/tax', 'Tax and prices', 'Net or gross, lines without a price, and what discounts are counted of.'),
      page('guides/offline-tills', 'Offline tills', 'What a till does while the network is gone.'),
      page('guides/retries', 'Retries and timeouts', 'Repeat a call without doing it twice.'),
      page('guides/warehouse', 'Data warehouse', 'Load exports every night, and know that nothing is missing.'),
      page('guides/other-languages', 'Other languages', 'Calls and webhooks in Python and others, in a few lines.'),
    ],
  },
  {
    title: 'Integrate',
    about: 'Clients, tools, and moving in from elsewhere.',
    pages: [
      page('client', 'TypeScript client', 'Typed calls with retries built in.'),
      page('tools', 'Command-line tools', 'Call operations and follow calls from a shell.'),
      page('assistants', 'Assistants', 'An MCP server for look-ups, simulations and drafts.'),
      page('webhooks', 'Webhooks', 'Tell your own systems what happens.'),
      page('members', 'Pages for members', 'What your customers see of their card, and the interface behind it.'),
      page('wallet', 'Wallet passes', 'Cards in Apple Wallet and Google Wallet.'),
      page('import', 'Import', 'Cards, customers, balances, coupons and products from CSV.'),
      page('moving', 'Moving to Purser', 'From another provider, step by step.'),
      page('keys', 'API keys', 'Scopes, addresses, and replacing a secret.'),
    ],
  },
  {
    title: 'Campaigns',
    about: 'Rules: written, tried, published, measured.',
    pages: [
      page('rules', 'Rule language', 'Every fact, operator, amount and result, with an example.'),
      page('attributes', 'Attributes', 'Brands, sizes and margins: what lines and sales are.'),
      page('clocks', 'Which clock counts', 'Days and hours of stores in several time zones.'),
      page('campaigns', 'Cookbook', 'Campaigns to copy, each with the receipts it leads to.'),
      page('brand-file', 'The brand file', 'Every key of the file that describes a brand.'),
      page('brand-history', 'History of the brand file', 'Versions, differences, rollback, scheduled changes.'),
      page('drafts', 'Drafts', 'Changes that do not count yet, reviewed and published.'),
      page('simulate', 'Simulate', 'What a sale would do, without doing it.'),
      page('replay', 'Replay', 'What past sales would have been by other rules.'),
      page('explain', 'Explain', 'Why a rule fired in a call or did not.'),
      page('segments', 'Segments', 'Groups of customers, kept up to date.'),
      page('scores', 'Scores', 'Recency, frequency and spending of each customer.'),
      page('recommendations', 'Recommendations', 'What a customer might buy next.'),
      page('messages', 'Messages', 'E-mail, SMS, push: who gets them, and what became of them.'),
      page('languages', 'Languages', 'Texts, amounts and dates as each customer reads them.'),
      page('lift', 'Lift', 'What a campaign brought.'),
    ],
  },
  {
    title: 'Reference',
    about: 'To look things up.',
    pages: [
      page('reference', 'API reference', 'Every operation, field and model.'),
      page('errors', 'Errors', 'Every error code, and when it comes.'),
      page('limits', 'Limits', 'How large and how many.'),
      page('reports', 'Reports', 'Figures that tie to the ledger.'),
      page('export', 'Export', 'Rows of a brand as files.'),
      page('reversal', 'Voids and returns', 'What is taken back and given back, to the cent.'),
      page('long-work', 'Long work', 'Replays and other work that takes its time.'),
    ],
  },
  {
    title: 'Operate',
    about: 'Run it, watch it, keep it safe.',
    pages: [
      page('operations', 'Operations', 'Start, stop, look, and what to do when something is wrong.'),
      page('deploy', 'Deployment', 'Packed file, container, systemd, Kubernetes, proxy.'),
      page('own-postgresql', 'Your own PostgreSQL', 'Instead of the embedded one.'),
      page('sizing', 'Sizing', 'How large a machine it takes.'),
      page('scale', 'Scale', 'Many cores, many machines.'),
      page('performance', 'Performance', 'What was measured, and how.'),
      page('upgrade', 'Upgrades', 'Without a pause.'),
      page('backup', 'Backups', 'Taken while the server runs, and restored.'),
      page('metrics', 'Metrics', 'Prometheus, dashboards, alerts and traces.'),
      page('runbooks', 'Runbooks', 'What each alert means, and what to do.'),
      page('reliability', 'Reliability', 'What is promised when something breaks.'),
      page('model', 'The model', 'A second account of every call, held against a server that is killed.'),
      page('security', 'Security', 'What is protected, and how.'),
      page('secret-key', 'The secret key', 'What it seals, and how it is replaced.'),
      page('privacy', 'Privacy', 'What is kept about people, exported and erased.'),
      page('audit', 'Audit log', 'Who changed what by hand, and from where.'),
      page('dependencies', 'Dependencies', 'Which packages are used, and why.'),
      page('rooms', 'Rooms', 'How the code is laid out.'),
    ],
  },
]

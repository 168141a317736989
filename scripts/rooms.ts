/** A folder of server/: what it holds, whether it is pure, and what it may import. */
export interface Room {
  readonly name: string
  readonly holds: string
  /** No clock, no randomness, no input or output: the same arguments always give the same result. */
  readonly isPure: boolean
  readonly values: readonly string[]
  /** Only types of these. */
  readonly types: readonly string[]
}

const pure = (name: string, holds: string, values: string, types = ''): Room =>
  room(name, holds, { values, types }, true)

function room(name: string, holds: string, { values = '', types = '' }, isPure = false): Room {
  const names = (text: string) => text.split(' ').filter((one) => one !== '')
  return { name, holds, isPure, values: names(values), types: names(types) }
}

/**
 * The plan of the house, from the ground up: a room imports only what stands above it in this list, and of that only
 * what it names here. test/rooms.test.ts holds the code against it; ARCHITECTURE.md's table is written from it.
 */
export const rooms: readonly Room[] = [
  pure(
    'kernel',
    'money, ids, time, currencies, the error catalogue, sealing, signed tokens: what every other room speaks in',
    '',
  ),
  room(
    'waiting',
    'waiting for something with a bound, letting others have their turn, and threads for what takes long',
    {},
  ),
  room('log', 'log lines, with an allow-list of fields', { values: 'kernel' }),
  room('observer', 'what engine, HTTP and jobs tell whoever observes them, if anybody does', {}),
  room('html', 'markup that escapes, and the frame of small pages', {}),
  room(
    'documentation',
    'the pages of docs/ as they are served at /docs, and their search; made by a thread of their own when somebody asks',
    { values: 'waiting html' },
  ),
  room('database', 'PostgreSQL without cards: connections, the one SQL dialect, migrations, the embedded server', {
    values: 'kernel',
  }),
  room(
    'metrics',
    'counts what happens for Prometheus: the list of metrics, tallies, gauges of the database, their listener',
    {
      values: 'waiting log database',
      types: 'observer',
    },
  ),
  room('traces', 'spans of calls for OpenTelemetry, loaded only when asked for', {
    values: 'waiting log',
    types: 'observer',
  }),
  pure('contract', 'fields of requests and answers, and how they are read', 'kernel'),
  pure(
    'brand',
    'what a brand is: the brand file with its rule language, and the configuration that calls are judged by',
    'kernel',
  ),
  pure(
    'judge',
    'who may do what: the tables of permissions, roles, operations and parts of the brand file, and the verdict on a change by whoever makes it',
    'kernel brand',
  ),
  pure(
    'sentence',
    'rules and segments as sentences, and the words of forms, in English and German; browsers run it too',
    '',
    'kernel brand',
  ),
  pure(
    'account',
    'the person behind a card: customer data, own fields, opt-ins, surveys, and what a card is found by',
    'kernel',
  ),
  pure('card', "a card's state: lots, holds, redemption order, reversal, guards, pins", 'kernel', 'brand'),
  pure('coupon', "a coupon's states, transitions and what blocks it", 'kernel', 'card'),
  pure(
    'campaign',
    'rules: compiled once per configuration version, indexed, judged, explained, and what they leave behind',
    'kernel brand account card coupon',
  ),
  pure('channel', 'what users of phone numbers and addresses agreed to', 'kernel brand account', 'campaign'),
  pure(
    'checkout',
    'baskets, discounts, personal offers, shares of returns: exact arithmetic; what is kept of a checkout',
    'kernel',
    'brand card campaign',
  ),
  pure(
    'message',
    'texts filled in and escaped for where they go; the message on its way out',
    'kernel brand card',
    'campaign channel',
  ),
  pure('lift', 'what a campaign brought: customers with it and without it, compared', ''),
  pure('occurrence', 'when date rules and schedules are due', 'kernel brand campaign', 'account card'),
  pure('link', 'signed links to passes and consent pages', 'kernel', 'message'),
  pure('audit', 'entries of the audit log, and the seals that chain them', 'kernel'),
  pure(
    'view',
    'how balances, changes, lines and origins are shown, to callers and to webhooks alike',
    'kernel card campaign checkout',
    'brand',
  ),
  pure(
    'decision',
    'the words between operations, engine, notices and store: call, touches, needs, outcome',
    'kernel channel',
    'brand judge account card coupon campaign checkout audit',
  ),
  pure(
    'firing',
    'runs the rules of a call and carries out their effects',
    'kernel brand account card coupon campaign checkout message',
  ),
  pure(
    'notice',
    "what a call has to tell the brand's webhooks",
    'kernel view',
    'brand account card coupon checkout decision',
  ),
  room(
    'store',
    'SQL on cards: batch/ is loaded and stored by a batch, queries/ is read, facts/ is what rules ask about the past; outbox/, privacy/',
    {
      values: 'kernel database brand judge account campaign channel checkout',
      types: 'card coupon message audit view decision notice',
    },
  ),
  room('brand-store', 'brands as they are stored: applied from files, exported, loaded, cached; their keys and stock', {
    values: 'kernel waiting database brand judge store',
    types: 'log audit',
  }),
  room('segment', 'conditions about cards as SQL over the customer base', {
    values: 'kernel database brand account card campaign store',
  }),
  room('report', 'figures that tie to the ledger: daily sums of it, and the reports made of them', {
    values: 'kernel database brand lift',
    types: 'card',
  }),
  pure(
    'report-words',
    'reports in the words of their readers, in English and German: titles, cells, totals, files; browsers run it too',
    '',
  ),
  room('verify', 'derives everything from the ledger again and names every difference', {
    values: 'database account audit store brand-store report',
    types: 'kernel card',
  }),
  room('errand', 'long work that somebody asks for: what a kind of it is, how it is asked for, kept and cancelled', {
    values: 'kernel contract database brand store',
    types: 'audit',
  }),
  room('backup', 'whole databases: taken as a file, checked, restored, moved', { values: 'kernel database' }),
  room('export', 'rows of a brand as files for others: parts, formats, the manifest', { values: 'kernel database' }),
  room(
    'operations',
    'the interface: a folder for each noun; a file in it is an operation (contract and decision, or contract and answer), parts/ is what they are made of; all.ts lists them',
    {
      values:
        'kernel database contract brand judge sentence account card coupon campaign channel checkout message link audit view decision firing store brand-store report report-words errand',
    },
  ),
  room('engine', 'runs calls: lanes, batches, retries, idempotency, records', {
    values: 'kernel waiting database brand judge card coupon campaign channel decision notice store',
    types: 'observer account checkout audit errand operations',
  }),
  room('replay', 'decides the checkouts of a past period again, in memory, and reports what would differ', {
    values: 'kernel database brand card coupon campaign checkout store brand-store operations',
    types: 'account decision',
  }),
  room('import', 'files of other providers: read, checked against the database, loaded, and compared with the ledger', {
    values: 'kernel database contract brand judge account card coupon channel store brand-store operations',
    types: 'audit',
  }),
  room(
    'delivery',
    'sends what is in the outbox and tells webhooks: who may get it, senders, vetted addresses, retries',
    { values: 'kernel log html brand channel message notice store', types: 'database account link' },
  ),
  room('api', 'HTTP: authentication, limits, the envelope; describe/ makes the descriptions', {
    values: 'kernel log html contract brand brand-store operations',
    types: 'observer decision engine',
  }),
  room(
    'remote',
    'calls a running server as any client would: requests put together by contract, retries, outcomes in words',
    {
      values: 'kernel contract brand operations api',
    },
  ),
  room(
    'assistant',
    'what assistants are offered over the Model Context Protocol, each an operation of a running server',
    {
      values: 'operations api remote',
      types: 'kernel contract',
    },
  ),
  room('tail', 'follows the record of calls as it grows, without missing or repeating one', {
    values: 'kernel store',
    types: 'database',
  }),
  room('privacy', 'everything that is kept about a person: exported, and erased', {
    values: 'kernel database store brand-store',
    types: 'channel audit',
  }),
  room('access', 'who uses the portal: logins, passwords, sessions, second factors, roles, what each may do where', {
    values: 'kernel database judge store brand-store',
    types: 'log brand audit',
  }),
  room('report-mail', 'reports by e-mail: when they are due, who may get them, the mails and how they are sent', {
    values: 'kernel log html database occurrence store brand-store report report-words delivery access',
    types: 'brand audit',
  }),
  room(
    'portal-api',
    'what the portal asks: routes with contract and permission, operations on behalf of its users, and the files of the application',
    {
      values:
        'kernel log contract database brand judge sentence account card campaign channel audit view store brand-store segment report errand operations api access privacy report-mail',
      types: 'checkout decision engine delivery',
    },
  ),
  room(
    'wallet',
    'passes in phone wallets: what they show, files for Apple, links for Google, and telling both of changes',
    {
      values: 'kernel brand card campaign store delivery',
      types: 'log database',
    },
  ),
  room('pages', 'what customers see behind links: passes and consent pages, and what wallets ask for', {
    values: 'kernel log html contract brand account channel link store operations api wallet',
    types: 'database card decision engine',
  }),
  room(
    'jobs',
    'what happens without a call: the runner, expiry, dates, segments, tiers, scores, bounces, retention; all.ts lists them',
    {
      values:
        'kernel waiting log database contract account card campaign channel occurrence audit decision notice store brand-store segment report errand operations delivery report-mail wallet',
      types: 'observer brand engine',
    },
  ),
  room(
    'errand-runner',
    'carries out long work, each piece in a process of its own: taken up, watched, ended; all.ts lists the kinds',
    { values: 'kernel waiting log contract database errand brand-store verify replay' },
  ),
  room('rotation', 'replaces the secret key: seals everything again with another, while servers run', {
    values: 'coupon store brand-store access',
    types: 'kernel database card',
  }),
  room('configuration', 'everything an operator can set; the only reader of the environment', {
    values: 'kernel log brand',
  }),
  room('processes', 'several processes that serve as one: started, replaced, stopped, and what they tell each other', {
    values: 'waiting log',
    types: 'metrics api',
  }),
  room('assembly', 'puts the parts together into a running server or worker', {
    values:
      'kernel waiting log observer documentation database metrics traces brand judge campaign channel link store brand-store operations engine delivery api access portal-api wallet pages jobs errand-runner configuration',
    types: 'card decision errand',
  }),
  room('doctor', 'what commonly goes wrong in operation: look/ looks, judge/ says what it means and what to do', {
    values: 'kernel database brand card store brand-store api wallet jobs configuration',
  }),
  room('demo', 'makes a year of history for the demo brand: plan/ says who did what, the engine does it at that time', {
    values: 'kernel log database contract brand campaign channel store brand-store operations engine delivery jobs',
    types: 'card',
  }),
  room('command-line', 'the commands of `purser`', {
    values:
      'kernel waiting log database contract brand judge card campaign message audit view store brand-store verify errand backup report export operations engine replay import api remote assistant tail access privacy jobs errand-runner rotation configuration processes assembly doctor demo',
    types: 'metrics',
  }),
]

/** The table of ARCHITECTURE.md. */
export function roomTable(): string {
  const lines = rooms.map(({ name, holds, isPure, values, types }) => {
    const imports = [values.join(', '), types.length > 0 ? `types of ${types.join(', ')}` : ''].filter(
      (text) => text !== '',
    )
    return `| \`${name}/\` | ${holds}${isPure ? '. **Pure**' : ''} | ${imports.join('; ') || 'nothing of ours'} |`
  })
  return ['| room | what it holds | may import |', '|---|---|---|', ...lines].join('\n')
}

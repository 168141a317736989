/** A folder of a wing: one thing, with what it holds in a line. */
export interface Room {
  readonly name: string
  readonly holds: string
  /** No clock, no randomness, no input or output: the same arguments always give the same result. */
  readonly isPure: boolean
}

/** A folder of server/: rooms that stand on the same ground, and what always holds in all of them. */
export interface Wing {
  readonly name: string
  readonly holds: string
  readonly invariant: string
  readonly rooms: readonly Room[]
}

const room = (name: string, holds: string): Room => ({ name, holds, isPure: false })
const pure = (name: string, holds: string): Room => ({ name, holds, isPure: true })

/**
 * The plan of the house, from the ground up. A room imports rooms of the wings before its own, and of its own wing the
 * rooms before it; what is pure imports only what is pure. test/rooms.test.ts holds the code against it, and
 * docs/rooms.md is written from it.
 */
export const wings: readonly Wing[] = [
  {
    name: 'ground',
    holds: 'what everything stands on',
    invariant: 'Knows nothing of cards, brands or calls.',
    rooms: [
      pure(
        'kernel',
        'money, ids, time, currencies, the error catalogue, sealing, signed tokens: what all others speak in',
      ),
      room('waiting', 'waiting with a bound, letting others have their turn, and threads for what takes long'),
      room('log', 'log lines, with an allow-list of fields'),
      room('html', 'markup that escapes, and the frame of small pages'),
      pure('contract', 'fields of requests and answers, and how they are read'),
      room('database', 'PostgreSQL without cards: connections, the one SQL dialect, migrations, the embedded server'),
      room(
        'observe',
        'what engine, HTTP and jobs tell whoever observes them: metrics/ counts for Prometheus, traces/ has spans for OpenTelemetry, loaded only when asked for',
      ),
    ],
  },
  {
    name: 'domain',
    holds: 'what cards, brands, rules and people are',
    invariant: 'All of it is pure: no clock, no chance, no input, no output.',
    rooms: [
      pure('brand', 'what a brand is: its file with the rule language, and the configuration that calls are judged by'),
      pure(
        'judge',
        'who may do what: tables of permissions, roles, operations and parts of the brand file, and the verdict on a change by whoever makes it',
      ),
      pure(
        'sentence',
        'rules and segments as sentences, and the words of forms, in English and German; browsers run it too',
      ),
      pure('report-words', 'reports in the words of their readers, in English and German; browsers run it too'),
      pure(
        'account',
        'the person behind a card: customer data, own fields, opt-ins, surveys, and what a card is found by',
      ),
      pure('card', "a card's state: lots, holds, redemption order, reversal, guards, pins"),
      pure('coupon', "a coupon's states, transitions and what blocks it"),
      pure(
        'campaign',
        'rules: compiled once per configuration version, indexed, judged, and what they leave behind; tier/ has levels, occurrence/ when date rules and schedules are due',
      ),
      pure('explanation', 'why a rule fired or did not, in words, in English and German'),
      pure('channel', 'what users of phone numbers and addresses agreed to'),
      pure(
        'checkout',
        'baskets, discounts, personal offers, shares of returns: exact arithmetic; what is kept of a checkout',
      ),
      pure(
        'message',
        'texts filled in and escaped for where they go; the message on its way out; link/ has signed links',
      ),
      pure('audit', 'entries of the audit log, and the seals that chain them'),
      pure('decision', 'the words between operations, engine and store: call, touches, needs, outcome'),
      pure(
        'view',
        "how balances, changes and origins are shown to callers; notice/ has what a call tells the brand's webhooks",
      ),
      pure('firing', 'runs the rules of a call and carries out their effects'),
    ],
  },
  {
    name: 'storage',
    holds: 'what is kept, and figures made of it',
    invariant: 'Knows no call and no HTTP; every statement names its brand.',
    rooms: [
      room(
        'store',
        'SQL on cards: batch/ is loaded and stored by a batch, queries/ is read, facts/ is what rules ask about the past; outbox/, privacy/',
      ),
      room(
        'brand-store',
        'brands as they are stored: applied from files, exported, loaded, cached; their keys and stock',
      ),
      room('segment', 'conditions about cards as SQL over the customer base'),
      room('report', 'figures that tie to the ledger: daily sums of it, and the reports made of them'),
      room('verify', 'derives everything from the ledger again and names every difference'),
      room('errand', 'long work that somebody asks for: what a kind of it is, how it is asked for, kept and cancelled'),
      room('backup', 'whole databases: taken as a file, checked, restored, moved'),
      room('export', 'rows of a brand as files for others: parts, formats, the manifest'),
    ],
  },
  {
    name: 'calls',
    holds: 'whatever changes something',
    invariant: 'Cards change only through here: loaded, decided, stored.',
    rooms: [
      room(
        'operations',
        'the interface: a folder for each noun; a file in it is an operation (contract and decision, or contract and answer), parts/ is what they are made of; all.ts lists them',
      ),
      room('engine', 'runs calls: lanes, batches, retries, idempotency, records'),
      room('replay', 'decides the checkouts of a past period again, in memory, and reports what would differ'),
      room(
        'import',
        'files of other providers: read, checked against the database, loaded, and compared with the ledger',
      ),
      room(
        'delivery',
        'sends what is in the outbox and tells webhooks: who may get it, senders, vetted addresses, retries',
      ),
      room('privacy', 'everything that is kept about a person: exported, and erased'),
    ],
  },
  {
    name: 'doors',
    holds: 'every way in',
    invariant: 'Whoever comes in is known before anything else happens.',
    rooms: [
      room('api', 'HTTP: authentication, limits, the envelope; describe/ makes the descriptions'),
      room('access', 'who uses the portal: logins, passwords, sessions, second factors, roles, what each may do where'),
      room('documentation', 'the pages of docs/ as they are served at /docs, and their search'),
      room('pages', 'what customers see behind links: passes and consent pages; wallet/ has the passes in phones'),
      room(
        'remote',
        'calls a running server as any client would; assistant/ has what assistants are offered over the Model Context Protocol',
      ),
      room('report-mail', 'reports by e-mail: when they are due, who may get them, the mails and how they are sent'),
      room(
        'portal-api',
        'what the portal asks: routes with contract and permission, operations on behalf of its users, and the files of the application',
      ),
      room('member', "the member's side: its interface under /member, its pages under /m, and who is in there"),
    ],
  },
  {
    name: 'background',
    holds: 'what happens without a call',
    invariant: 'Everything here may be stopped at any moment and goes on later.',
    rooms: [
      room('jobs', 'the runner, expiry, dates, segments, tiers, scores, bounces, retention; all.ts lists them'),
      room('errand-runner', 'carries out long work, each piece in a process of its own; all.ts lists the kinds'),
    ],
  },
  {
    name: 'program',
    holds: 'what is started',
    invariant: 'The only place that reads the environment, and that knows all the others.',
    rooms: [
      room('configuration', 'everything an operator can set; the only reader of the environment'),
      room(
        'processes',
        'several processes that serve as one: started, replaced, stopped, and what they tell each other',
      ),
      room('assembly', 'puts the parts together into a running server or worker'),
      room('doctor', 'what commonly goes wrong in operation: look/ looks, judge/ says what it means and what to do'),
      room(
        'demo',
        'makes a year of history for the demo brand: plan/ says who did what, the engine does it at that time',
      ),
      room(
        'command-line',
        'the commands of `purser`, a folder for each kind; what a command does is loaded when it is run',
      ),
    ],
  },
]

/**
 * The folders of portal/, in the same way. Of the server, the portal imports types, and values of pure rooms: whatever
 * else it would import would be sent to browsers.
 */
export const portalFolders = ['theme', 'ask', 'texts', 'parts', 'shell', 'routes', 'screens', 'search'] as const

/** docs/rooms.md's table. */
export function roomTable(): string {
  return wings
    .map(({ name, holds, invariant, rooms }) =>
      [
        `### ${name}: ${holds}`,
        '',
        invariant,
        '',
        '| room | what it holds |',
        '|---|---|',
        ...rooms.map(
          (one) =>
            `| \`server/${name}/${one.name}/\` | ${one.holds}${one.isPure && name !== 'domain' ? '. **Pure**' : ''} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n')
}

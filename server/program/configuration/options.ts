import { logFormats, logLevels } from '../../ground/log/log.ts'

/** Name, environment variable, what its value is called, default, meaning. A flag without a value is a switch. */
export type Setting<Name extends string = string> = readonly [
  name: Name,
  variable: string,
  takes: string,
  fallback: string,
  about: string,
]

/** A setting whose variable is called after it: --batch-size is PURSER_BATCH_SIZE. */
function setting<const Name extends string>(name: Name, takes: string, fallback: string, about: string): Setting<Name> {
  return [name, `PURSER_${name.toUpperCase().replaceAll('-', '_')}`, takes, fallback, about]
}

/** One whose variable is called otherwise. */
function named<Name extends string>(variable: string, [name, , ...rest]: Setting<Name>): Setting<Name> {
  return [name, variable, ...rest]
}

/** What is said of one command, and has no variable. */
const flagOnly: typeof setting = (name, takes, fallback, about) => named('', setting(name, takes, fallback, about))

export const flags = [
  setting('port', 'PORT', '8080', 'port to listen on; 0 picks a free one'),
  setting('host', 'ADDRESS', '127.0.0.1', 'address to listen on'),
  setting(
    'public-url',
    'URL',
    '',
    'what links to this server begin with, such as https://loyalty.example; default: the address it listens on',
  ),
  setting('data', 'FOLDER', './data', 'folder of the embedded database and the secret key'),
  named(
    'DATABASE_URL',
    setting(
      'database',
      'URL',
      '',
      'PostgreSQL to use instead of the embedded one; a URL with a password goes into the variable or a file, because other users can read flags (ps)',
    ),
  ),
  named('DATABASE_URL_FILE', setting('database-file', 'FILE', '', 'file that holds the URL of the PostgreSQL to use')),
  setting(
    'coordinator',
    'URL',
    '',
    'where brands lie on several nodes and --database is one of them: the node where tables are changed and jobs are queued',
  ),
  setting(
    'database-wait',
    'SECONDS',
    '60',
    'how long start and work wait for a PostgreSQL that does not answer; one that says that it recovers may take longer',
  ),
  named(
    'PURSER_BRANDS',
    setting('brand', 'FILE', '', 'brand file to apply at start; may be repeated (variable: comma-separated)'),
  ),
  setting(
    'processes',
    'N',
    '',
    'number of processes that serve calls; default: half of the cores, or three quarters with your own PostgreSQL; 1 up to two cores',
  ),
  setting('lanes', 'N', '2', 'number of transactions that each process runs at the same time'),
  setting('batch-size', 'N', '128', 'maximum number of commands in one transaction'),
  setting('queue-per-card', 'N', '256', 'maximum number of calls that wait for one card'),
  setting('queue-per-brand', 'N', '2048', 'maximum number of calls of one brand that wait'),
  setting('queue-in-all', 'N', '4096', 'maximum number of calls that wait'),
  setting(
    'work-limit',
    'STEPS',
    '1000000',
    'maximum that the rules of one call may take; 20,000 steps are about a millisecond',
  ),
  setting('rate-limit', 'N', '0', 'maximum number of requests per second and key; 0 is no limit'),
  setting(
    'failure-limit',
    'N',
    '60',
    'maximum number of failed authentications per minute, for each key and each address; 0 is no limit',
  ),
  setting('employee-limit', 'N', '20', 'maximum number of wrong passwords per minute and employee; 0 is no limit'),
  setting(
    'guess-limit',
    'N',
    '120',
    "maximum number of unknown cards and wrong pins per minute, if over 20 % of a key's look-ups at a terminal; 0 is no limit",
  ),
  setting(
    'trusted-proxies',
    'NETWORKS',
    '',
    'proxies whose X-Forwarded-For is believed: addresses and networks, comma-separated',
  ),
  setting('body-limit', 'BYTES', '1048576', 'maximum size of a request body'),
  setting('connections', 'N', '10000', 'maximum number of open connections'),
  setting(
    'stop-delay',
    'SECONDS',
    '0',
    'how long a server that was told to stop still takes calls, while /readyz says so to proxies',
  ),
  setting('log-level', 'LEVEL', 'info', `one of ${logLevels.join(', ')}`),
  setting(
    'log-format',
    'FORMAT',
    '',
    `how start and work write their log, ${logFormats.join(' or ')}; default: readable at a terminal, else json`,
  ),
  setting('metrics-port', 'PORT', '', 'port for Prometheus metrics, at /metrics; default: none'),
  setting('metrics-host', 'ADDRESS', '127.0.0.1', 'address for Prometheus metrics'),
  setting(
    'traces',
    'URL',
    '',
    'where to send OpenTelemetry traces (OTLP over HTTP), such as http://127.0.0.1:4318/v1/traces; default: nowhere',
  ),
  setting(
    'traces-sample',
    'RATIO',
    '0',
    'share of the calls to trace, from 0 to 1, besides those whose callers ask for it',
  ),
  setting('environment', 'NAME', 'demo', 'name of this deployment, such as stage or production'),
  setting(
    'require-second-factor',
    'ROLES',
    '',
    'roles of the portal that need a second factor, comma-separated; or none; default: administrator, none in the environment demo',
  ),
  setting('oidc-issuer', 'URL', '', 'OpenID Connect provider for single sign-on to the portal'),
  setting('oidc-client-id', 'ID', '', 'what the provider knows this server as'),
  setting('oidc-client-secret-file', 'FILE', '', 'file that holds the secret for the provider'),
  setting('oidc-label', 'TEXT', 'Single sign-on', 'what the button for single sign-on says'),
  setting(
    'wallet-apple-certificate',
    'FILE',
    '',
    "PEM file of Apple's certificate for your passes; default: no passes for Apple Wallet",
  ),
  setting('wallet-apple-key', 'FILE', '', 'PEM file of its private key'),
  setting('wallet-apple-passphrase-file', 'FILE', '', 'file that holds the passphrase of this key, if it has one'),
  setting('wallet-apple-wwdr', 'FILE', '', "PEM file of Apple's WWDR certificate"),
  setting(
    'wallet-apple-push',
    'URL',
    'https://api.push.apple.com',
    "Apple's push service, which is told when a pass changes",
  ),
  setting(
    'wallet-google-service-account',
    'FILE',
    '',
    'JSON file of the service account that issues passes; default: no passes for Google Wallet',
  ),
  setting(
    'wallet-google-api',
    'URL',
    'https://walletobjects.googleapis.com',
    "Google's API, which is told when a pass changes",
  ),
  setting('no-jobs', '', 'false', 'run no background jobs; other processes do (purser work)'),
  setting(
    'no-demo-history',
    '',
    'false',
    'leave the demo brand of a new database empty, without a year of made-up history',
  ),
  setting('job-lease', 'SECONDS', '20', 'how long a worker may be silent before another takes over its job'),
  setting('trace-days', 'N', '0', 'days to keep the traces and details of requests; 0 is forever'),
  setting('request-months', 'N', '0', 'months to keep requests that nothing refers to; 0 is forever'),
  setting('notice-months', 'N', '1', 'months to keep what was sent to webhooks, for replays; 0 is forever'),
  flagOnly('shards', 'N', '32', 'of a database that is distributed: how many parts brands are divided into'),
  flagOnly(
    'from',
    'FILE',
    '',
    'of a promotion: the file of the other brand; of a report, an export or a replay: the first day, such as 2026-11-01',
  ),
  named(
    'PURSER_MOVE_TO',
    setting(
      'to',
      'URL',
      '',
      'of a move: the PostgreSQL to move to; a URL with a password goes into the variable or a file; of a promotion: the brand; of a report, an export or a replay: the last day',
    ),
  ),
  named(
    'PURSER_MOVE_TO_FILE',
    setting('to-file', 'FILE', '', 'of a move: file that holds the URL of the PostgreSQL to move to'),
  ),
  flagOnly('by', 'WORD', '', 'of a report: what to divide it by; purser report lists what each can be divided by'),
  flagOnly('per', 'day', '', 'of a report: divide it by days'),
  flagOnly('every', 'day|month', '', 'of the report journal: entries for each day, or for each month'),
  flagOnly('days', 'DAYS', '', 'of the report dormant: for how many days nothing was done'),
  flagOnly(
    'format',
    'FORMAT',
    '',
    'of a report: table, csv or json, table by default; of an export: csv, jsonl or parquet, csv by default',
  ),
  flagOnly('note', 'TEXT', '', "of a change of a brand: why it is made, for the brand's history"),
  flagOnly(
    'at',
    'TIME',
    '',
    'of a brand file: when to apply it, "2026-12-01 00:00:00" in the time zone of the brand; of a simulation: when it is',
  ),
  flagOnly(
    'overwrite',
    '',
    'false',
    'of a brand file: also take back what others have changed since the version that it is based on',
  ),
  flagOnly(
    'version',
    'N',
    '',
    "of an export or a simulation: an earlier version, by its number in the brand's history",
  ),
  flagOnly('dry-run', '', 'false', 'show what would change, and change nothing'),
  flagOnly('scope', 'WORDS', '', 'of a key: merchant, flex, admin, read, names of operations, comma-separated; or any'),
  flagOnly('locations', 'IDS', '', 'of a key: where it may be used, comma-separated; or any'),
  flagOnly(
    'addresses',
    'NETWORKS',
    '',
    'of a key: where calls may come from, such as 10.0.0.0/8, comma-separated; or any',
  ),
  flagOnly('expires', 'DATE', '', 'of a key: when it stops working, "2027-01-01 00:00:00" in UTC; or never'),
  flagOnly('strict', '', 'false', 'of a key: unknown fields are errors; of a brand file: warnings are faults'),
  flagOnly('lenient', '', 'false', 'of a key: unknown fields are ignored'),
  flagOnly('finish', '', 'false', 'end the older of two secrets or keys'),
  flagOnly(
    'contract',
    '',
    'false',
    'also apply migrations that take away what only older versions need; refused while one of them runs',
  ),
  flagOnly(
    'since',
    'DATE',
    '',
    'of the audit log or of calls that are followed: only from then on, "2026-11-01 08:00:00" in UTC, or a date',
  ),
  flagOnly('until', 'DATE', '', 'of the audit log: only before then'),
  flagOnly('action', 'NAME', '', 'of the audit log: only this action, such as key.created'),
  flagOnly('card', 'NUMBER', '', 'of a simulation: the card; of calls that are followed: only those about it'),
  flagOnly(
    'products',
    'LINES',
    '',
    'of a simulation: what is bought, as "2 ESP 3.50, 1 BUN 3.75": how many, what, at what price',
  ),
  flagOnly(
    'location',
    'ID',
    '',
    'of a simulation or a call: where; default: the first location of the file; of a user or a report: only there',
  ),
  setting('url', 'URL', 'http://127.0.0.1:8080', 'of a call: where the server is'),
  setting('key', 'KEY', '', "of a call: the API key; default: the demo's own, on this machine"),
  setting(
    'secret-file',
    'FILE',
    '',
    'of a call: file that holds the secret of the key; - reads it from standard input',
  ),
  flagOnly('terminal', 'ID', '', 'of a call: the point of sale that it comes from'),
  flagOnly('employee', 'ID', '', 'of a call: the employee who makes it'),
  flagOnly('body', 'FILE', '', 'of a call: file that holds the whole request as JSON; - reads it from standard input'),
  flagOnly(
    'request-id',
    'ID',
    '',
    'of a call: its customRequestId, to repeat an earlier call; default: a new one for each call that changes something',
  ),
  flagOnly('curl', '', 'false', 'of a call: print the same call for curl, without the secret, and send nothing'),
  flagOnly('operation', 'NAME', '', 'of calls that are followed: only those of this operation'),
  flagOnly('failed', '', 'false', 'of calls that are followed: only those that were refused'),
  flagOnly('read-only', '', 'false', 'of an assistant: offer nothing that changes anything, whatever the key may do'),
  flagOnly('allow-value', '', 'false', 'of an assistant: also offer what changes balances, if the key may do it'),
  flagOnly(
    'allow-publish',
    '',
    'false',
    'of an assistant: also offer what brings drafts into force, if the key may do it',
  ),
  flagOnly('role', 'ROLE', '', 'of a user: administrator, marketer, support, cashier, finance, developer or readOnly'),
  flagOnly('group', 'ID', '', 'of a user: only the locations of this group'),
  flagOnly('remove-factors', '', 'false', 'of a user: also remove their second factors'),
  flagOnly('draft', 'FILE', '', 'of a simulation or replay: the brand file to try, or a file with campaigns alone'),
  flagOnly('sample', 'N', '1', 'of a replay: only every Nth card; all figures are estimates then'),
  flagOnly('json', '', 'false', 'print JSON for programs; of the audit log: an object for each entry, with its seal'),
  flagOnly('personal-data', '', 'false', 'of an export: also numbers of cards, names, addresses and notes'),
  flagOnly('out', 'FOLDER', '', 'of an export: where its parts are written to'),
  flagOnly(
    'map',
    'PAIR',
    '',
    'of an import: "their name=our name" of a column, "their name=-" to leave it out, "*=-" to leave out all others; may be repeated',
  ),
  flagOnly('mapping', 'FILE', '', 'of an import: a YAML file that says what columns and values of the files are here'),
  flagOnly('set', 'PAIR', '', 'of an import: column=value for all rows; may be repeated'),
  flagOnly('decimal', 'WORD', 'point', 'of an import: the decimal mark of the file, point or comma'),
  flagOnly(
    'dates',
    'ORDER',
    'ymd',
    'of an import: the order in dates of the file: ymd (2027-01-31), dmy (31.01.2027) or mdy (01/31/2027)',
  ),
  flagOnly(
    'word',
    'PAIR',
    '',
    'of an import: "column:their word=our word" of a value, such as status:aktiv=Activated; may be repeated',
  ),
  flagOnly('faults', 'FILE', '', 'of an import: write everything that is wrong with rows into this CSV file'),
  flagOnly('show', 'N', '20', 'of an import: how many faults to print'),
  flagOnly('skip-bad-rows', '', 'false', 'of an import: load the good rows although others are bad'),
  flagOnly(
    'load-again',
    '',
    'false',
    'of an import of balances: also onto cards that an earlier import gave some of the same value',
  ),
  flagOnly(
    'several',
    '',
    'false',
    'of an import of balances: rows of one card and value may differ by their amounts alone',
  ),
] as const satisfies readonly Setting[]

/** Secrets, and what should not be decided in passing, cannot be given as a flag. */
export const variablesOnly = [
  setting('process', 'N', '', 'which of the processes this is; Purser sets it when it starts them'),
  setting(
    'secret-key',
    'BASE64',
    '',
    'key that seals pins and secrets: 32 random bytes in base64; an older one may follow after a comma',
  ),
  setting('secret-key-file', 'FILE', '', 'file that holds this key; default: secret.key in --data'),
  setting('oidc-client-secret', 'TEXT', '', 'the secret for the OpenID Connect provider'),
  named(
    'PURSER_SECRET',
    setting(
      'call-secret',
      'TEXT',
      '',
      'the secret of the API key, for purser call and purser mcp; without it, purser call asks at a terminal',
    ),
  ),
  named('PURSER_BRAND', setting('call-brand', 'ID', '', 'the brand, for purser call and purser mcp')),
  named('PURSER_LOCATION', setting('call-location', 'ID', '', 'the location, for purser call and purser mcp')),
  named('PURSER_TERMINAL', setting('call-terminal', 'ID', '', 'the terminal, for purser call and purser mcp')),
  setting('employee-password', 'TEXT', '', 'the password of the employee, for brands that ask for it with every call'),
  setting('allow-unsafe-database', 'true', 'false', 'start even if the database may lose what it has committed'),
  setting(
    'allow-private-receivers',
    'true',
    'false',
    'also send messages to addresses within your network, to any port, and without encryption',
  ),
] as const satisfies readonly Setting[]

export type FlagName = (typeof flags)[number][0]
export type SettingName = FlagName | (typeof variablesOnly)[number][0]

export const settings: readonly Setting[] = [...flags, ...variablesOnly]

/** Flags that may be given more than once. */
export const repeatableFlags: readonly string[] = ['brand', 'map', 'set', 'word'] satisfies readonly FlagName[]

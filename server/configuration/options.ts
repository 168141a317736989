import { logFormats, logLevels } from '../log/log.ts'

/** Name, environment variable, what its value is called, default, meaning. A flag without a value is a switch. */
export type Setting = readonly [name: string, variable: string, takes: string, fallback: string, about: string]

export const flags = [
  ['port', 'PURSER_PORT', 'PORT', '8080', 'port to listen on; 0 picks a free one'],
  ['host', 'PURSER_HOST', 'ADDRESS', '127.0.0.1', 'address to listen on'],
  [
    'public-url',
    'PURSER_PUBLIC_URL',
    'URL',
    '',
    'what links to this server begin with, such as https://loyalty.example; default: the address it listens on',
  ],
  ['data', 'PURSER_DATA', 'FOLDER', './data', 'folder of the embedded database and the secret key'],
  [
    'database',
    'DATABASE_URL',
    'URL',
    '',
    'PostgreSQL to use instead of the embedded one; a URL with a password goes into the variable or a file, because other users can read flags (ps)',
  ],
  ['database-file', 'DATABASE_URL_FILE', 'FILE', '', 'file that holds the URL of the PostgreSQL to use'],
  [
    'coordinator',
    'PURSER_COORDINATOR',
    'URL',
    '',
    'where brands lie on several nodes and --database is one of them: the node where tables are changed and jobs are queued',
  ],
  [
    'database-wait',
    'PURSER_DATABASE_WAIT',
    'SECONDS',
    '60',
    'how long start and work wait for a PostgreSQL that does not answer; one that says that it recovers may take longer',
  ],
  ['brand', 'PURSER_BRANDS', 'FILE', '', 'brand file to apply at start; may be repeated (variable: comma-separated)'],
  [
    'processes',
    'PURSER_PROCESSES',
    'N',
    '',
    'number of processes that serve calls; default: half of the cores, or three quarters with your own PostgreSQL; 1 up to two cores',
  ],
  ['lanes', 'PURSER_LANES', 'N', '2', 'number of transactions that each process runs at the same time'],
  ['batch-size', 'PURSER_BATCH_SIZE', 'N', '128', 'maximum number of commands in one transaction'],
  ['queue-per-card', 'PURSER_QUEUE_PER_CARD', 'N', '256', 'maximum number of calls that wait for one card'],
  ['queue-per-brand', 'PURSER_QUEUE_PER_BRAND', 'N', '2048', 'maximum number of calls of one brand that wait'],
  ['queue-in-all', 'PURSER_QUEUE_IN_ALL', 'N', '4096', 'maximum number of calls that wait'],
  [
    'work-limit',
    'PURSER_WORK_LIMIT',
    'STEPS',
    '1000000',
    'maximum that the rules of one call may take; 20,000 steps are about a millisecond',
  ],
  ['rate-limit', 'PURSER_RATE_LIMIT', 'N', '0', 'maximum number of requests per second and key; 0 is no limit'],
  [
    'failure-limit',
    'PURSER_FAILURE_LIMIT',
    'N',
    '60',
    'maximum number of failed authentications per minute, for each key and each address; 0 is no limit',
  ],
  [
    'employee-limit',
    'PURSER_EMPLOYEE_LIMIT',
    'N',
    '20',
    'maximum number of wrong passwords per minute and employee; 0 is no limit',
  ],
  [
    'guess-limit',
    'PURSER_GUESS_LIMIT',
    'N',
    '120',
    "maximum number of unknown cards and wrong pins per minute, if over 20 % of a key's look-ups at a terminal; 0 is no limit",
  ],
  [
    'trusted-proxies',
    'PURSER_TRUSTED_PROXIES',
    'NETWORKS',
    '',
    'proxies whose X-Forwarded-For is believed: addresses and networks, comma-separated',
  ],
  ['body-limit', 'PURSER_BODY_LIMIT', 'BYTES', '1048576', 'maximum size of a request body'],
  ['connections', 'PURSER_CONNECTIONS', 'N', '10000', 'maximum number of open connections'],
  [
    'stop-delay',
    'PURSER_STOP_DELAY',
    'SECONDS',
    '0',
    'how long a server that was told to stop still takes calls, while /readyz says so to proxies',
  ],
  ['log-level', 'PURSER_LOG_LEVEL', 'LEVEL', 'info', `one of ${logLevels.join(', ')}`],
  [
    'log-format',
    'PURSER_LOG_FORMAT',
    'FORMAT',
    '',
    `how start and work write their log, ${logFormats.join(' or ')}; default: readable at a terminal, else json`,
  ],
  ['metrics-port', 'PURSER_METRICS_PORT', 'PORT', '', 'port for Prometheus metrics, at /metrics; default: none'],
  ['metrics-host', 'PURSER_METRICS_HOST', 'ADDRESS', '127.0.0.1', 'address for Prometheus metrics'],
  [
    'traces',
    'PURSER_TRACES',
    'URL',
    '',
    'where to send OpenTelemetry traces (OTLP over HTTP), such as http://127.0.0.1:4318/v1/traces; default: nowhere',
  ],
  [
    'traces-sample',
    'PURSER_TRACES_SAMPLE',
    'RATIO',
    '0',
    'share of the calls to trace, from 0 to 1, besides those whose callers ask for it',
  ],
  ['environment', 'PURSER_ENVIRONMENT', 'NAME', 'demo', 'name of this deployment, such as stage or production'],
  ['no-jobs', 'PURSER_NO_JOBS', '', 'false', 'run no background jobs; other processes do (purser work)'],
  [
    'job-lease',
    'PURSER_JOB_LEASE',
    'SECONDS',
    '20',
    'how long a worker may be silent before another takes over its job',
  ],
  ['trace-days', 'PURSER_TRACE_DAYS', 'N', '0', 'days to keep the traces and details of requests; 0 is forever'],
  ['request-months', 'PURSER_REQUEST_MONTHS', 'N', '0', 'months to keep requests that nothing refers to; 0 is forever'],
  [
    'notice-months',
    'PURSER_NOTICE_MONTHS',
    'N',
    '1',
    'months to keep what was sent to webhooks, for replays; 0 is forever',
  ],
  ['shards', '', 'N', '32', 'of a database that is distributed: how many parts brands are divided into'],
  [
    'to',
    'PURSER_MOVE_TO',
    'URL',
    '',
    'of a move: the PostgreSQL to move to; a URL with a password goes into the variable or a file',
  ],
  ['to-file', 'PURSER_MOVE_TO_FILE', 'FILE', '', 'of a move: file that holds the URL of the PostgreSQL to move to'],
  ['dry-run', '', '', 'false', 'show what would change, and change nothing'],
  ['scope', '', 'WORDS', '', 'of a key: merchant, flex, admin, read, names of operations, comma-separated; or any'],
  ['locations', '', 'IDS', '', 'of a key: where it may be used, comma-separated; or any'],
  ['addresses', '', 'NETWORKS', '', 'of a key: where calls may come from, such as 10.0.0.0/8, comma-separated; or any'],
  ['expires', '', 'DATE', '', 'of a key: when it stops working, "2027-01-01 00:00:00" in UTC; or never'],
  ['strict', '', '', 'false', 'of a key: unknown fields are errors; of a brand file: warnings are faults'],
  ['lenient', '', '', 'false', 'of a key: unknown fields are ignored'],
  ['finish', '', '', 'false', 'end the older of two secrets or keys'],
  [
    'contract',
    '',
    '',
    'false',
    'also apply migrations that take away what only older versions need; refused while one of them runs',
  ],
  ['since', '', 'DATE', '', 'of the audit log: only from then on, "2026-11-01 08:00:00" in UTC, or a date'],
  ['until', '', 'DATE', '', 'of the audit log: only before then'],
  ['action', '', 'NAME', '', 'of the audit log: only this action, such as key.created'],
  ['json', '', '', 'false', 'print JSON for programs; of the audit log: an object for each entry, with its seal'],
] as const satisfies readonly Setting[]

/** Secrets, and what should not be decided in passing, cannot be given as a flag. */
export const variablesOnly = [
  ['process', 'PURSER_PROCESS', 'N', '', 'which of the processes this is; Purser sets it when it starts them'],
  [
    'secret-key',
    'PURSER_SECRET_KEY',
    'BASE64',
    '',
    'key that seals pins and secrets: 32 random bytes in base64; an older one may follow after a comma',
  ],
  ['secret-key-file', 'PURSER_SECRET_KEY_FILE', 'FILE', '', 'file that holds this key; default: secret.key in --data'],
  [
    'allow-unsafe-database',
    'PURSER_ALLOW_UNSAFE_DATABASE',
    'true',
    'false',
    'start even if the database may lose what it has committed',
  ],
  [
    'allow-private-receivers',
    'PURSER_ALLOW_PRIVATE_RECEIVERS',
    'true',
    'false',
    'also send messages to addresses within your network, to any port, and without encryption',
  ],
] as const satisfies readonly Setting[]

export type FlagName = (typeof flags)[number][0]
export type SettingName = FlagName | (typeof variablesOnly)[number][0]

export const settings: readonly Setting[] = [...flags, ...variablesOnly]

/** Flags that may be given more than once. */
export const repeatableFlags: readonly string[] = ['brand'] satisfies readonly FlagName[]

import { logLevels } from '../log/log.ts'

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
    "what links to this server begin with, such as https://loyalty.example; default: the address that was called, or the server's own",
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
    'database-wait',
    'PURSER_DATABASE_WAIT',
    'SECONDS',
    '60',
    'how long start and work wait for a PostgreSQL that cannot be reached yet',
  ],
  ['brand', 'PURSER_BRANDS', 'FILE', '', 'brand file to apply at start; may be repeated (variable: comma-separated)'],
  ['lanes', 'PURSER_LANES', 'N', '2', 'number of transactions that run at the same time'],
  ['batch-size', 'PURSER_BATCH_SIZE', 'N', '128', 'maximum number of commands in one transaction'],
  ['queue-per-card', 'PURSER_QUEUE_PER_CARD', 'N', '256', 'maximum number of calls that wait for one card'],
  ['queue-per-brand', 'PURSER_QUEUE_PER_BRAND', 'N', '2048', 'maximum number of calls of one brand that wait'],
  ['queue-in-all', 'PURSER_QUEUE_IN_ALL', 'N', '4096', 'maximum number of calls that wait'],
  ['rate-limit', 'PURSER_RATE_LIMIT', 'N', '0', 'maximum number of requests per second and key; 0 is no limit'],
  [
    'failure-limit',
    'PURSER_FAILURE_LIMIT',
    'N',
    '0',
    'maximum number of failed authentications per minute, for each key and each address; 0 is no limit',
  ],
  ['body-limit', 'PURSER_BODY_LIMIT', 'BYTES', '1048576', 'maximum size of a request body'],
  ['connections', 'PURSER_CONNECTIONS', 'N', '10000', 'maximum number of open connections'],
  ['log-level', 'PURSER_LOG_LEVEL', 'LEVEL', 'info', `one of ${logLevels.join(', ')}`],
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
  ['dry-run', '', '', 'false', 'show what would change, and change nothing'],
  ['strict', '', '', 'false', 'take warnings about the file for faults'],
] as const satisfies readonly Setting[]

/** Secrets, and what should not be decided in passing, cannot be given as a flag. */
export const variablesOnly = [
  ['secret-key', 'PURSER_SECRET_KEY', 'BASE64', '', 'key that seals pins and secrets: 32 random bytes in base64'],
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

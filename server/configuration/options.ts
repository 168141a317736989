import { logLevels } from '../log/log.ts'

/** Name, environment variable, what its value is called, default, meaning. A flag without a value is a switch. */
export type Setting = readonly [name: string, variable: string, takes: string, fallback: string, about: string]

export const flags: readonly Setting[] = [
  ['port', 'PURSER_PORT', 'PORT', '8080', 'port to listen on; 0 takes a free one'],
  ['host', 'PURSER_HOST', 'ADDRESS', '127.0.0.1', 'address to listen on'],
  [
    'public-url',
    'PURSER_PUBLIC_URL',
    'URL',
    '',
    "what links to this server begin with, such as https://loyalty.example; default: the address of the call, or the server's own",
  ],
  ['data', 'PURSER_DATA', 'FOLDER', './data', 'folder of the embedded database and the secret key'],
  ['database', 'DATABASE_URL', 'URL', '', 'PostgreSQL to use instead of the embedded one'],
  ['brand', 'PURSER_BRANDS', 'FILE', '', 'brand file to apply at start; may be repeated (variable: comma-separated)'],
  ['lanes', 'PURSER_LANES', 'N', '2', 'transactions at a time'],
  ['batch-size', 'PURSER_BATCH_SIZE', 'N', '128', 'most commands in one transaction'],
  ['queue-per-card', 'PURSER_QUEUE_PER_CARD', 'N', '256', 'most calls that wait for one card'],
  ['queue-per-brand', 'PURSER_QUEUE_PER_BRAND', 'N', '2048', 'most calls of one brand that wait'],
  ['queue-in-all', 'PURSER_QUEUE_IN_ALL', 'N', '4096', 'most calls that wait'],
  ['rate-limit', 'PURSER_RATE_LIMIT', 'N', '0', 'most requests a second of one key; 0 is no limit'],
  [
    'failure-limit',
    'PURSER_FAILURE_LIMIT',
    'N',
    '0',
    'most failed authentications a minute of one key or address; 0 is no limit',
  ],
  ['body-limit', 'PURSER_BODY_LIMIT', 'BYTES', '1048576', 'largest request body'],
  ['connections', 'PURSER_CONNECTIONS', 'N', '10000', 'most connections at a time'],
  ['log-level', 'PURSER_LOG_LEVEL', 'LEVEL', 'info', `one of ${logLevels.join(', ')}`],
  ['environment', 'PURSER_ENVIRONMENT', 'NAME', 'demo', 'name of this deployment, such as stage or production'],
  ['no-jobs', 'PURSER_NO_JOBS', '', 'false', 'leave what happens without a call to other processes (purser work)'],
  ['job-lease', 'PURSER_JOB_LEASE', 'SECONDS', '20', 'after which a job of a silent worker goes to another'],
  ['trace-days', 'PURSER_TRACE_DAYS', 'N', '0', 'days that requests keep their traces and details; 0 is for ever'],
  [
    'request-months',
    'PURSER_REQUEST_MONTHS',
    'N',
    '0',
    'months to keep requests that nothing refers to; 0 is for ever',
  ],
  [
    'notice-months',
    'PURSER_NOTICE_MONTHS',
    'N',
    '1',
    'months to keep what webhooks were told, for replays; 0 is for ever',
  ],
  ['dry-run', '', '', 'false', 'show what would change, and change nothing'],
]

/** Secrets, and what should not be done in passing, cannot be given as a flag. */
export const variablesOnly: readonly Setting[] = [
  ['secret-key', 'PURSER_SECRET_KEY', 'BASE64', '', 'key that seals pins and secrets: base64 of 32 random bytes'],
  ['secret-key-file', 'PURSER_SECRET_KEY_FILE', 'FILE', '', 'file that holds this key; default secret.key in --data'],
  [
    'allow-unsafe-database',
    'PURSER_ALLOW_UNSAFE_DATABASE',
    'true',
    'false',
    'start although the database may lose what it has committed',
  ],
  [
    'allow-private-receivers',
    'PURSER_ALLOW_PRIVATE_RECEIVERS',
    'true',
    'false',
    'send messages to addresses within your network too, to any port, and without encryption',
  ],
]

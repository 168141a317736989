import { type FlagName, flags } from '../configuration/options.ts'

/** Which database, and how much is said about it. */
export const databaseFlags = [
  'data',
  'database',
  'database-file',
  'coordinator',
  'log-level',
] as const satisfies readonly FlagName[]

/** What only commands on brands take. */
const brandFlags = ['from', 'note', 'at', 'overwrite', 'version'] as const satisfies readonly FlagName[]

/** What an API key may do. */
export const rightsFlags = [
  'scope',
  'locations',
  'addresses',
  'expires',
  'strict',
  'lenient',
] as const satisfies readonly FlagName[]

export const auditFlags = ['since', 'until', 'action', 'json'] as const satisfies readonly FlagName[]

export const reportFlags = [
  'from',
  'to',
  'by',
  'per',
  'every',
  'days',
  'location',
  'format',
] as const satisfies readonly FlagName[]

/** What only commands that run and end take. */
const endingFlags: ReadonlySet<FlagName> = new Set([
  'shards',
  'role',
  'group',
  'remove-factors',
  'dry-run',
  'finish',
  'contract',
  'to',
  'to-file',
  ...brandFlags,
  ...rightsFlags,
  ...auditFlags,
  ...reportFlags,
])

export const startFlags: readonly FlagName[] = flags.map(([name]) => name).filter((name) => !endingFlags.has(name))

/** What a start takes, so that what a start would use is looked at. */
export const doctorFlags: readonly FlagName[] = [...startFlags, 'json']

export const workFlags: readonly FlagName[] = [
  ...databaseFlags,
  'database-wait',
  'public-url',
  'lanes',
  'batch-size',
  'work-limit',
  'environment',
  'log-format',
  'metrics-port',
  'metrics-host',
  'traces',
  'traces-sample',
  'job-lease',
  'trace-days',
  'request-months',
  'notice-months',
]

/** Which server is called, who calls, and from where. */
export const callFlags = [
  'url',
  'key',
  'secret-file',
  'brand',
  'location',
  'terminal',
] as const satisfies readonly FlagName[]

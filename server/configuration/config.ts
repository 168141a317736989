import { resolve } from 'node:path'
import { defined } from '../kernel/defined.ts'
import { type LogLevel, logLevels } from '../log/log.ts'
import { parseKey } from './key-file.ts'
import { flags, variablesOnly } from './options.ts'

/** Everything an operator can set. No other file reads the environment. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  /** Absent: the embedded database in the data folder. */
  readonly databaseUrl?: string
  readonly brandFiles: readonly string[]
  /** Where callers and customers reach the server, without a slash at its end; absent: where each call was sent to, or its own address. */
  readonly publicUrl?: string
  readonly lanes: number
  readonly batchSize: number
  readonly queueLimits: { readonly perCard: number; readonly perBrand: number; readonly inAll: number }
  readonly requestsPerKeyPerSecond: number
  readonly failuresPerMinute: number
  readonly bodyBytes: number
  readonly connections: number
  /** Given directly, or by the path of a file; neither: the file in the data folder. */
  readonly secretKey?: Buffer
  readonly secretKeyFile?: string
  readonly logLevel: LogLevel
  readonly environment: string
  readonly allowUnsafeDatabase: boolean
  /** Messages may be sent to any address and port, also unencrypted. */
  readonly allowPrivateReceivers: boolean
  readonly dryRun: boolean
  /** Whether `start` also does what happens without a call. */
  readonly runsJobs: boolean
  /** Seconds after which the job of a worker that is no longer heard of goes to another. */
  readonly jobLease: number
  readonly retention: { readonly traceDays: number; readonly requestMonths: number; readonly noticeMonths: number }
}

export type CommandLine =
  | { readonly kind: 'command'; readonly command: readonly string[]; readonly config: Config }
  | { readonly kind: 'faults'; readonly faults: readonly string[] }
  | { readonly kind: 'help'; readonly help: string }

type Environment = Readonly<Record<string, string | undefined>>

const options = [...flags, ...variablesOnly]

interface Command {
  readonly words: readonly string[]
  /** Names of what follows; one in brackets may be left out. */
  readonly operands: readonly string[]
  readonly flags: readonly string[]
  readonly about: string
}

const storeFlags = ['data', 'database', 'log-level']
const startFlags = flags.map(([name]) => name).filter((name) => name !== 'dry-run')
const workFlags = [
  ...storeFlags,
  'public-url',
  'lanes',
  'batch-size',
  'environment',
  'job-lease',
  'trace-days',
  'request-months',
  'notice-months',
]

const commands: readonly Command[] = [
  { words: ['start'], operands: [], flags: startFlags, about: 'start the server' },
  {
    words: ['work'],
    operands: [],
    flags: workFlags,
    about: 'do only what happens without a call: expiry and other jobs',
  },
  { words: ['jobs', 'retry'], operands: [], flags: storeFlags, about: 'run again what was given up' },
  { words: ['jobs', 'run'], operands: ['NAME'], flags: storeFlags, about: 'have a job run now, whatever its time' },
  { words: ['jobs'], operands: [], flags: storeFlags, about: 'show the jobs: waiting, running, failed, given up' },
  {
    words: ['messages', 'retry'],
    operands: ['BRAND', '[MESSAGEID]'],
    flags: storeFlags,
    about: 'send a message that was given up, or all of them',
  },
  {
    words: ['messages', 'enable'],
    operands: ['BRAND', 'CHANNEL'],
    flags: storeFlags,
    about: 'make a new start with a disabled receiver',
  },
  {
    words: ['messages'],
    operands: ['BRAND'],
    flags: storeFlags,
    about: "show a brand's messages: how many, receivers in trouble, given up",
  },
  {
    words: ['segments'],
    operands: ['BRAND'],
    flags: storeFlags,
    about: "show a brand's segments, and refresh them soon",
  },
  {
    words: ['webhooks', 'replay'],
    operands: ['BRAND', 'WEBHOOK', '[SINCE]'],
    flags: storeFlags,
    about: 'have a webhook told again what happened since "2026-11-01 08:00:00", or what was given up',
  },
  { words: ['webhooks'], operands: ['BRAND'], flags: storeFlags, about: "show how a brand's webhooks are doing" },
  { words: ['migrate'], operands: [], flags: storeFlags, about: "bring the database's tables up to date" },
  { words: ['brand', 'apply'], operands: ['FILE'], flags: [...storeFlags, 'dry-run'], about: 'apply a brand file' },
  { words: ['brand', 'export'], operands: ['ID'], flags: storeFlags, about: 'print a brand as a brand file' },
  {
    words: ['key', 'create'],
    operands: ['BRAND', '[KEY]'],
    flags: [...storeFlags, 'environment'],
    about: 'make an API key; its secret is shown once',
  },
  { words: ['key', 'revoke'], operands: ['BRAND', 'KEY'], flags: storeFlags, about: 'refuse an API key from now on' },
  { words: ['key', 'list'], operands: ['BRAND'], flags: storeFlags, about: "list a brand's API keys" },
  {
    words: ['customer', 'export'],
    operands: ['BRAND', 'CARDNUMBER'],
    flags: storeFlags,
    about: 'print everything that is kept about the person of a card, as JSON',
  },
  {
    words: ['customer', 'erase'],
    operands: ['BRAND', 'CARDNUMBER'],
    flags: [...storeFlags, 'dry-run'],
    about: 'remove the person of a card from every table; the ledger stays',
  },
  {
    words: ['verify'],
    operands: [],
    flags: storeFlags,
    about: 'derive every balance from the ledger and name every difference',
  },
  {
    words: ['explain'],
    operands: ['REQUESTREF'],
    flags: storeFlags,
    about: 'print why each rule fired in a call, or did not',
  },
  { words: ['help'], operands: [], flags: [], about: 'show this text' },
  { words: ['version'], operands: [], flags: [], about: 'print the version' },
]

export function parseCommandLine(argv: readonly string[], env: Environment): CommandLine {
  const { words, given, faults } = splitArguments(argv)
  if (given.has('help') || words.length === 0 || words[0] === 'help') return { kind: 'help', help: helpText() }
  const command = commands.find((candidate) => candidate.words.every((word, index) => words[index] === word))
  if (!command) return { kind: 'faults', faults: [`unknown command: ${words.join(' ')}`, ...faults] }
  const name = command.words.join(' ')
  const operands = words.slice(command.words.length)
  const needed = command.operands.filter((operand) => !operand.startsWith('['))
  if (operands.length < needed.length || operands.length > command.operands.length) {
    faults.push(`usage: purser ${[name, ...command.operands].join(' ')}`)
  }
  for (const flag of given.keys()) if (!command.flags.includes(flag)) faults.push(`${name} takes no --${flag}`)
  const read = readConfig(given, env)
  if (read.kind === 'faults' || faults.length > 0) {
    return { kind: 'faults', faults: [...faults, ...(read.kind === 'faults' ? read.faults : [])] }
  }
  return { kind: 'command', command: words, config: read.config }
}

/** Flags with their values in the order given; everything else is a word of the command. */
function splitArguments(argv: readonly string[]) {
  const words: string[] = []
  const faults: string[] = []
  const given = new Map<string, string[]>()
  const rest = [...argv]
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--') words.push(...rest.splice(0))
    if (!argument.startsWith('-')) words.push(argument)
    if (argument === '--' || !argument.startsWith('-')) continue
    const [, name = argument, value] = /^--?([\w-]+)(?:=(.*))?$/s.exec(argument) ?? []
    const option = flags.find(([known]) => known === name)
    if (name === 'help' || name === 'h') given.set('help', [])
    else if (!option) faults.push(`unknown flag: ${argument.split('=')[0]}`)
    else {
      const text = value ?? (option[2] ? rest.shift() : 'true')
      if (text === undefined) faults.push(`--${name} needs a value`)
      else if (given.has(name) && name !== 'brand') faults.push(`--${name} is given twice`)
      else given.set(name, [...(given.get(name) ?? []), text])
    }
  }
  return { words, given, faults }
}

type ReadConfig =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'faults'; readonly faults: readonly string[] }

/** Reads flags, variables and defaults, in this order of precedence, and names everything that is wrong at once. */
export function readConfig(given: ReadonlyMap<string, readonly string[]>, env: Environment): ReadConfig {
  const values = new Values(given, env)
  const databaseUrl = values.databaseUrl()
  const secretKey = values.secretKey()
  const secretKeyFile = values.text('secret-key-file')
  const publicUrl = values.publicUrl()
  const config: Config = defined({
    host: values.text('host') ?? '',
    port: values.whole('port', 0, 65_535),
    dataFolder: resolve(values.text('data') ?? ''),
    databaseUrl,
    brandFiles: values.list('brand'),
    publicUrl,
    lanes: values.whole('lanes', 1, 64),
    batchSize: values.whole('batch-size', 1, 1024),
    queueLimits: {
      perCard: values.whole('queue-per-card', 1, 1_000_000),
      perBrand: values.whole('queue-per-brand', 1, 1_000_000),
      inAll: values.whole('queue-in-all', 1, 1_000_000),
    },
    requestsPerKeyPerSecond: values.whole('rate-limit', 0, 1_000_000),
    failuresPerMinute: values.whole('failure-limit', 0, 1_000_000),
    bodyBytes: values.whole('body-limit', 1024, 64 * 1024 * 1024),
    connections: values.whole('connections', 1, 1_000_000),
    secretKey,
    secretKeyFile,
    logLevel: values.oneOf('log-level', logLevels),
    environment: values.name('environment'),
    allowUnsafeDatabase: values.oneOf('allow-unsafe-database', ['false', 'true']) === 'true',
    allowPrivateReceivers: values.oneOf('allow-private-receivers', ['false', 'true']) === 'true',
    dryRun: values.oneOf('dry-run', ['false', 'true']) === 'true',
    runsJobs: values.oneOf('no-jobs', ['false', 'true']) === 'false',
    // The queue takes no less than 10; with more than 30 a silent worker's job would wait for longer than a minute.
    jobLease: values.whole('job-lease', 10, 30),
    retention: {
      traceDays: values.whole('trace-days', 0, 36_500),
      requestMonths: values.whole('request-months', 0, 1200),
      noticeMonths: values.whole('notice-months', 0, 1200),
    },
  })
  return values.faults.length > 0 ? { kind: 'faults', faults: values.faults } : { kind: 'config', config }
}

class Values {
  readonly faults: string[]
  private readonly given: ReadonlyMap<string, readonly string[]>
  private readonly env: Environment

  constructor(given: ReadonlyMap<string, readonly string[]>, env: Environment) {
    this.given = given
    this.env = env
    this.faults = Object.keys(env)
      .filter((name) => name.startsWith('PURSER_') && !options.some(([, variable]) => variable === name))
      .map((name) => `unknown environment variable: ${name}`)
  }

  text(name: string): string | undefined {
    const [, variable = '', , fallback = ''] = options.find(([known]) => known === name) ?? []
    // A variable that is set to nothing is as good as not set.
    return (this.given.get(name)?.at(-1) ?? (this.env[variable] || fallback)) || undefined
  }

  list(name: string): readonly string[] {
    const given = this.given.get(name)
    return given ?? (this.text(name) ?? '').split(',').flatMap((part) => part.trim() || [])
  }

  whole(name: string, least: number, most: number): number {
    const text = this.text(name) ?? ''
    const value = Number(text)
    if (!/^\d{1,9}$/.test(text) || value < least || value > most) {
      this.fault(name, `must be a whole number from ${least} to ${most}`)
    }
    return value
  }

  oneOf<const C extends string>(name: string, choices: readonly [C, ...C[]]): C {
    const text = this.text(name)
    const choice = choices.find((candidate) => candidate === text)
    if (choice === undefined) this.fault(name, `must be one of ${choices.join(', ')}`)
    return choice ?? choices[0]
  }

  name(name: string): string {
    const text = this.text(name) ?? ''
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(text)) this.fault(name, 'must be lower-case letters, digits and hyphens')
    return text
  }

  databaseUrl(): string | undefined {
    const url = this.text('database')
    if (url !== undefined && !/^postgres(ql)?:\/\//.test(url)) this.fault('database', 'must begin with postgres://')
    return url
  }

  publicUrl(): string | undefined {
    const text = this.text('public-url')
    const url = text === undefined ? undefined : URL.parse(text)
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
    if (text !== undefined && !isPlain) this.fault('public-url', 'must be an http:// or https:// address and no more')
    return isPlain ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : undefined
  }

  secretKey(): Buffer | undefined {
    const text = this.text('secret-key')
    if (text === undefined) return undefined
    const key = parseKey(text)
    if (!key) this.fault('secret-key', 'must be the base64 of 32 random bytes')
    if (this.text('secret-key-file')) this.fault('secret-key', 'cannot be given together with PURSER_SECRET_KEY_FILE')
    return key
  }

  /** Names where the wrong value came from, and never the value, which may be a secret. */
  private fault(name: string, what: string): void {
    const [, variable] = options.find(([known]) => known === name) ?? []
    this.faults.push(`${this.given.has(name) ? `--${name}` : variable} ${what}`)
  }
}

function helpText(): string {
  const commandLines = commands.map(({ words, operands, about }): [string, string] => [
    ['purser', ...words, ...operands].join(' '),
    about,
  ])
  const flagLines = flags.map(([name, variable, takes, fallback, about]): [string, string] => [
    `--${name} ${takes}`.trimEnd(),
    `${about}${variable ? ` [${variable}]` : ''}${fallback && takes ? ` (${fallback})` : ''}`,
  ])
  const variableLines = variablesOnly.map(([, variable, , , about]): [string, string] => [variable, about])
  return [
    'Usage: purser COMMAND [FLAGS]',
    ...section('Commands', commandLines),
    ...section('Flags [variable] (default)', flagLines),
    ...section('Only by environment variable', variableLines),
    '',
  ].join('\n')
}

function section(title: string, lines: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length)) + 2
  return ['', `${title}:`, ...lines.map(([left, right]) => `  ${left.padEnd(width)}${right}`)]
}

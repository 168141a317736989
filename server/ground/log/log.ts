import { troubleOf } from '../kernel/database-errors.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** All that a line may say. Bodies, headers, pins and secrets have no field here, so they cannot be logged. */
export interface LogFields {
  /** Which of several processes it is about. */
  readonly process?: number | undefined
  readonly requestRef?: string
  readonly brand?: string
  readonly key?: string
  /** Where a call came from; only of calls that were refused for who made them. */
  readonly address?: string
  /** A login of the portal, by its id: its name may be somebody's address. */
  readonly user?: string
  /** How many more there were of what the line tells. */
  readonly count?: number
  readonly operation?: string
  readonly code?: number
  readonly milliseconds?: number
  /** Of a call that is traced. */
  readonly traceId?: string
  readonly text?: string
  /** What went wrong, for whoever decides whether the line is worth writing. It is never written itself. */
  readonly fault?: unknown
}

type Write = (event: string, fields: LogFields) => void

export interface Log {
  /** Whether lines of this level are written, so that costly ones need not be prepared. */
  writes(level: LogLevel): boolean
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
}

/** JSON for programs, one object per line; readable for a person at a terminal. */
export const logFormats = ['json', 'readable'] as const
export type LogFormat = (typeof logFormats)[number]

const textLengthMax = 4000
const nameLengthMax = 100

/** `processNumber`: which of several processes writes the lines, for each of them. */
export function openLog(
  lowest: LogLevel,
  write = writeToStderr,
  format: LogFormat = 'json',
  processNumber?: number,
): Log {
  const writes = (level: LogLevel) => logLevels.indexOf(level) >= logLevels.indexOf(lowest)
  const toLine = format === 'json' ? jsonLine : readableLine
  const writer = (level: LogLevel): Write =>
    writes(level)
      ? (event, fields) =>
          write(`${toLine(new Date(), level, event, shorten({ process: processNumber, ...fields }))}\n`)
      : () => undefined
  return {
    writes,
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  }
}

export function formatFor(stream: { readonly isTTY?: boolean }): LogFormat {
  return stream.isTTY ? 'readable' : 'json'
}

export function writeToStderr(line: string): void {
  process.stderr.write(line)
}

/** Only the known fields, in a fixed order, each of a bounded length. */
function shorten(fields: LogFields) {
  const { process, requestRef, brand, key, address, user, count, operation, code, milliseconds, traceId, text } = fields
  return {
    process,
    requestRef,
    brand: brand?.slice(0, nameLengthMax),
    key: key?.slice(0, nameLengthMax),
    address,
    user,
    count,
    operation,
    code,
    milliseconds,
    traceId,
    text: text?.slice(0, textLengthMax),
  }
}

type LineFields = ReturnType<typeof shorten>

function jsonLine(time: Date, level: LogLevel, event: string, fields: LineFields): string {
  return printable(JSON.stringify({ time: time.toISOString(), level, event, ...fields }))
}

/** `17:03:31.123Z WARN authentication.failed: its text  brand=1001 code=101` */
function readableLine(time: Date, level: LogLevel, event: string, { text, ...fields }: LineFields): string {
  const clock = time.toISOString().slice(11, 24)
  const said = text === undefined ? '' : `: ${text.split('\n').map(printable).join('\n    ')}`
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  const pairs = present.map(([name, value]) => ` ${name}=${word(String(value))}`)
  return `${clock} ${level.toUpperCase().padEnd(5)} ${event}${said}${pairs.length > 0 ? ' ' : ''}${pairs.join('')}`
}

/** A line that another process has written as JSON, in the form that is wanted here; undefined if it is no such line. */
export function rewrite(line: string, format: LogFormat): string | undefined {
  if (!line.startsWith('{"time":')) return undefined
  if (format === 'json') return line
  try {
    const { time, level, event, ...fields } = JSON.parse(line)
    return readableLine(new Date(time), level, event, fields)
  } catch {
    return undefined
  }
}

const word = (value: string) => (/^[\w.:-]+$/.test(value) ? value : printable(JSON.stringify(value)))

/** JSON leaves some of these as they are, but a terminal or a line reader may act on them. */
const printable = (text: string) =>
  text.replace(/[\p{Cc}\u2028\u2029]/gu, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The stack names code, never data; messages of the database's errors may quote values, so only their code is kept. */
export function faultFields(error: unknown, requestRef?: string, traceId?: string): LogFields & { text: string } {
  return { text: describeFault(error), fault: error, ...(requestRef && { requestRef }), ...(traceId && { traceId }) }
}

/** SQLSTATE. Node's own codes, such as EPIPE, have no digits. */
const databaseCode = /^(?=.*\d)[0-9A-Z]{5}$/

/** Not every fault is an Error: the job queue passes its own on as plain objects with the same fields. */
function describeFault(fault: unknown): string {
  if (typeof fault !== 'object' || fault === null) return String(fault)
  const { code, stack, message } = fault as { code?: unknown; stack?: unknown; message?: unknown }
  if (typeof code === 'string' && databaseCode.test(code)) return wordsOfCode(code)
  if (typeof stack === 'string' && stack !== '') return stack
  if (typeof message === 'string' && message !== '') return message
  return `a fault without a message, with the fields ${Object.keys(fault).join(', ') || '(none)'}`
}

/** "database error 53100: its disk is full" */
function wordsOfCode(code: string): string {
  const trouble = troubleOf({ code })
  return `database error ${code}${trouble ? `: ${trouble.words}` : ''}`
}

/** The same log, but for lines about faults that are told of in another way. */
export function exceptFaults(log: Log, isToldElsewhere: (fault: unknown) => boolean): Log {
  const filtered =
    (write: Write): Write =>
    (event, fields) => {
      if (fields.fault === undefined || !isToldElsewhere(fields.fault)) write(event, fields)
    }
  const { debug, info, warn, error } = log
  return {
    writes: (level) => log.writes(level),
    debug: filtered(debug),
    info: filtered(info),
    warn: filtered(warn),
    error: filtered(error),
  }
}

/** Messages of errors may quote what was being sent or where to; where it happened says enough. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error'
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return [error.name, ...frames].join('\n')
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** All that a line may say. Bodies, headers, pins and secrets have no field here, so they cannot be logged. */
export interface LogFields {
  readonly requestRef?: string
  readonly brand?: string
  readonly key?: string
  readonly operation?: string
  readonly code?: number
  readonly milliseconds?: number
  readonly text?: string
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

const textCharactersMax = 4000

/** Writes one JSON object a line. */
export function openLog(lowest: LogLevel, write: (line: string) => void = writeToStderr): Log {
  const writes = (level: LogLevel) => logLevels.indexOf(level) >= logLevels.indexOf(lowest)
  const writer = (level: LogLevel): Write =>
    writes(level) ? (event, fields) => write(`${lineOf(level, event, fields)}\n`) : () => undefined
  return {
    writes,
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  }
}

function lineOf(level: LogLevel, event: string, fields: LogFields): string {
  const { requestRef, brand, key, operation, code, milliseconds, text } = fields
  const line = JSON.stringify({
    time: new Date().toISOString(),
    level,
    event,
    requestRef,
    brand: brand?.slice(0, 100),
    key: key?.slice(0, 100),
    operation,
    code,
    milliseconds,
    text: text?.slice(0, textCharactersMax),
  })
  // JSON leaves these as they are, but a terminal or a line reader may act on them.
  return line.replace(/[\x7f-\x9f\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function writeToStderr(line: string): void {
  process.stderr.write(line)
}

/** The stack names code, never data; messages of the database's errors may quote values, so only their code is kept. */
export function faultFields(error: unknown, requestRef?: string) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const text = /^[0-9A-Z]{5}$/.test(code)
    ? `database error ${code}`
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)
  return { text, ...(requestRef && { requestRef }) }
}

/** Messages of errors may quote what was being sent or where to; where it happened says enough. */
export function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error'
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return [error.name, ...frames].join('\n')
}

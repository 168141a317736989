import type { AuditActor } from '../../domain/audit/entry.ts'
import { formatFor, type LogFormat, openLog, writeToStderr } from '../../ground/log/log.ts'
import type { Config } from '../configuration/config.ts'
import type { Environment } from '../configuration/setting-values.ts'
import type { PurserCommand } from './command.ts'
import { CommandFailed, type FailedStatus, linesOf } from './command-failed.ts'
import { parseCommandLine } from './parse.ts'

/**
 * Runs the command line and returns the exit status: 0 done, 1 failed, 2 not understood, 3 refused to undo what others did,
 * 4 the server could not be reached.
 */
export async function runCommandLine(
  argv: readonly string[],
  env: Environment,
  operator: AuditActor,
): Promise<0 | FailedStatus> {
  const parsed = parseCommandLine(argv, env)
  if (parsed.kind === 'told') {
    process.stdout.write(await parsed.text)
    return 0
  }
  if (parsed.kind === 'faults') {
    const about = parsed.command ? `purser ${parsed.command.words.join(' ')} --help` : 'purser help'
    report(parsed.command, [...parsed.faults, `Run "${about}" for help.`])
    return 2
  }
  const { command, operands, config } = parsed
  const log = openLog(config.logLevel, writeToStderr, formatOf(command, config), config.processNumber)
  try {
    await command.run(operands, { config, log, operator })
    return 0
  } catch (error) {
    const lines = linesOf(error)
    // A command without a last word has said everything.
    if (lines.length > 0) report(command, lines, config)
    return error instanceof CommandFailed ? error.status : 1
  }
}

/** What a server writes may be read by a program; what another command writes is read by whoever ran it. */
function formatOf({ isServer }: PurserCommand, { logFormat, processNumber }: WrittenBy = {}): LogFormat {
  // What one of several processes writes is read by their supervisor, which writes it as the operator wants it.
  if (processNumber !== undefined) return 'json'
  return isServer ? (logFormat ?? formatFor(process.stderr)) : 'readable'
}

type WrittenBy = Partial<Pick<Config, 'logFormat' | 'processNumber'>>

/** A server says this as a line of its log, whatever the log level: it must never fail without a word. */
function report(command: PurserCommand | undefined, lines: readonly string[], by?: WrittenBy): void {
  const text = lines.join('\n')
  if (!command?.isServer) process.stderr.write(`${text}\n`)
  else openLog('error', writeToStderr, formatOf(command, by)).error(`${command.words.join(' ')} failed`, { text })
}

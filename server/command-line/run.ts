import type { AuditActor } from '../audit/entry.ts'
import type { Environment } from '../configuration/setting-values.ts'
import { formatFor, type LogFormat, openLog, writeToStderr } from '../log/log.ts'
import type { Command } from './command.ts'
import { CommandFailed } from './command-failed.ts'
import { parseCommandLine } from './parse.ts'

/** Runs the command line and returns the exit status: 0 done, 1 failed, 2 not understood. */
export async function runCommandLine(
  argv: readonly string[],
  env: Environment,
  operator: AuditActor,
): Promise<0 | 1 | 2> {
  const parsed = parseCommandLine(argv, env)
  if (parsed.kind === 'told') {
    process.stdout.write(parsed.text)
    return 0
  }
  if (parsed.kind === 'faults') {
    const about = parsed.command ? `purser ${parsed.command.words.join(' ')} --help` : 'purser help'
    report(parsed.command, [...parsed.faults, `Run "${about}" to see what there is.`])
    return 2
  }
  const { command, operands, config } = parsed
  const log = openLog(config.logLevel, writeToStderr, formatOf(command, config.logFormat))
  try {
    await command.run(operands, { config, log, operator })
    return 0
  } catch (error) {
    report(command, linesOf(error), config.logFormat)
    return 1
  }
}

/** What a server writes may be read by a program; what another command writes is read by whoever ran it. */
const formatOf = ({ isServer }: Command, wanted?: LogFormat) =>
  isServer ? (wanted ?? formatFor(process.stderr)) : 'readable'

const linesOf = (error: unknown) =>
  error instanceof CommandFailed ? error.lines : [error instanceof Error ? error.message : String(error)]

/** A server says this as a line of its log, whatever the log level: it must never fail without a word. */
function report(command: Command | undefined, lines: readonly string[], wanted?: LogFormat): void {
  const text = lines.join('\n')
  if (!command?.isServer) process.stderr.write(`${text}\n`)
  else openLog('error', writeToStderr, formatOf(command, wanted)).error(`${command.words.join(' ')} failed`, { text })
}

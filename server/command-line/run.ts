import type { AuditActor } from '../audit/entry.ts'
import type { Environment } from '../configuration/setting-values.ts'
import { formatFor, openLog, writeToStderr } from '../log/log.ts'
import type { Command } from './command.ts'
import { linesOf } from './command-failed.ts'
import { parseCommandLine } from './parse.ts'

/** Runs the command line and returns the exit status: 0 done, 1 failed, 2 not understood. */
export async function runCommandLine(
  argv: readonly string[],
  env: Environment,
  operator: AuditActor,
): Promise<0 | 1 | 2> {
  const parsed = parseCommandLine(argv, env)
  if (parsed.kind === 'help') {
    process.stdout.write(parsed.help)
    return 0
  }
  if (parsed.kind === 'faults') {
    report(parsed.command, [...parsed.faults, 'Run "purser help" to see all commands and flags.'])
    return 2
  }
  const { command, operands, config } = parsed
  const log = openLog(config.logLevel, writeToStderr, formatOf(command), config.processNumber)
  try {
    await command.run(operands, { config, log, operator })
    return 0
  } catch (error) {
    report(command, linesOf(error))
    return 1
  }
}

/** What a server writes may be read by a program; what another command writes is read by whoever ran it. */
const formatOf = ({ isServer }: Command) => (isServer ? formatFor(process.stderr) : 'readable')

/** A server says this as a line of its log, whatever the log level: it must never fail without a word. */
function report(command: Command | undefined, lines: readonly string[]): void {
  const text = lines.join('\n')
  if (!command?.isServer) process.stderr.write(`${text}\n`)
  else openLog('error', writeToStderr, formatOf(command)).error(`${command.words.join(' ')} failed`, { text })
}

import type { Environment } from '../configuration/setting-values.ts'
import { formatFor, openLog, writeToStderr } from '../log/log.ts'
import type { Command } from './command.ts'
import { CommandFailed } from './command-failed.ts'
import { parseCommandLine } from './parse.ts'

/** Runs the command line and returns the exit status: 0 done, 1 failed, 2 not understood. */
export async function runCommandLine(argv: readonly string[], env: Environment): Promise<0 | 1 | 2> {
  const parsed = parseCommandLine(argv, env)
  if (parsed.kind === 'help') {
    process.stdout.write(parsed.help)
    return 0
  }
  if (parsed.kind === 'faults') {
    process.stderr.write(`${parsed.faults.join('\n')}\nRun "purser help" to see all commands and flags.\n`)
    return 2
  }
  const { command, operands, config } = parsed
  const log = openLog(config.logLevel, writeToStderr, formatFor(process.stderr))
  try {
    await command.run(operands, { config, log })
    return 0
  } catch (error) {
    report(command, error)
    return 1
  }
}

/** A server's last line is one of its log too, whatever its level: a start must never fail without a word. */
function report(command: Command, error: unknown): void {
  const lines = error instanceof CommandFailed ? error.lines : [error instanceof Error ? error.message : String(error)]
  const text = lines.join('\n')
  if (!command.isServer) process.stderr.write(`${text}\n`)
  else openLog('error', writeToStderr, formatFor(process.stderr)).error(`${command.words.join(' ')} failed`, { text })
}

import { formatFor, type LogFormat, openLog } from '../../../ground/log/log.ts'

/**
 * Tells whoever started a server something that is not part of its log, and that no log level hides. In a pipe it is a
 * line like those of the log, because what reads one usually reads both. `wanted`: the format that the operator has chosen.
 */
export function announce(event: string, text: string, wanted?: LogFormat): void {
  if ((wanted ?? formatFor(process.stdout)) === 'readable') process.stdout.write(`${text}\n`)
  else openLog('info', (line) => void process.stdout.write(line)).info(event, { text: text.trim() })
}

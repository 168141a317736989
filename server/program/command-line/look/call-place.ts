import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { demoKeyFor, demoPlace, demoSecretOf, isOnThisMachine, type RemotePlace } from '../../../doors/remote/place.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { CallFlags } from '../../configuration/call-flags.ts'
import { CommandFailed } from '../command-failed.ts'

export type Where = Omit<RemotePlace, 'secret'>

/** On this machine everything that is not said is the demo's; elsewhere all of it must be said. */
export function findWhere(flags: CallFlags, group: string): Where {
  const { url, employee, employeePassword, note } = flags
  const isDemo = isOnThisMachine(url) && (flags.key === undefined || demoSecretOf(url, flags.key) !== undefined)
  const usual = isDemo ? { key: demoKeyFor(group), ...demoPlace } : { key: '', brand: '', location: '', terminal: '' }
  const { key = usual.key, brand = usual.brand, location = usual.location, terminal = usual.terminal } = flags
  const lacking = Object.entries({ key, brand, location, terminal }).flatMap(([name, value]) =>
    value === '' ? [name] : [],
  )
  if (lacking.length > 0)
    throw new CommandFailed(
      [
        `Say who calls and from where: ${lacking.map((name) => `--${name}`).join(', ')} (or PURSER_${lacking.map((name) => name.toUpperCase()).join(', PURSER_')}).`,
      ],
      2,
    )
  return defined({ url, key, brand, location, terminal, employee, employeePassword, note })
}

/** Never from a flag, which other users of the machine can read. */
export async function findSecret(
  { url, key }: Where,
  { secret, secretFile }: CallFlags,
  asks: 'atTerminal' | 'never' = 'atTerminal',
): Promise<string> {
  if (!isOnThisMachine(url) && url.startsWith('http:'))
    process.stderr.write(`The secret goes to ${url} unencrypted. Use https:// unless the network is yours.\n`)
  if (secretFile !== undefined) return fromFile(secretFile)
  if (secret !== undefined) return secret
  const known = demoSecretOf(url, key)
  if (known !== undefined) return known
  if (asks === 'atTerminal' && process.stdin.isTTY) return askFor(`Secret of ${key}: `)
  throw new CommandFailed([`The secret of ${key} is missing. Set PURSER_SECRET, or name a file with --secret-file.`], 2)
}

async function fromFile(file: string): Promise<string> {
  try {
    return (file === '-' ? await standardInput() : await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new CommandFailed(
      [`The secret cannot be read from ${file}: ${error instanceof Error ? error.message : error}`],
      2,
    )
  }
}

let read: Promise<string> | undefined

/** All of it. There is only one: a call that wants both its secret and its body from there is told so. */
export function standardInput(): Promise<string> {
  if (read) throw new Error('standard input was read already; only one thing can come from there')
  read = text(process.stdin)
  return read
}

/** Nothing of what is typed is shown. */
async function askFor(question: string): Promise<string> {
  process.stderr.write(question)
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: mute, terminal: true })
  const given = new AbortController()
  lines.on('SIGINT', () => given.abort())
  try {
    return (await lines.question('', { signal: given.signal })).trim()
  } catch {
    throw new CommandFailed(['No secret was given, and nothing was sent.'], 2)
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

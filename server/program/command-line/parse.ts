import { parseArgs } from 'node:util'
import { suggestion } from '../../ground/kernel/nearest.ts'
import { type Config, readConfig } from '../configuration/config.ts'
import { flags, repeatableFlags } from '../configuration/options.ts'
import type { Environment } from '../configuration/setting-values.ts'
import { commands } from './all.ts'
import type { PurserCommand } from './command.ts'
import { neededBy } from './flag-meanings.ts'
import { commandHelp, groupHelp, helpText, wholeUsageOf } from './help.ts'
import { versionText } from './version.ts'

export type CommandLine =
  | {
      readonly kind: 'command'
      readonly command: PurserCommand
      readonly operands: readonly string[]
      readonly config: Config
    }
  | { readonly kind: 'told'; readonly text: string | Promise<string> }
  | { readonly kind: 'faults'; readonly faults: readonly string[]; readonly command?: PurserCommand }

/** Finds the command that was meant and reads its settings; names everything that is wrong at once. */
export function parseCommandLine(argv: readonly string[], env: Environment): CommandLine {
  const { words, given, faults } = splitArguments(argv)
  if (given.get('version')?.[0] === '') return { kind: 'told', text: `${versionText()}\n` }
  if (given.has('help') || words.length === 0 || words[0] === 'help') return helpOn(words)
  const command = findCommand(words)
  if (!command) return { kind: 'faults', faults: [unknownCommand(words), ...faults] }
  const name = command.words.join(' ')
  const operands = words.slice(command.words.length)
  const required = command.operands.filter((operand) => !operand.startsWith('['))
  const isOpen = command.operands.at(-1)?.endsWith('…]') ?? false
  if (operands.length < required.length || (operands.length > command.operands.length && !isOpen)) {
    const near = suggestion(words.slice(0, 2).join(' '), furtherNames(command))
    faults.push(`usage: ${wholeUsageOf(command)}${near}`)
  }
  const missing = neededBy(command).filter((flag) => !given.has(flag))
  if (missing.length > 0) faults.push(`${name} needs ${missing.map((flag) => `--${flag}`).join(', ')}`)
  const known: readonly string[] = command.flags
  for (const flag of given.keys()) if (!known.includes(flag)) faults.push(`${name} takes no --${flag}`)
  const read = readConfig(given, env, command.flags)
  if (read.kind === 'faults') faults.push(...read.faults)
  return read.kind === 'faults' || faults.length > 0
    ? { kind: 'faults', faults, command }
    : { kind: 'command', command, operands, config: read.config }
}

/** About the command that is named; about all of them where none is. */
function helpOn(words: readonly string[]): CommandLine {
  const asked = words[0] === 'help' ? words.slice(1) : words
  if (asked.length === 0) return { kind: 'told', text: helpText(commands) }
  const command = findCommand(asked)
  const text = command ? commandHelp(command, commands) : groupHelp(asked, commands)
  if (text === undefined) return { kind: 'faults', faults: [unknownCommand(asked)] }
  const about = command?.helpOn?.(asked.slice(command.words.length))
  return { kind: 'told', text: about ? about.then((own) => own ?? text) : text }
}

/** Those that begin with the words of another: an operand too many may be a word of theirs, misspelt. */
const furtherNames = (command: PurserCommand) =>
  commands
    .filter((other) => other !== command && command.words.every((word, index) => other.words[index] === word))
    .map((other) => other.words.join(' '))

function unknownCommand(words: readonly string[]): string {
  const names = commands.map((command) => command.words.join(' '))
  const known = [...names, ...commands.map((command) => command.words[0] ?? '')]
  const group = names.filter((name) => name.startsWith(`${words[0]} `))
  if (words.length === 1 && group.length > 0) return `${words[0]} needs one more word: ${group.join(', ')}`
  const near = suggestion(words.slice(0, 2).join(' '), names) || suggestion(words[0], known)
  return `unknown command: ${words.join(' ')}${near}`
}

/** The one with the most words: `jobs retry` rather than `jobs` with an operand. */
function findCommand(words: readonly string[]): PurserCommand | undefined {
  return commands
    .filter((candidate) => candidate.words.every((word, index) => words[index] === word))
    .toSorted((one, other) => other.words.length - one.words.length)[0]
}

const options = Object.fromEntries([
  ...flags.map(([name, , takes]) => [name, { type: takes ? 'string' : 'boolean', multiple: true }] as const),
  ['help', { type: 'boolean', short: 'h', multiple: true }] as const,
])

/** Flags with their values in the order given; everything else is a word. Not strict, which would stop at the first fault. */
function splitArguments(argv: readonly string[]) {
  const { positionals, tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given = new Map<string, string[]>()
  const faults = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, inlineValue } = token
    const value = options[name]?.type === 'boolean' ? (token.value ?? 'true') : token.value
    // The value of `--port --lanes 2` was forgotten; one that begins with a hyphen is written `--data=-folder`; a hyphen alone is standard input.
    const isForgotten = value === undefined || (inlineValue === false && value.startsWith('-') && value !== '-')
    // An argument such as -abc is three tokens, and one fault.
    if (!options[name]) faults.add(`unknown flag: ${argv[token.index]?.split('=')[0]}`)
    // Without a value it asks for the version of Purser, and not for that of a brand.
    else if (isForgotten && name === 'version') given.set(name, [''])
    else if (isForgotten) faults.add(`--${name} needs a value`)
    else if (given.has(name) && !repeatableFlags.includes(name)) faults.add(`--${name} is given twice`)
    else given.set(name, [...(given.get(name) ?? []), value])
  }
  return { words: positionals, given, faults: [...faults] }
}

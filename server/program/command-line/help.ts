import { flags, type Setting, variablesOnly } from '../configuration/options.ts'
import type { PurserCommand } from './command.ts'
import { exampleOf } from './example.ts'
import { flagsOf, neededBy } from './flag-meanings.ts'

/** What `purser help` prints: every command, flag and variable. */
export function helpText(commands: readonly PurserCommand[]): string {
  return [
    'Usage: purser COMMAND [FLAGS]',
    '       npx purser COMMAND [FLAGS], in the folder that it is installed in',
    ...section('Commands', [
      ...commands.map(commandLine),
      ['purser help [COMMAND]', 'show this text, or that of a command'],
    ]),
    ...section('Flags [variable] (default)', flags.map(flagLine)),
    ...variables,
    '',
  ].join('\n')
}

/** What `purser COMMAND --help` prints: the command alone, and those whose names begin like it. */
export function commandHelp(command: PurserCommand, commands: readonly PurserCommand[]): string {
  const lines = flagsOf(command).map(flagLine)
  const related = commands.filter((other) => other !== command && beginsWith(other, command.words))
  return [
    `Usage: ${wholeUsageOf(command)}${lines.length > 0 ? ' [FLAGS]' : ''}`,
    '',
    `${command.about.charAt(0).toUpperCase()}${command.about.slice(1)}.`,
    ...(lines.length > 0 ? section('Flags [variable] (default)', lines) : []),
    ...(command.isServer ? variables : []),
    ...section('Example', [[exampleOf(command), '']]),
    ...(related.length > 0 ? section('See also', related.map(commandLine)) : []),
    '',
  ].join('\n')
}

/** What `purser key --help` prints, where `key` alone is no command. */
export function groupHelp(words: readonly string[], commands: readonly PurserCommand[]): string | undefined {
  const group = commands.filter((command) => beginsWith(command, words))
  if (group.length === 0) return undefined
  return [`Usage: purser ${words.join(' ')} COMMAND [FLAGS]`, ...section('Commands', group.map(commandLine)), ''].join(
    '\n',
  )
}

const beginsWith = ({ words }: PurserCommand, beginning: readonly string[]) =>
  beginning.every((word, index) => words[index] === word)

const usageOf = ({ words, operands }: PurserCommand) => ['purser', ...words, ...operands].join(' ')

/** With the flags that it cannot do without. */
export function wholeUsageOf(command: PurserCommand): string {
  const needed: readonly string[] = neededBy(command)
  const told = flagsOf(command).filter(([name]) => needed.includes(name))
  return [usageOf(command), ...told.map(([name, , takes]) => `--${name} ${takes}`)].join(' ')
}

type Line = readonly [left: string, right: string]

const commandLine = (command: PurserCommand): Line => [usageOf(command), command.about]

function flagLine([name, variable, takes, fallback, about]: Setting): Line {
  const origin = variable ? ` [${variable}]` : ''
  const value = fallback && takes ? ` (${fallback})` : ''
  return [`--${name} ${takes}`.trimEnd(), `${about}${origin}${value}`]
}

function section(title: string, lines: readonly Line[]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length)) + 2
  return ['', `${title}:`, ...lines.map(([left, right]) => `  ${left.padEnd(width)}${right}`.trimEnd())]
}

const variables = section(
  'Only by environment variable',
  variablesOnly.map(([, variable, , , about]): Line => [variable, about]),
)

import { flags, type Setting, variablesOnly } from '../configuration/options.ts'
import type { Command } from './command.ts'

/** What `purser help` prints: every command, flag and variable. */
export function helpText(commands: readonly Command[]): string {
  const commandLines = commands.map(
    ({ words, operands, about }): Line => [['purser', ...words, ...operands].join(' '), about],
  )
  return [
    'Usage: purser COMMAND [FLAGS]',
    ...section('Commands', [...commandLines, ['purser help', 'show this text']]),
    ...section('Flags [variable] (default)', flags.map(flagLine)),
    ...section(
      'Only by environment variable',
      variablesOnly.map(([, variable, , , about]): Line => [variable, about]),
    ),
    '',
  ].join('\n')
}

type Line = readonly [left: string, right: string]

function flagLine([name, variable, takes, fallback, about]: Setting): Line {
  const origin = variable ? ` [${variable}]` : ''
  const value = fallback && takes ? ` (${fallback})` : ''
  return [`--${name} ${takes}`.trimEnd(), `${about}${origin}${value}`]
}

function section(title: string, lines: readonly Line[]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length)) + 2
  return ['', `${title}:`, ...lines.map(([left, right]) => `  ${left.padEnd(width)}${right}`)]
}

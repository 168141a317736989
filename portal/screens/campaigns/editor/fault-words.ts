import type { FaultKind, PlacedFault } from './model/faults.ts'

/** A fault for people who do not know the file: what to do, and only if need be what its reader says. */
export function faultWords(
  { kind, message }: Pick<PlacedFault, 'kind' | 'message'>,
  words: Readonly<Record<Exclude<FaultKind, 'other'>, string>>,
  rule?: string,
): string {
  const [, name] = kind === 'unknown' ? (/["„]([^"“]*)["“]/.exec(message) ?? []) : []
  const what = kind === 'other' ? message : words[kind]
  const told = name === undefined ? what : `${what} (${name})`
  return rule === undefined ? told : `${rule}: ${told}`
}

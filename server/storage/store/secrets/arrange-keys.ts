import { keyCheckOf, keyIdOf } from '../../../ground/kernel/key-ring.ts'
import type { KnownKey } from './secret-key.sql.ts'

/** The keys that a process holds, in the light of what the database says about them. */
export interface ArrangedKeys {
  /** The one that seals is first; retired ones are left out. */
  readonly keys: readonly Buffer[]
  /** The numbers of keys that the database needs and that are not held. */
  readonly missing: readonly number[]
  /** Keys that the database does not know yet. */
  readonly unknown: readonly Buffer[]
  readonly retired: readonly Buffer[]
}

/**
 * The database says which key seals, not the order in a file: servers that read their files at different moments must
 * agree, and nothing may be sealed with a key that one of them does not hold yet.
 */
export function arrangeKeys(held: readonly Buffer[], known: readonly KnownKey[]): ArrangedKeys {
  const inState = (state: KnownKey['state']) =>
    known.filter((key) => key.state === state).flatMap((key) => findHeld(held, key) ?? [])
  const unknown = held.filter((secret) => !known.some((key) => isKey(secret, key)))
  const needed = known.filter(({ state }) => state === 'sealing' || state === 'opening')
  return {
    keys: [...inState('sealing'), ...inState('opening'), ...inState('next'), ...unknown],
    missing: needed.filter((key) => !findHeld(held, key)).map(({ id }) => id),
    unknown,
    retired: inState('retired'),
  }
}

const findHeld = (held: readonly Buffer[], key: KnownKey) => held.find((secret) => isKey(secret, key))

const isKey = (secret: Buffer, { id, check }: KnownKey) => keyIdOf(secret) === id && keyCheckOf(secret).equals(check)

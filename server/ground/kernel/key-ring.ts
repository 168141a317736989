import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** A secret key, with the number by which what was sealed with it names it. */
interface HeldKey {
  readonly id: number
  readonly secret: KeyObject
  readonly derived: Map<string, KeyObject>
}

/** What every earlier version wrote in place of the key's number, whichever key it had. */
const anyKeyId = 1

/**
 * The secret keys of this deployment. The first seals and signs; all of them open and verify, so that one can be replaced
 * while servers run. Keys for different purposes are derived from them: one tells nothing about another.
 */
export class KeyRing {
  private held: readonly HeldKey[]

  constructor(secrets: readonly Uint8Array[]) {
    this.held = secrets.map(toHeld)
  }

  /** Uses other keys from now on. The first of them seals. */
  replace(secrets: readonly Uint8Array[]): void {
    this.held = secrets.map((secret) => {
      const id = keyIdOf(secret)
      return this.held.find((one) => one.id === id && one.secret.equals(createSecretKey(secret))) ?? toHeld(secret)
    })
  }

  /** The numbers of the keys, the one that seals first. */
  get ids(): number[] {
    return this.held.map(({ id }) => id)
  }

  /** The number of the key that seals. */
  get sealingId(): number {
    return this.sealing.id
  }

  keyFor(use: string): KeyObject {
    return derive(this.sealing, use)
  }

  keysFor(use: string): readonly KeyObject[] {
    return this.held.map((key) => derive(key, use))
  }

  /** The keys that something sealed may have been sealed with. */
  keysById(use: string, id: number): readonly KeyObject[] {
    return this.held.filter((key) => key.id === id || id === anyKeyId).map((key) => derive(key, use))
  }

  private get sealing(): HeldKey {
    const [first] = this.held
    if (!first) throw new Error('There is no secret key.')
    return first
  }
}

/** Derived from the key, so that every server gives it the same number. 0 and 1 are nobody's. */
export function keyIdOf(secret: Uint8Array): number {
  const [byte = 0] = new Uint8Array(hkdfSync('sha256', secret, '', 'purser key id', 1))
  return 2 + (byte % 254)
}

/** A hash by which a key is recognised, and that tells nothing about it. */
export function keyCheckOf(secret: Uint8Array): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'purser key check', 32))
  return createHmac('sha256', key).update('purser').digest()
}

const toHeld = (secret: Uint8Array): HeldKey => ({
  id: keyIdOf(secret),
  secret: createSecretKey(secret),
  derived: new Map(),
})

/** Kept, because deriving a key takes longer than using it. There are only a few uses. */
function derive({ secret, derived }: HeldKey, use: string): KeyObject {
  const known = derived.get(use)
  if (known) return known
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', use, 32)))
  derived.set(use, key)
  return key
}

import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import type { RandomBytes } from './ids.ts'
import type { KeyRing } from './key-ring.ts'

const nonceBytes = 12
const tagBytes = 16
const cipherName = 'aes-256-gcm'
/** Without this, a tag of four bytes would be accepted, which can be guessed. */
const wholeTag = { authTagLength: tagBytes }

/**
 * Encrypts texts, so that nobody can read them from the database alone. A sealed text opens only for its owner. Its first
 * byte is the number of the key.
 */
export class Sealer {
  private readonly ring: KeyRing
  private readonly use: string
  private readonly random: RandomBytes

  constructor(ring: KeyRing, use: string, random: RandomBytes) {
    this.ring = ring
    this.use = use
    this.random = random
  }

  /** The number of the key that seals. */
  get keyId(): number {
    return this.ring.sealingId
  }

  seal(owner: string, text: string): Buffer {
    const nonce = this.random(nonceBytes)
    const cipher = createCipheriv(cipherName, this.ring.keyFor(this.use), nonce, wholeTag)
    cipher.setAAD(Buffer.from(owner))
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(this.keyId), nonce, cipher.getAuthTag(), hidden])
  }

  /** Throws if it was sealed with a key that is not held or for another owner, or has been changed since. */
  open(owner: string, sealed: Uint8Array): string {
    let fault: unknown = new Error('It was sealed with a key that is not held.')
    for (const key of this.ring.keysById(this.use, sealed[0] ?? 0)) {
      try {
        return openWith(key, owner, sealed.subarray(1))
      } catch (error) {
        fault = error
      }
    }
    throw fault
  }
}

function openWith(key: KeyObject, owner: string, sealed: Uint8Array): string {
  const decipher = createDecipheriv(cipherName, key, sealed.subarray(0, nonceBytes), wholeTag)
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

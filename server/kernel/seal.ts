import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import type { RandomBytes } from './ids.ts'

/** The first byte of everything sealed. It says which key was used, in case there is ever another. */
export const sealKeyId = 1

const nonceBytes = 12
const tagBytes = 16
const cipherName = 'aes-256-gcm'
/** Without this, a tag of four bytes would be accepted, which can be guessed. */
const wholeTag = { authTagLength: tagBytes }

/** Encrypts texts, so that nobody can read them from the database alone. A sealed text opens only for its owner. */
export class Sealer {
  private readonly key: KeyObject
  private readonly random: RandomBytes

  constructor(key: KeyObject, random: RandomBytes) {
    this.key = key
    this.random = random
  }

  seal(owner: string, text: string): Buffer {
    const nonce = this.random(nonceBytes)
    const cipher = createCipheriv(cipherName, this.key, nonce, wholeTag)
    cipher.setAAD(Buffer.from(owner))
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), hidden])
  }

  /** Throws if it was sealed with another key or for another owner, or has been changed since. */
  open(owner: string, sealed: Uint8Array): string {
    const decipher = createDecipheriv(cipherName, this.key, sealed.subarray(0, nonceBytes), wholeTag)
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  }
}

import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import type { RandomBytes } from './ids.ts'

/** Stands before everything that is sealed: which key it was, should there ever be another. */
export const sealKeyId = 1

const nonceBytes = 12
const tagBytes = 16
const cipherName = 'aes-256-gcm'
/** Otherwise a tag of four bytes would do, which can be guessed. */
const wholeTag = { authTagLength: tagBytes }

/** Makes texts unreadable for whoever has only the database. What is sealed opens for the owner that it was sealed for, and no other. */
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

  /** Throws when it was sealed with another key or for another owner, or was changed since. */
  open(owner: string, sealed: Uint8Array): string {
    const decipher = createDecipheriv(cipherName, this.key, sealed.subarray(0, nonceBytes), wholeTag)
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  }
}

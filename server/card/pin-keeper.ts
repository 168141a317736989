import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import type { BrandId, RandomBytes } from '../kernel/ids.ts'
import type { SealedPin } from './card.ts'

const keyId = 1
const nonceLength = 12
const tagLength = 16

/**
 * Seals pins so that the database alone reveals none: AES-256-GCM to show a pin again, and an HMAC to check one.
 * Both keys come from one secret that is kept outside the database; both bind the pin to its brand and card.
 */
export class PinKeeper {
  private readonly sealKey: KeyObject
  private readonly checkKey: KeyObject
  private readonly secret: KeyObject
  private readonly random: RandomBytes

  constructor(secret: Uint8Array, random: RandomBytes) {
    this.sealKey = derive(secret, 'purser pin seal')
    this.checkKey = derive(secret, 'purser pin check')
    this.secret = createSecretKey(secret)
    this.random = random
  }

  seal(brand: BrandId, cardNumber: string, pin: string): SealedPin {
    const nonce = this.random(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', this.sealKey, nonce)
    cipher.setAAD(owner(brand, cardNumber))
    const text = Buffer.concat([cipher.update(pin, 'utf8'), cipher.final()])
    const sealed = Buffer.concat([Buffer.of(keyId), nonce, cipher.getAuthTag(), text])
    return { sealed, check: this.check(brand, cardNumber, pin) }
  }

  open(brand: BrandId, cardNumber: string, pin: SealedPin): string {
    const nonce = pin.sealed.subarray(1, 1 + nonceLength)
    const tag = pin.sealed.subarray(1 + nonceLength, 1 + nonceLength + tagLength)
    const decipher = createDecipheriv('aes-256-gcm', this.sealKey, nonce)
    decipher.setAAD(owner(brand, cardNumber))
    decipher.setAuthTag(tag)
    return decipher.update(pin.sealed.subarray(1 + nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
  }

  /** Takes the same time whether the card has a pin or not. */
  matches(brand: BrandId, cardNumber: string, pin: SealedPin | undefined, given: string): boolean {
    const expected = pin?.check ?? Buffer.alloc(32)
    const equal = timingSafeEqual(this.check(brand, cardNumber, given), expected)
    return equal && pin !== undefined
  }

  /** A key for something that is no pin: what is signed with it tells nothing of the others. */
  keyFor(use: string): KeyObject {
    return derive(this.secret, use)
  }

  private check(brand: BrandId, cardNumber: string, pin: string): Buffer {
    return createHmac('sha256', this.checkKey).update(owner(brand, cardNumber)).update('\0').update(pin).digest()
  }
}

const derive = (secret: Uint8Array | KeyObject, use: string) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', use, 32)))

const owner = (brand: BrandId, cardNumber: string) => Buffer.from(`${brand}\0${cardNumber}`)

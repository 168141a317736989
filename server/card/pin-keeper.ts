import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { BrandId, RandomBytes } from '../kernel/ids.ts'
import { Sealer, sealKeyId } from '../kernel/seal.ts'
import type { SealedPin } from '../kernel/sealed-pin.ts'

/**
 * Seals pins so that the database alone reveals none: AES-256-GCM to show a pin again, and an HMAC to check one.
 * Both keys come from one secret that is kept outside the database; both bind the pin to its brand and card.
 */
export class PinKeeper {
  private readonly sealer: Sealer
  private readonly checkKey: KeyObject
  private readonly secret: KeyObject
  private readonly random: RandomBytes

  constructor(secret: Uint8Array, random: RandomBytes) {
    this.sealer = new Sealer(derive(secret, 'purser pin seal'), random)
    this.checkKey = derive(secret, 'purser pin check')
    this.secret = createSecretKey(secret)
    this.random = random
  }

  seal(brand: BrandId, cardNumber: string, pin: string): SealedPin {
    const sealed = Buffer.concat([Buffer.of(sealKeyId), this.sealer.seal(owner(brand, cardNumber), pin)])
    return { sealed, check: this.check(brand, cardNumber, pin) }
  }

  open(brand: BrandId, cardNumber: string, pin: SealedPin): string {
    return this.sealer.open(owner(brand, cardNumber), pin.sealed.subarray(1))
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

  /** Seals something that is no pin. */
  sealerFor(use: string): Sealer {
    return new Sealer(this.keyFor(use), this.random)
  }

  private check(brand: BrandId, cardNumber: string, pin: string): Buffer {
    return createHmac('sha256', this.checkKey).update(owner(brand, cardNumber)).update('\0').update(pin).digest()
  }
}

const derive = (secret: Uint8Array | KeyObject, use: string) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', use, 32)))

const owner = (brand: BrandId, cardNumber: string) => `${brand}\0${cardNumber}`

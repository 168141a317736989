import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { BrandId, RandomBytes } from '../../ground/kernel/ids.ts'
import { KeyRing } from '../../ground/kernel/key-ring.ts'
import { Sealer } from '../../ground/kernel/seal.ts'
import type { SealedPin } from '../../ground/kernel/sealed-pin.ts'

const checkUse = 'purser pin check'

/**
 * Seals pins so that the database alone reveals none: AES-256-GCM to show a pin again, and an HMAC to check one.
 * Both keys come from one secret that is kept outside the database; both bind the pin to its brand and card.
 */
export class PinKeeper {
  readonly ring: KeyRing
  private readonly sealer: Sealer
  private readonly random: RandomBytes

  constructor(secrets: Uint8Array | readonly Uint8Array[], random: RandomBytes) {
    this.ring = new KeyRing(secrets instanceof Uint8Array ? [secrets] : secrets)
    this.sealer = new Sealer(this.ring, 'purser pin seal', random)
    this.random = random
  }

  seal(brand: BrandId, cardNumber: string, pin: string): SealedPin {
    const check = checkOf(this.ring.keyFor(checkUse), owner(brand, cardNumber), pin)
    return { sealed: this.sealer.seal(owner(brand, cardNumber), pin), check }
  }

  open(brand: BrandId, cardNumber: string, { sealed }: SealedPin): string {
    return this.sealer.open(owner(brand, cardNumber), sealed)
  }

  /** Takes the same time whether the card has a pin or not, and whichever key it was sealed with. */
  matches(brand: BrandId, cardNumber: string, pin: SealedPin | undefined, given: string): boolean {
    const expected = pin?.check ?? Buffer.alloc(32)
    const keys = this.ring.keysFor(checkUse)
    const equal = keys.map((key) => timingSafeEqual(checkOf(key, owner(brand, cardNumber), given), expected))
    return equal.includes(true) && pin !== undefined
  }

  /** A key for something that is no pin: what is signed with it tells nothing of the others. */
  keyFor(use: string): KeyObject {
    return this.ring.keyFor(use)
  }

  /** The keys by which something that was signed is verified. */
  keysFor(use: string): readonly KeyObject[] {
    return this.ring.keysFor(use)
  }

  /** Seals something that is no pin. */
  sealerFor(use: string): Sealer {
    return new Sealer(this.ring, use, this.random)
  }
}

const checkOf = (key: KeyObject, whose: string, pin: string) =>
  createHmac('sha256', key).update(whose).update('\0').update(pin).digest()

const owner = (brand: BrandId, cardNumber: string) => `${brand}\0${cardNumber}`

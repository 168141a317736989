import type { Grant } from '../visitor.ts'

/** Wrong PINs of one cashier on one device, one after the other; from then on only the password lets them in there. */
export const wrongPinsMax = 5

/** In a day, though right ones came between: whoever shares a till with them has so many guesses. */
export const wrongPinsADay = 15

const form = /^\d{4,8}$/
const upwards = '01234567890'
const downwards = '09876543210'

/** Why a PIN is not taken. */
export function findPinFault(pin: string): 'form' | 'guessable' | undefined {
  if (!form.test(pin)) return 'form'
  const isGuessable = new Set(pin).size === 1 || upwards.includes(pin) || downwards.includes(pin)
  return isGuessable ? 'guessable' : undefined
}

/**
 * What a session by PIN may do: what a cashier may, in the brand of the device alone, whatever else the login may do.
 * Nothing: then nobody gets in by PIN.
 */
export function grantsByPin(grants: readonly Grant[], brand: string): readonly Grant[] {
  const grant = grants.find((one) => one.brand === brand) ?? grants.find((one) => one.brand === undefined)
  return grant?.role === 'cashier' ? [{ ...grant, brand }] : []
}

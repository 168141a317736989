import { type Elsewhere, nowhere } from '../../api/count-exchange.ts'
import { FailureLimit } from '../../api/failure-limit.ts'
import { minute } from '../../kernel/time.ts'

/** Wrong passwords for one name from one address, before they have to wait for the rest of half an hour. */
const perNameAndAddress = 10
/** For one name from anywhere: higher, so that a stranger cannot easily lock somebody out. */
const perName = 100
const windowMs = 30 * minute

interface ThrottleParts {
  /** Failures a minute from one address; 0: nothing is limited. */
  readonly perAddressPerMinute: number
  readonly elsewhere?: (limit: string) => Elsewhere
  /** A clock that is never set back, in milliseconds. */
  readonly clock?: () => number
}

/** Slows down whoever guesses passwords or codes. A name that does not exist is counted like any other. */
export class LoginThrottle {
  private readonly pairs: FailureLimit
  private readonly names: FailureLimit
  private readonly addresses: FailureLimit

  constructor({ perAddressPerMinute, elsewhere = () => nowhere, clock = () => performance.now() }: ThrottleParts) {
    const most = (count: number) => (perAddressPerMinute === 0 ? 0 : count)
    this.pairs = new FailureLimit(most(perNameAndAddress), clock, elsewhere('logins here'), windowMs)
    this.names = new FailureLimit(most(perName), clock, elsewhere('logins'), windowMs)
    this.addresses = new FailureLimit(perAddressPerMinute, clock, elsewhere('login addresses'))
  }

  /** The seconds until this name may be tried again from this address; 0 while it may. */
  secondsToWait(nameKey: string, address: string): number {
    return Math.max(
      this.pairs.secondsToWait(pairOf(nameKey, address)),
      this.names.secondsToWait(nameKey),
      this.addresses.secondsToWait(address),
    )
  }

  countFailure(nameKey: string, address: string): void {
    this.pairs.count(pairOf(nameKey, address))
    this.names.count(nameKey)
    this.addresses.count(address)
  }
}

const pairOf = (nameKey: string, address: string) => `${nameKey}\0${address}`

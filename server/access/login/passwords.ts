import { hash, parseOptions, verify } from '@node-rs/argon2'

/** Argon2id: each check costs 19 MiB and some 25 ms of a core, in a thread of its own. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Logging in must not keep the threads busy that everything else in this process shares. */
const atOnceMax = 2
const waitingMax = 100

/** What a name that does not exist is checked against, so that it takes as long as those that do: nobody knows its password. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlzIQ$Yk1Jd0sxV2RkZ2hHbmJXc2tXc1ZkZ2hHbmJXc2tXc1Y'

/** Too many passwords wait to be checked. */
export class TooBusy extends Error {}

/** Makes and checks hashes of passwords, a few at a time. */
export class Passwords {
  private running = 0
  private readonly waiting: (() => void)[] = []

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, cost))
  }

  /** Takes the same time whether there is a hash or not. */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const isRight = await this.inTurn(() => verify(passwordHash ?? nobodysHash, password))
    return isRight && passwordHash !== undefined
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.waiting.length >= waitingMax) throw new TooBusy('Too many passwords wait to be checked.')
    if (this.running >= atOnceMax) await new Promise<void>((resolve) => this.waiting.push(resolve))
    else this.running += 1
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running -= 1
    }
  }
}

/** Whether it was made at a lower cost than today's, and should be made again while the password is at hand. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost } = parseOptions(passwordHash)
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost
}

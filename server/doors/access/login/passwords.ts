import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { RandomBytes } from '../../../ground/kernel/ids.ts'

/** Argon2id: each check costs 19 MiB and some 25 ms of a core, in a thread of its own. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }

interface Cost {
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const saltBytes = 16
const keyBytes = 32

/** Logging in must not keep the threads busy that everything else in this process shares. */
const atOnceMax = 2
const waitingMax = 100

/** What a name that does not exist is checked against, so that it takes as long as those that do: nobody knows its password. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlzIQ$Yk1Jd0sxV2RkZ2hHbmJXc2tXc1ZkZ2hHbmJXc2tXc1Y'

/** Too many passwords wait to be checked. */
class TooBusy extends Error {}

/** Whoever has to wait has not been checked. */
export function unlessTooBusy(error: unknown): undefined {
  if (!(error instanceof TooBusy)) throw error
}

/** Makes and checks hashes of passwords, a few at a time. */
export class Passwords {
  private running = 0
  private readonly waiting: (() => void)[] = []
  private readonly random: RandomBytes

  constructor(random: RandomBytes) {
    this.random = random
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, Buffer.from(this.random(saltBytes))))
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
  const parsed = parseHash(passwordHash)
  return !parsed || parsed.cost.memory < cost.memory || parsed.cost.passes < cost.passes
}

const derive = promisify(argon2)

const keyOf = (password: string, salt: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  derive('argon2id', { message: password, nonce: salt, memory, passes, parallelism, tagLength: keyBytes })

/** In the usual form of such hashes (PHC), so that other programs can read them. */
async function hash(password: string, salt: Buffer): Promise<string> {
  const { memory, passes, parallelism } = cost
  const key = await keyOf(password, salt, cost)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(key)}`
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

async function verify(passwordHash: string, password: string): Promise<boolean> {
  const parsed = parseHash(passwordHash)
  if (!parsed) return false
  const key = await keyOf(password, parsed.salt, parsed.cost)
  return key.length === parsed.key.length && timingSafeEqual(key, parsed.key)
}

const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parseHash(passwordHash: string) {
  const [whole, memory, passes, parallelism, salt = '', key = ''] = form.exec(passwordHash) ?? []
  if (whole === undefined) return undefined
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

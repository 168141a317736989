import type { Brand } from '../../../../domain/brand/brand.ts'
import { passToken } from '../pass-token.ts'
import { digestOf, type PassView } from '../wallet-pass-view.ts'
import type { Wallets } from '../wallets.ts'
import { makePassFile, type PassService } from './pass-file.ts'
import { servicePath } from './service-path.ts'

/** How many passes may wait to be signed. Beyond, whoever asks is told to come again. */
const waitingMax = 64
/** How many files are kept, in case somebody asks for the same again: a device that repeats itself costs nothing. */
const keptMax = 64

/** Makes one file at a time: signing takes milliseconds of the processor that tills wait for. */
export class PassFiles {
  private readonly wallets: Wallets
  private readonly publicUrl: string | undefined
  private readonly kept = new Map<string, Promise<Buffer>>()
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0

  constructor(wallets: Wallets, publicUrl: string | undefined) {
    this.wallets = wallets
    this.publicUrl = publicUrl
  }

  /** Undefined while too many others wait. */
  async make(brand: Brand, view: PassView): Promise<Buffer | undefined> {
    const token = passToken(brand.id, view.id, this.wallets.key())
    const name = `${brand.id} ${digestOf(view, token).toString('base64')}`
    const known = this.kept.get(name)
    if (known) return known
    if (this.waiting >= waitingMax) return undefined
    const made = this.sign(view, this.serviceOf(brand, token))
    this.keep(name, made)
    return made
  }

  private async sign(view: PassView, service: PassService | undefined): Promise<Buffer> {
    const { apple } = this.wallets
    if (!apple) throw new Error('There is no certificate to sign passes with.')
    this.waiting += 1
    const made = this.last.then(() => makePassFile(view, apple.certificate, service))
    this.last = made.catch(() => undefined)
    return made.finally(() => {
      this.waiting -= 1
    })
  }

  /** The oldest goes when there are too many, and one that could not be made goes at once. */
  private keep(name: string, made: Promise<Buffer>): void {
    this.kept.set(name, made)
    made.catch(() => this.kept.delete(name))
    const [oldest] = this.kept.keys()
    if (this.kept.size > keptMax && oldest !== undefined) this.kept.delete(oldest)
  }

  /** Devices speak to servers over TLS only. Without that, a pass stays as it is. */
  private serviceOf({ id }: Brand, token: string): PassService | undefined {
    const { publicUrl } = this
    return publicUrl?.startsWith('https:') ? { url: publicUrl + servicePath(id), token } : undefined
  }
}

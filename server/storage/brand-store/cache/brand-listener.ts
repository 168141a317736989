import pg from 'pg'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Log } from '../../../ground/log/log.ts'
import { brandChannel } from '../brand.sql.ts'

const reconnectMs = 500
const ended = new Error('the connection was ended')

export interface BrandNews {
  changed(brandId: BrandId): void
  /** The connection was lost for a while, so any brand may have changed. */
  mayHaveMissed(): void
}

/** Listens for changed brands on its own connection, which it reopens whenever it breaks. */
export class BrandListener {
  private readonly newClient: () => pg.Client
  private readonly news: BrandNews
  private readonly log: Log
  private readonly isElsewhere: boolean
  private client: pg.Client | undefined
  private timer: NodeJS.Timeout | undefined
  private stopped = false
  /** Told once, however often it fails to connect again. */
  private isLost = false

  /** `isElsewhere`: it is another database than that whose outages the operator is told of anyway. */
  constructor(newClient: () => pg.Client, news: BrandNews, log: Log, isElsewhere = false) {
    this.newClient = newClient
    this.news = news
    this.log = log
    this.isElsewhere = isElsewhere
  }

  /** Resolves after the first attempt. If that fails, it keeps trying in the background. */
  async connect(): Promise<void> {
    const client = this.newClient()
    this.client = client
    client.on('error', (error) => this.reconnectSoon(client, error))
    client.on('end', () => this.reconnectSoon(client, ended))
    client.on('notification', ({ payload }) => this.news.changed(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(brandChannel)}`)
      this.news.mayHaveMissed()
      if (this.isLost)
        this.log[this.isElsewhere ? 'info' : 'debug']('brand.listener.back', {
          text: 'changes of brands are heard of at once again',
        })
      this.isLost = false
    } catch (error) {
      this.reconnectSoon(client, error)
    }
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    await this.client?.end().catch(() => undefined)
  }

  private reconnectSoon(broken: pg.Client, fault: unknown): void {
    if (this.stopped || this.client !== broken) return
    this.client = undefined
    if (!this.isLost) {
      this.isLost = true
      const text =
        'the connection that tells of changed brands is lost; until it is back they are noticed within 10 seconds'
      this.log.warn('brand.listener.lost', this.isElsewhere ? { text } : { text, fault })
    }
    broken.end().catch(() => undefined)
    this.timer = setTimeout(() => void this.connect(), reconnectMs)
  }
}

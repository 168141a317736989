import type { CountedReport, ProcessOrder } from './messages.ts'

/** A process that takes part. */
export interface CountMember {
  send(order: ProcessOrder): void
}

interface Exchange {
  readonly from: CountMember
  readonly id: number
  /** Who has not confirmed it yet. */
  readonly waiting: Set<CountMember>
}

/** Carries what one process has counted to the others, and tells it when all have confirmed that. */
export class CountPost {
  private readonly underWay = new Map<number, Exchange>()
  private last = 0

  pass(from: CountMember, { id, told }: CountedReport, others: readonly CountMember[]): void {
    this.last += 1
    const waiting = new Set(others)
    this.underWay.set(this.last, { from, id, waiting })
    for (const other of others) other.send({ kind: 'heard', exchange: this.last, told })
    this.finish(this.last)
  }

  confirm(by: CountMember, exchange: number): void {
    this.underWay.get(exchange)?.waiting.delete(by)
    this.finish(exchange)
  }

  /** Nothing more is to be waited for from a process that is gone. */
  leave(gone: CountMember): void {
    for (const [exchange, { from }] of [...this.underWay]) {
      if (from === gone) this.underWay.delete(exchange)
      else this.confirm(gone, exchange)
    }
  }

  private finish(exchange: number): void {
    const found = this.underWay.get(exchange)
    if (!found || found.waiting.size > 0) return
    this.underWay.delete(exchange)
    found.from.send({ kind: 'known', id: found.id })
  }
}

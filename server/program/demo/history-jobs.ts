import { randomBytes } from 'node:crypto'
import { allJobs } from '../../background/jobs/all.ts'
import type { Job, JobContext } from '../../background/jobs/runner/job.ts'
import { answerForDemo } from '../../calls/delivery/demo-hosts.ts'
import { systemNetwork } from '../../calls/delivery/network.ts'
import { openSenders } from '../../calls/delivery/senders.ts'
import type { Dispatcher } from '../../calls/engine/work.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import { addressMarkUse } from '../../domain/channel/address-mark.ts'
import { readNow } from '../../ground/database/clock.sql.ts'
import type { ConnectionPool } from '../../ground/database/connection.ts'
import type { LongRead } from '../../ground/database/long-reads.ts'
import type { Log } from '../../ground/log/log.ts'

/** Answers for every host: whatever else a brand may have been told to send to, nothing leaves the process. */
const network = {
  ...systemNetwork(false),
  answers: (host: string) => answerForDemo(host) ?? ({ kind: 'sent' } as const),
}

const retention = { traceDays: 0, requestMonths: 0, noticeMonths: 0 }

export interface JobParts {
  readonly brand: () => Promise<Brand>
  readonly brandId: string
  readonly pins: PinKeeper
  readonly log: Log
}

/** The jobs that the server runs, for one brand and at the time of whoever has them run. */
export class HistoryJobs {
  private readonly parts: JobParts
  private readonly jobs: ReadonlyMap<string, Job>

  constructor(parts: JobParts) {
    this.parts = parts
    const addressKey = () => parts.pins.keyFor(addressMarkUse)
    const all = allJobs(retention, { network, senders: openSenders(network), addressKey }, () => {
      throw new Error('the history schedules no change')
    })
    this.jobs = new Map(all.map((job) => [job.name, job]))
  }

  async run(names: readonly string[], { engine, pool }: Pick<HistoryPlace, 'engine' | 'pool'>): Promise<void> {
    const context = this.contextOf(engine, pool)
    for (const name of names) {
      const job = this.jobs.get(name)
      if (!job) throw new Error(`there is no job ${name}`)
      await job.run(context)
    }
  }

  private contextOf(engine: HistoryPlace['engine'], pool: ConnectionPool): JobContext {
    const { brand, brandId, log } = this.parts
    return {
      listBrands: async () => [brandId],
      brandAt: brand,
      run: (work) => engine.run(work),
      pool,
      atLength: engine.atLength,
      now: () => readNow(pool),
      random: randomBytes,
      log,
      isOver: () => false,
    }
  }
}

interface HistoryPlace {
  readonly engine: Dispatcher & { readonly atLength: LongRead }
  readonly pool: ConnectionPool
}

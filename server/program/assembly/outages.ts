import type { Work } from '../../calls/engine/work.ts'
import { StoreUnwritable } from '../../calls/engine/write-health.ts'
import type { Call } from '../../domain/decision/call.ts'
import { readNow } from '../../ground/database/clock.sql.ts'
import { Connection } from '../../ground/database/connection.ts'
import { faultOf, TookTooLong } from '../../ground/database/fault.ts'
import { Outage } from '../../ground/database/outage.ts'
import { exceptFaults, faultFields, type Log } from '../../ground/log/log.ts'
import { onceAMinute } from '../../ground/log/once-a-minute.ts'

/** How long the database has to answer whoever looks whether it is there. */
const answerMs = 2000

/** What the operator is told of a database that is away: one line, and another when it is back. */
export interface Outages {
  readonly outage: Outage
  /** The same log without the lines of everybody who meets an error of that. */
  readonly log: Log
  /** Told of errors of a database that takes no writes. */
  onUnwritable: (error: unknown) => void
}

/** `isTold`: whether another process of this server tells the operator. */
export function openOutages(url: string, log: Log, isTold: boolean): Outages {
  const maySay = onceAMinute()
  const say = (write: () => void) => (isTold ? undefined : write())
  const outage = new Outage({
    probe: () => probe(url),
    onAway: (why, advice) =>
      say(() => {
        const text = `The database is away: ${why}. Calls are refused with error 109 and jobs rest until it is back. ${advice}`
        log.error('database.away', { text })
      }),
    onBack: (seconds) => say(() => log.warn('database.back', { text: `The database is back after ${seconds} s.` })),
    onLost: (why) => {
      if (maySay('lost')) log.warn('database.lost', { text: `A connection was lost and can be opened again: ${why}.` })
    },
  })
  const outages: Outages = {
    outage,
    log: exceptFaults(log, (fault) => outage.explains(fault) || isUnwritable(fault)),
    onUnwritable: () => undefined,
  }
  const isUnwritable = (fault: unknown) => {
    if (faultOf(fault) !== 'unwritable') return false
    outages.onUnwritable(fault)
    return true
  }
  return outages
}

/** What the engine tells of the database and of calls, for the operator. */
export function faultTellers({ outage, log }: Outages, onUnwritable: () => void) {
  const maySay = onceAMinute()
  return {
    onLost: (error: unknown) => void outage.explains(error),
    onWritable: (seconds: number) =>
      log.warn('storage.back', { text: `The database takes writes again after ${seconds} s.` }),
    onMisuse: ({ brand, call, operation }: Work) =>
      log.warn('customRequestId reused', { brand: brand.id, requestRef: call.ref, operation: operation.name }),
    onFault: (error: unknown, call?: Call) => {
      // Nothing is broken: somebody waited in vain, and was told so. Where that was in the code says nothing.
      if (error instanceof TookTooLong) {
        const fields = faultFields(error, call?.ref, call?.trace?.traceId)
        return maySay('late') ? log.warn('call.late', { ...fields, text: error.message }) : undefined
      }
      if (!(error instanceof StoreUnwritable))
        return log.error('fault', faultFields(error, call?.ref, call?.trace?.traceId))
      log.error('storage', { text: error.message })
      onUnwritable()
    },
  }
}

async function probe(url: string): Promise<void> {
  const connection = await Connection.open({ url, name: 'purser probe', answerTimeoutMs: answerMs })
  try {
    await readNow(connection)
  } finally {
    connection.cutOff()
  }
}

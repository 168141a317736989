import assert from 'node:assert/strict'
import { parentPort, workerData } from 'node:worker_threads'
import { ConnectionPool } from '../../ground/database/connection.ts'
import { isRefusal } from '../../ground/kernel/errors.ts'
import { faultFields } from '../../ground/log/log.ts'
import { loadBrandWithoutSecrets } from '../../storage/brand-store/load-brand.ts'
import { ErrandFailed, type ErrandTable } from '../../storage/errand/kind.ts'
import { readInput } from '../../storage/errand/read-input.ts'
import { cancelWord, type Ending, type ErrandOrder } from './messages.ts'
import { ProgressTeller } from './progress-teller.ts'

assert(parentPort, 'an errand runs in a thread of its process')
const port = parentPort

/** What is kept of a result. */
const resultBytesMax = 1024 * 1024

const cancelled = new AbortController()
port.on('message', (word) => {
  if (word === cancelWord) cancelled.abort()
})

port.postMessage(await carryOut(workerData as ErrandOrder).catch(endingOf))

async function carryOut(order: ErrandOrder): Promise<Ending> {
  const { errands }: { readonly errands: ErrandTable } = await import(order.module)
  const kind = errands.kinds.find(({ name }) => name === order.kind)
  if (!kind) throw new ErrandFailed({ saying: 'unknownKind', kind: order.kind })
  const pool = new ConnectionPool({ ...order.connection, letsOthersFirst: true }, 2)
  const brand = await loadBrandWithoutSecrets(pool, order.brand)
  if (!brand) throw new ErrandFailed({ saying: 'brandGone' })
  const input = readInput(kind, order.input, brand)
  if (isRefusal(input)) throw new ErrandFailed({ saying: 'wrongInput', text: input.text })
  const teller = new ProgressTeller((report) => port.postMessage(report))
  const result = await kind.run(input.value, {
    brand,
    pool,
    signal: cancelled.signal,
    progress: (progress) => teller.tell(progress),
    checkpoint: order.checkpoint === null ? undefined : JSON.parse(order.checkpoint),
  })
  teller.finish()
  return { kind: 'done', result: bounded(JSON.stringify(result ?? null)) }
}

function bounded(result: string): string {
  const bytes = Buffer.byteLength(result)
  if (bytes <= resultBytesMax) return result
  throw new ErrandFailed({ saying: 'resultTooLarge', megabytes: (bytes / 1024 / 1024).toFixed(1) })
}

function endingOf(error: unknown): Ending {
  if (error instanceof ErrandFailed) return { kind: 'failed', saying: error.saying }
  return { kind: 'fault', text: faultFields(error).text }
}

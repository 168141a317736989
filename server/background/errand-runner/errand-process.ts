import { Worker } from 'node:worker_threads'
import { codeOf } from '../../ground/kernel/code-of.ts'
import { lowerPriority } from './low-priority.ts'
import { cancelWord, type Ending, type ErrandOrder, type ErrandReport } from './messages.ts'

/**
 * The process that an errand runs in. The errand itself has a thread of it, so that this one always hears when it should
 * end: by a word, or because the server is gone. Signals of a terminal or a service manager reach the server too, which
 * decides.
 */
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined)
process.on('disconnect', () => process.exit(1))
lowerPriority()

process.once('message', (order: ErrandOrder) => {
  const thread = new Worker(new URL('./errand-thread.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: order.memoryMb },
  })
  process.on('message', (word) => {
    if (word === cancelWord) thread.postMessage(cancelWord)
  })
  thread.on('message', (report: ErrandReport) => {
    if (report.kind === 'progress') process.send?.(report)
    else end(report)
  })
  thread.on('error', (error) => end(endingOf(error, order)))
  thread.on('exit', () => end({ kind: 'fault', text: 'its thread ended without a result' }))
})

let hasEnded = false

function end(ending: Ending): void {
  if (hasEnded) return
  hasEnded = true
  process.send?.(ending, () => process.exit(0))
}

function endingOf(error: unknown, { memoryMb }: ErrandOrder): Ending {
  const code = codeOf(error)
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return { kind: 'failed', saying: { saying: 'neededTooMuch', megabytes: memoryMb } }
  return { kind: 'fault', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

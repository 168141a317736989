import { constants } from 'node:os'
import { closeAllServers } from '../model/server-pair.ts'

const enders = new Set<() => Promise<unknown>>()

/** What else has to be ended where the programme is stopped, until the answer is called. */
export function endsWithUs(end: () => Promise<unknown>): () => void {
  enders.add(end)
  return () => enders.delete(end)
}

/** Whoever stops the programme also stops its servers, their databases and all that it has started. A second signal ends it at once. */
export function stopOnSignals(stopped: (signal: string) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      stopped(signal)
      const ended = [...enders].map((end) => end())
      void Promise.allSettled([...ended, closeAllServers()]).then(() => process.exit(128 + constants.signals[signal]))
    })
}

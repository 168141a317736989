import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from './side-thread.ts'

/** Does the pieces of work that a `SideThread` gives to this thread. */
export function answerEach<Wanted, Made>(make: (wanted: Wanted) => Made): void {
  parentPort?.on('message', (wanted: Wanted) => {
    const post = (answer: ThreadAnswer<Made>) => parentPort?.postMessage(answer)
    try {
      post({ made: make(wanted) })
    } catch (error) {
      post({ fault: error instanceof Error ? error.message : String(error) })
    }
  })
}

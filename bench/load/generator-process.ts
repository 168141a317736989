import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { timeOf, whereKnown } from '../processor-time.ts'
import type { Client } from './client.ts'
import type { Run, RunResult } from './run.ts'

const program = fileURLToPath(new URL('./generator.ts', import.meta.url))

/** The load generator as the benchmark sees it. */
export class GeneratorProcess implements Client {
  readonly name = 'node'
  private readonly child: ChildProcess

  constructor() {
    this.child = fork(program)
  }

  async run(run: Run): Promise<RunResult> {
    const ended = new AbortController()
    const exit = once(this.child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('The load generator ended.')
    })
    this.child.send(run)
    const [result] = await Promise.race([once(this.child, 'message'), exit])
    exit.catch(() => undefined)
    ended.abort()
    return result
  }

  processorTime(): number | undefined {
    return whereKnown(() => timeOf(this.child.pid ?? 0))
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const exit = once(this.child, 'exit')
    if (this.child.connected) this.child.disconnect()
    else this.child.kill()
    await exit
  }
}

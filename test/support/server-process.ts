import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { servingProcesses } from './purser-process.ts'
import { testDatabase, testKey } from './shop.ts'
import { until } from './worker-room.ts'

const program = join(import.meta.dirname, '../../server/main.ts')
/** Longer than any start takes, on a machine that has much else to do. */
const patienceSeconds = 100

interface LogLine {
  readonly event: string
  readonly process?: number
  readonly text?: string
}

/** A server of several processes on the test's database, as an operator starts it. It does not outlive the test. */
export class ServerProcess {
  output = ''
  readonly child: ChildProcess

  constructor(t: TestContext, flags: readonly string[], more: NodeJS.ProcessEnv = {}) {
    const { PURSER_TEST_DATABASE: _, npm_command: __, ...inherited } = process.env
    const ours = { PURSER_SECRET_KEY: testKey.toString('base64'), PURSER_ALLOW_UNSAFE_DATABASE: 'true' }
    this.child = spawn(process.execPath, [program, 'start', '--database', testDatabase(), ...flags], {
      env: { ...inherited, ...ours, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    t.after(() => this.kill())
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
    }
  }

  /** The port, when all processes serve. */
  async ready(): Promise<number> {
    await this.saying('ready')
    return Number(/ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(this.output)?.[1])
  }

  async saying(event: string, times = 1): Promise<void> {
    const isSo = async () => {
      assert.ok(this.child.exitCode === null || event === 'start failed', this.output)
      return this.saidTimes(event) >= times
    }
    await until(`"${event}" is said`, isSo, patienceSeconds)
  }

  saidTimes(event: string): number {
    return this.output.split(`"event":"${event}"`).length - 1
  }

  /** Every line; fails on one that is not JSON. */
  lines(): readonly LogLine[] {
    const lines = this.output.split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line))
  }

  serving(): readonly number[] {
    return servingProcesses(this.child.pid ?? Number.NaN)
  }

  /** Its status; null if a signal has ended it. */
  async ended(): Promise<number | null> {
    const isOver = this.child.exitCode !== null || this.child.signalCode !== null
    if (!isOver) await once(this.child, 'close', { signal: AbortSignal.timeout(1000 * patienceSeconds) })
    return this.child.exitCode
  }

  private kill(): void {
    const all = [...this.serving(), this.child.pid ?? Number.NaN]
    for (const pid of all) tryKill(pid)
  }
}

/** It may have ended already. */
export function tryKill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {}
}

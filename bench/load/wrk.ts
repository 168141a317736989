import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { timeOfEnded, whereKnown } from '../processor-time.ts'
import type { Client } from './client.ts'
import type { Run, RunResult } from './run.ts'

/** Whether the system has wrk, a client written in C. It says its version only with a failure. */
export const hasWrk = (): boolean => !spawnSync('wrk', ['--version']).error

/** Calls made by wrk: it takes less of the processors that it shares with what it measures, and reads of an answer only its status. */
export class WrkClient implements Client {
  readonly name = 'wrk'
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async run(run: Run): Promise<RunResult> {
    const script = join(this.folder, 'calls.lua')
    await writeFile(script, scriptOf(run))
    // It measures whole seconds only.
    const length = `${Math.ceil(run.seconds)}s`
    const flags = ['-t', '1', '-c', String(run.connections), '-d', length, '--timeout', '20s', '-s', script]
    const output = await capture([...flags, `http://127.0.0.1:${run.port}/`])
    return read(output)
  }

  /** Each run is a process that has ended; what pgbench used stands in the same sum, but not while this one runs. */
  processorTime(): number | undefined {
    return whereKnown(() => timeOfEnded(process.pid))
  }

  async stop(): Promise<void> {
    // Nothing goes on between runs.
  }
}

/** A program for wrk: the requests in pieces, between which each call puts the number of a card. */
function scriptOf({ requests, numberBase, cards: { count, hot }, seed }: Run): string {
  const pieces = requests.map((request) => `{${request.split(String(numberBase)).map(toLua).join(', ')}}`)
  const range = hot ? `(math.random(${hot.oneIn}) == 1 and ${hot.count} or ${count})` : count
  return `
    local requests = {${pieces.join(', ')}}
    function init() math.randomseed(${seed}) end
    function request()
      local number = string.format('%.0f', ${numberBase} + math.random(${range}))
      return table.concat(requests[math.random(#requests)], number)
    end
    function done(summary, latency)
      local errors = summary.errors
      io.write(string.format('\\nanswers %d in %d us, p50 %d us, p99 %d us, failed %d\\n', summary.requests,
        summary.duration, latency:percentile(50), latency:percentile(99),
        errors.connect + errors.read + errors.write + errors.status + errors.timeout))
    end
  `
}

/** Its escapes are those of JSON, for what requests are made of. */
const toLua = (text: string): string => JSON.stringify(text)

function read(output: string): RunResult {
  const [answers, microseconds, p50, p99, failures] =
    /answers (\d+) in (\d+) us, p50 (\d+) us, p99 (\d+) us, failed (\d+)/.exec(output)?.slice(1).map(Number) ?? []
  if (answers === undefined || microseconds === undefined || p50 === undefined || p99 === undefined)
    throw new Error(`wrk failed:\n${output}`)
  return {
    answers: answers - (failures ?? 0),
    perSecond: (1_000_000 * (answers - (failures ?? 0))) / microseconds,
    p50: p50 / 1000,
    p99: p99 / 1000,
    failures: failures ?? 0,
    ...(failures && { firstFailure: 'wrk only counts them: --client node shows the first' }),
  }
}

function capture(args: readonly string[]): Promise<string> {
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`wrk failed:\n${output}`))))
  })
}

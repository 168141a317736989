import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { scrape } from '../support/metrics-room.ts'
import { testDatabase, testKey } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const program = join(import.meta.dirname, '../../server/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'purser-observed-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** As if nobody had installed OpenTelemetry's SDK. */
const withoutSdk = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(specifier, context, next) {
      if (!/^@opentelemetry\\/(sdk-trace|exporter)/.test(specifier)) return next(specifier, context)
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    },
  })`)}`

class Observed {
  readonly child: ChildProcess
  output = ''

  constructor(word: 'start' | 'work', flags: readonly string[]) {
    const { PURSER_TEST_DATABASE: _, ...environment } = process.env
    const env = {
      ...environment,
      PURSER_ALLOW_UNSAFE_DATABASE: 'true',
      PURSER_SECRET_KEY: testKey.toString('base64'),
    }
    const own = word === 'start' ? ['--port', '0'] : []
    const words = [word, ...own, '--data', folder, '--database', testDatabase(), ...flags]
    this.child = spawn(process.execPath, ['--import', withoutSdk, program, ...words], { env })
    after(() => this.child.kill('SIGKILL'))
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
    }
  }

  async says(words: RegExp): Promise<RegExpExecArray> {
    let found: RegExpExecArray | null = null
    await until(`it says ${words}`, async () => {
      found = words.exec(this.output)
      return found !== null || this.child.exitCode !== null
    })
    assert.ok(found, this.output)
    return found
  }

  async stop(): Promise<number | null> {
    const ended = once(this.child, 'exit')
    this.child.kill('SIGTERM')
    await ended
    return this.child.exitCode
  }

  async ended(): Promise<number | null> {
    if (this.child.exitCode === null) await once(this.child, 'exit')
    return this.child.exitCode
  }
}

const metricsAt = /metrics are at http:\/\/127\.0\.0\.1:(\d+)\/metrics/

for (const word of ['start', 'work'] as const) {
  test(`purser ${word} serves metrics on a port of its own, and stops with it`, async () => {
    const observed = new Observed(word, ['--metrics-port', '0'])
    const [, port] = await observed.says(metricsAt)
    await until('a job ran', async () => {
      const exposed = await scrape({ port: Number(port) })
      return (exposed.value('purser_job_runs_total', { job_name: 'delivery', result: 'done' }) ?? 0) > 0
    })
    const exposed = await scrape({ port: Number(port) })
    assert.equal(exposed.value('purser_database_up'), 1)
    assert.equal(exposed.value('purser_build_info'), 1)
    assert.equal(await observed.stop(), 0, observed.output)
  })
}

test('metrics that other machines can read are warned of', async () => {
  const observed = new Observed('work', ['--metrics-port', '0', '--metrics-host', '0.0.0.0'])
  await observed.says(/Other machines can read the metrics at 0\.0\.0\.0/)
  await observed.says(/metrics are at/)
  await observed.stop()
})

test('a metrics port that is in use ends the start with a word, and nothing is left behind', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  const observed = new Observed('start', ['--metrics-port', String(port)])
  assert.equal(await observed.ended(), 1)
  assert.match(observed.output, /is in use by .* choose another port with --metrics-port/)
  holder.close()
})

test('tracing without its two packages ends the start, and says what to install', async () => {
  const observed = new Observed('start', ['--traces', 'http://127.0.0.1:4318/v1/traces'])
  assert.equal(await observed.ended(), 1)
  assert.match(observed.output, /npm install @opentelemetry\/sdk-trace @opentelemetry\/exporter-trace-otlp-http/)
})

test('the log is written in the format that was asked for, announcements included', async () => {
  const readable = new Observed('work', ['--log-format', 'readable', '--metrics-port', '0'])
  await readable.says(/^\d\d:\d\d:\d\d\.\d{3}Z INFO {2}metrics: metrics are at/m)
  await readable.says(/^Purser is working/m)
  await readable.stop()
  assert.doesNotMatch(readable.output, /^\{/m)

  const json = new Observed('work', ['--log-format', 'json', '--metrics-port', '0'])
  await json.says(metricsAt)
  await json.stop()
  for (const line of json.output.trim().split('\n')) assert.equal(typeof JSON.parse(line).event, 'string')
})

test('settings that make no sense are named', async () => {
  const observed = new Observed('start', [
    '--metrics-port',
    '70000',
    '--traces',
    'ftp://collector',
    '--traces-sample',
    '2',
    '--log-format',
    'xml',
  ])
  assert.equal(await observed.ended(), 2)
  for (const flag of ['metrics-port', 'traces', 'traces-sample', 'log-format'])
    assert.match(observed.output, new RegExp(`--${flag} must be`))
})

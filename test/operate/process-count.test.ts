import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { connectionSettings } from '../../server/ground/database/embedded/settings.ts'
import { openLog, rewrite } from '../../server/ground/log/log.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import type { Config } from '../../server/program/configuration/config.ts'
import { usualProcesses } from '../../server/program/configuration/process-count.ts'
import { connectionsNeeded, shareOf } from '../../server/program/configuration/share.ts'
import { failuresAfter, isHopeless, pauseMsAfter } from '../../server/program/processes/replacement.ts'

const gigabyte = 1024 ** 3

function configOf(flags: readonly string[], env: Record<string, string> = {}): Config {
  const read = parseCommandLine(['start', ...flags], env)
  assert.ok(read.kind === 'command', JSON.stringify(read))
  return read.config
}

test('the database keeps about half of the cores if it is embedded, and both of two', () => {
  //  cores, embedded, own
  const expected = [
    [1, 1, 1],
    [2, 1, 1],
    [3, 1, 2],
    [4, 2, 3],
    [8, 4, 6],
    [16, 8, 12],
    [64, 16, 16],
  ]
  const found = expected.map(([cores = 0]) => {
    const machine = { cores, memoryBytes: 64 * gigabyte }
    return [cores, usualProcesses(machine, true), usualProcesses(machine, false)]
  })
  assert.deepEqual(found, expected)
})

test('a container with little memory on a machine with many cores has few processes', () => {
  const among = (gigabytes: number) => usualProcesses({ cores: 64, memoryBytes: gigabytes * gigabyte }, false)
  assert.deepEqual([0.25, 0.5, 1, 2, 4].map(among), [1, 1, 2, 4, 8])
})

test('the operator decides how many, by flag or variable', () => {
  assert.equal(configOf(['--processes', '3']).processes, 3)
  assert.equal(configOf([], { PURSER_PROCESSES: '5' }).processes, 5)
  const wrong = parseCommandLine(['start', '--processes', '0'], {})
  assert.ok(wrong.kind === 'faults' && /--processes must be a whole number from 1 to 64/.test(wrong.faults.join()))
})

test('what bounds waiting and connections is divided, so that all processes together keep to it', () => {
  const config = configOf(['--queue-per-card', '100', '--connections', '1000'])
  const { queueLimits, connectionsMax } = shareOf(config, 3)
  assert.deepEqual([queueLimits.perCard, queueLimits.perBrand, queueLimits.inAll], [34, 683, 1366])
  assert.equal(connectionsMax, 334)
  assert.deepEqual(shareOf(config, 1), config)
})

test('the embedded database has room for the connections of all processes, and stays as it was for one', () => {
  const settingsFor = (processes: number) => connectionSettings(connectionsNeeded({ processes, lanes: 2 }))
  assert.deepEqual([1, 2, 4, 16].map(settingsFor), [
    { max_connections: '100' },
    { max_connections: '100' },
    { max_connections: '142' },
    { max_connections: '478' },
  ])
})

test('the page about connections has the figures that the server reckons with', () => {
  const page = readFileSync(new URL('../../docs/own-postgresql.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (\d+) \| (\d+) \|$/gm)].map(([, processes, count]) => [
    Number(processes),
    Number(count),
  ])
  const counts = [1, 2, 4, 8].map((processes) => [processes, connectionsNeeded({ processes, lanes: 2 })])
  assert.deepEqual(rows, counts)
  assert.match(page, new RegExp(`\\| connections \\| ${counts[0]?.[1]} for each server`))
})

test('a process that ends is replaced at once, and one that keeps ending after longer and longer pauses', () => {
  let failures = 0
  const pauses = Array.from({ length: 9 }, () => {
    failures = failuresAfter(failures, 500)
    return pauseMsAfter(failures)
  })
  assert.deepEqual(pauses, [0, 250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  assert.equal(pauseMsAfter(failuresAfter(failures, 60_000)), 0, 'after one that was sound')
  assert.deepEqual(
    [isHopeless([6, 6], 0), isHopeless([6, 6], 1), isHopeless([6, 5], 0)],
    [true, false, false],
    'only when nobody serves and no place is better',
  )
})

test('a line says which process wrote it, and a terminal shows it as text', () => {
  const lines: string[] = []
  openLog('info', (line) => lines.push(line), 'json', 2).warn('too much', { brand: 'b', text: 'a\nb' })
  const [line = ''] = lines
  assert.equal(JSON.parse(line).process, 2)
  assert.equal(rewrite(line.trimEnd(), 'json'), line.trimEnd())
  const shown = rewrite(line.trimEnd(), 'readable') ?? ''
  assert.match(shown, /^\d\d:\d\d:\d\d\.\d{3}Z WARN {2}too much: a\n {4}b {2}process=2 brand=b$/)
  assert.equal(rewrite('FATAL ERROR: heap', 'json'), undefined)
})

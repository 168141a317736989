import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { cleanEnvironment } from '../model/server-seat.ts'
import { emptyTally } from './tally.ts'

const programme = join(import.meta.dirname, 'run-prove.ts')

function start(words: readonly string[], folder: string): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [programme, ...words], {
    env: { ...cleanEnvironment(), TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return { child, output: () => output }
}

/** Processes that were started for a folder, or work in it. */
function processesOf(folder: string): readonly string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids.flatMap((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return words.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ? [words] : []
    } catch {
      return []
    }
  })
}

async function leavesNothing(
  signal: NodeJS.Signals,
  status: number,
  isTime: (output: string, folder: string) => boolean,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'purser-stopped-'))
  // PostgreSQL runs as somebody else where we are root.
  chmodSync(folder, 0o755)
  try {
    const { child, output } = start(['--seconds', '600', '--only', 'crashes'], folder)
    const ended = once(child, 'exit')
    while (child.exitCode === null && !isTime(output(), folder)) await wait(50)

    child.kill(signal)

    assert.deepEqual(await ended, [status, null], output())
    assert.deepEqual(processesOf(folder), [])
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('purser-')),
      [],
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a run that is stopped while it kills leaves no server, no database and no folder', async () => {
  await leavesNothing('SIGTERM', 143, (output) => output.includes('crashes, seed 1'))
})

test('nor does one that is stopped while its servers start', async () => {
  await leavesNothing('SIGINT', 130, (_, folder) => processesOf(folder).length > 0)
})

test('it ends with 1 where anything was found, also in an earlier part of the run, and otherwise with 0', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'purser-found-'))
  try {
    const cases = [
      [0, {}],
      [1, { divergences: 1 }],
      [1, { lost: 1 }],
      [1, { doubled: 1 }],
      [1, { internalErrors: 1 }],
      [1, { leaks: 1 }],
      [1, { mutantsTried: 2, mutantsCaught: 1 }],
    ] as const
    for (const [expected, found] of cases) {
      const state = join(folder, 'state.json')
      writeFileSync(state, JSON.stringify({ seconds: 9, done: { 1: { races: { ...emptyTally(), ...found } } } }))
      const { child, output } = start(['--seconds', '9', '--only', 'races', '--state', state], folder)
      const [status] = await once(child, 'close')
      assert.equal(status, expected, output())
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

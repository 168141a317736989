import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { testKey } from './shop.ts'
import { until } from './worker-room.ts'

const program = join(import.meta.dirname, '../../server/main.ts')

/** A process that only runs jobs, on the database of the test file. */
export async function startWorker(folder: string): Promise<ChildProcess> {
  const child = spawnPurser('work', '--data', folder, '--job-lease', '10')
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await until('the worker is ready', async () => /is working/.test(output))
  return child
}

export function spawnPurser(...words: string[]): ChildProcess {
  const { PURSER_TEST_DATABASE: url, ...env } = process.env
  return spawn(process.execPath, [program, ...words, '--database', url ?? '', '--log-level', 'error'], {
    env: {
      ...env,
      PURSER_ALLOW_UNSAFE_DATABASE: 'true',
      PURSER_ALLOW_PRIVATE_RECEIVERS: 'true',
      PURSER_SECRET_KEY: testKey.toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

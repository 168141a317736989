import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { testDatabase, testKey } from './shop.ts'

const program = join(import.meta.dirname, '../../server/main.ts')

/** Runs a command of the command line on the database of the test, and answers what it prints. */
export function purserCommand(...words: string[]): Promise<{ status: number; output: string }> {
  const { PURSER_TEST_DATABASE: _, ...environment } = process.env
  const env = { ...environment, PURSER_SECRET_KEY: testKey.toString('base64') }
  const flags = ['--database', testDatabase(), '--log-level', 'error']
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words, ...flags], { env }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

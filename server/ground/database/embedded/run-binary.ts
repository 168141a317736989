import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { SystemAccount } from './system-account.ts'

export interface BinaryResult {
  readonly succeeded: boolean
  /** What it printed, or why it could not be started. */
  readonly output: string
}

/** How every PostgreSQL program is started: without our environment, which could change what it does. */
export function spawnOptions(account: SystemAccount | undefined) {
  return {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    ...(account && { uid: account.uid, gid: account.gid }),
  }
}

/** Runs a PostgreSQL program until it ends. */
export function runBinary(
  binaries: string,
  name: 'postgres' | 'initdb',
  args: readonly string[],
  account: SystemAccount | undefined,
): Promise<BinaryResult> {
  const child = spawn(join(binaries, 'bin', name), args, {
    ...spawnOptions(account),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ succeeded: false, output: error.message }))
    child.on('close', (code) => resolve({ succeeded: code === 0, output: output.trim() }))
  })
}

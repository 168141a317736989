import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../../ground/log/log.ts'
import { canBuildPortal, portalFilesFor } from '../../assembly/portal-files.ts'
import type { Config } from '../../configuration/config.ts'
import type { Running } from '../lifetime.ts'

const program = fileURLToPath(new URL('../../../../scripts/build-portal.ts', import.meta.url))

/** How much of what a build says is told. */
const tailLength = 1500

const failedText = (files: string, why: string) =>
  `The portal could not be built into ${files}, so there is none; calls are answered as usual. If this user may not write there, run "npm run portal:build" where Purser is installed, as the user who owns that folder, and start again. ${why}`

/**
 * Among the sources, the first server builds the portal's pages: in a process of its own with a low priority, so that
 * calls need not wait for it. A release has them.
 */
export function withPortalBuild(running: Running, config: Config, log: Log): Running {
  const files = portalFilesFor(config)
  if (existsSync(join(files, 'index.html')) || !canBuildPortal()) return running
  log.info('portal', { text: 'The portal is being built beside the server, once. It takes some seconds.' })
  let isStopping = false
  const build = startBuild(files)
  void build.ended.then((failure) => {
    if (isStopping) return
    if (failure === undefined) log.info('portal', { text: 'The portal is built.' })
    else log.error('portal', { text: failedText(files, failure) })
  })
  const stop = async () => {
    isStopping = true
    build.child.kill('SIGKILL')
    await running.stop()
  }
  return { ...running, stop }
}

interface Build {
  readonly child: ChildProcess
  /** Why it failed; undefined when it did not. */
  readonly ended: Promise<string | undefined>
}

/** It is told nothing of the server's environment, which has secrets. */
function startBuild(files: string): Build {
  const child = spawn(process.execPath, [program, files], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-tailLength)
    })
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `It ended with ${signal ?? code}: ${said}`))
  })
  return { child, ended }
}

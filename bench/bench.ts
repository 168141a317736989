import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConnectionPool } from '../server/ground/database/connection.ts'
import { verify } from '../server/storage/verify/verify.ts'
import { cases } from './cases/all.ts'
import { type Flags, readFlags, usage } from './flags.ts'
import { hasWrk } from './load/wrk.ts'
import { findPgbench, howToInstall } from './pgbench.ts'
import { toJson, toTable } from './report.ts'
import { Site } from './site.ts'

/** Measures, and answers the exit status: 0 measured, 1 something failed or does not add up, 2 cannot run. */
async function main(): Promise<number> {
  const flags = readFlags(process.argv.slice(2), cases)
  if (typeof flags === 'string') return explain(`${flags}\n${usage(cases)}`)
  const pgbench = findPgbench()
  if (!pgbench) return explain(`${howToInstall}\n`)
  const profileFolder = flags.profile ? await mkdtemp(join(tmpdir(), 'purser-profile-')) : undefined
  const client = flags.client ?? (hasWrk() ? 'wrk' : 'node')
  const site = await Site.open({ pgbench, client, ...(profileFolder && { profileFolder }) })
  stopWhenAsked(site)
  try {
    return await measure(site, flags)
  } catch (error) {
    // What is being stopped fails in many ways that say nothing.
    if (!site.isClosing) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    return 1
  } finally {
    await site.close()
    if (profileFolder)
      process.stderr.write(
        `Profile: node scripts/on-node.js bench/summarize-profile.ts ${profileFolder}/*.cpuprofile\n`,
      )
  }
}

/** Leaves no process and no file behind, also when whoever reads the output has gone away. */
function stopWhenAsked(site: Site): void {
  const stop = () => void site.close().then(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  for (const output of [process.stdout, process.stderr]) output.on('error', stop)
  process.once('uncaughtException', (error) => {
    process.stderr.write(`${error.stack}\n`)
    stop()
  })
}

function explain(text: string): number {
  process.stderr.write(text)
  return 2
}

async function measure(site: Site, { cases, plan }: Flags): Promise<number> {
  const measured = []
  for (const of of cases) {
    progress(`${of.name} ...`)
    measured.push({ of, figures: await of.run(site, plan) })
  }
  const peaks = site.shops.flatMap(({ server }) => server.peakMemory() ?? [])
  const client = site.client.name
  const report = { measured, client, peakMemory: peaks.length > 0 ? Math.max(...peaks) : undefined }
  progress('verify ...')
  const wrong = await findDiscrepancies(site)
  for (const line of wrong) progress(line)
  process.stdout.write(`\n${toTable(report)}\n`)
  if (site.failedCalls > 0) process.stdout.write(`${site.failedCalls} calls FAILED\n`)
  process.stdout.write(wrong.length > 0 ? 'The books do NOT add up\n' : 'Everything adds up.\n')
  process.stdout.write(`${toJson(report)}\n`)
  return site.failedCalls > 0 || wrong.length > 0 ? 1 : 0
}

/** A figure counts for nothing when the books do not add up after it. */
async function findDiscrepancies({ shops }: Site): Promise<string[]> {
  const lines: string[] = []
  for (const url of new Set(shops.map((shop) => shop.url))) {
    const pool = new ConnectionPool({ url, name: 'purser bench' }, 1)
    try {
      const { discrepancies } = await verify(pool)
      for (const { check, subject, expected, found } of discrepancies.slice(0, 20)) {
        lines.push(`${subject}: expected ${expected}, found ${found} (${check})`)
      }
    } finally {
      await pool.close()
    }
  }
  return lines
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}

process.exitCode = await main()

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/ground/database/embedded/embedded.ts'
import { loadStock } from './stock.sql.ts'
import { brandFile, brandId, fewRules } from './stock.ts'

/** Measures `purser backup`, `backup check` and `restore`: `node bench/backup.ts [CARDS]`, a million if none are named. */
const cards = Number(process.argv[2] ?? 1_000_000)
const folder = await mkdtemp(join(tmpdir(), 'purser-bench-'))
// Root's PostgreSQL runs as another user, who has to get into the folder of the data.
await chmod(folder, 0o755)
const [data, file] = [join(folder, 'data'), join(folder, 'backup.tar')]
try {
  await writeFile(join(folder, 'brand.json'), brandFile(brandId, fewRules))
  await purser('brand apply', 'brand', 'apply', join(folder, 'brand.json'), '--data', data)
  await fill()
  await purser('backup', 'backup', file, '--data', data)
  process.stdout.write(`the file: ${Math.round(statSync(file).size / 1e6)} MB\n`)
  await purser('backup check', 'backup', 'check', file, '--data', data)
  await purser('restore', 'restore', file, '--data', join(folder, 'again'))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const database = await startEmbedded({ folder: data, log: () => undefined })
  try {
    await loadStock(database.url, { brand: brandId, cards, redemptions: 2 })
    process.stdout.write(`the database: ${await megabytesOf(database.url)} MB\n`)
  } finally {
    await database.stop()
  }
}

async function megabytesOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_database_size(current_database()) / 1000000 as megabytes')
  await client.end()
  return Number(rows[0]?.megabytes)
}

/** Runs a command and prints how long it took, and how much memory its process had at most. */
async function purser(name: string, ...words: string[]): Promise<void> {
  const program = join(import.meta.dirname, '../server/main.ts')
  const began = performance.now()
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  let [megabytesMax, processorSeconds] = [0, 0]
  const watch = setInterval(() => {
    megabytesMax = Math.max(megabytesMax, residentMegabytes(child.pid))
    processorSeconds = Math.max(processorSeconds, processorSecondsOf(child.pid))
  }, 50)
  const [status] = await once(child, 'close')
  clearInterval(watch)
  if (status !== 0) throw new Error(`${name} ended with ${status}.`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const used = `${processorSeconds.toFixed(1)} of them on a processor, at most ${megabytesMax} MB of memory`
  process.stdout.write(`${name}: ${seconds} seconds, ${used}\n`)
}

/** The most that a process has had so far; 0 where the system does not say. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes ?? 0) / 1000)
  } catch {
    return 0
  }
}

/** Of the process itself, without the database; 0 where the system does not say. The kernel counts in hundredths. */
function processorSecondsOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { startEmbedded } from '../server/ground/database/embedded/embedded.ts'
import { callOnce } from './load/call-once.ts'
import { boughtProducts } from './rule-book.ts'
import { peakOf, ServerProcess } from './server-process.ts'
import { brandFile, brandId, fewRules } from './stock.ts'

/**
 * Measures a brand with a large file beside a small one, while nothing else runs: `node bench/large-brand.ts [RULES]`,
 * 10,000 if none are named, with as many products. Prints how long it takes to apply the file and to use it, the most
 * memory of each process, and the longest time for which the server answered nobody.
 */
const rules = Number(process.argv[2] ?? 10_000)
const largeId = 'large'
const folder = await mkdtemp(join(tmpdir(), 'purser-bench-'))
// Root's PostgreSQL runs as another user, who has to get into the folder of the data.
await chmod(folder, 0o755)
const database = await startEmbedded({ folder: join(folder, 'data'), log: () => undefined })
try {
  const [small, json, yaml] = ['small.json', 'large.json', 'large.yaml'].map((name) => join(folder, name))
  const text = brandFile(largeId, rules)
  await writeFile(small ?? '', brandFile(brandId, fewRules))
  await writeFile(json ?? '', text)
  await writeFile(yaml ?? '', stringify(JSON.parse(text), { aliasDuplicateObjects: false }))
  const site = { url: database.url, dataFolder: folder }
  const server = await ServerProcess.start({ ...site, brandFiles: [small ?? ''] })
  try {
    await besideNeighbour(server, 'nothing', () => wait(2000))
    await besideNeighbour(server, 'brand apply, YAML', () => apply(yaml ?? ''))
    await besideNeighbour(server, 'the first call of the brand', () => call(server))
    await besideNeighbour(server, 'brand apply, JSON', () => apply(json ?? ''))
    await besideNeighbour(server, 'a call after the change', () => call(server))
  } finally {
    await server.stop()
  }
  const began = performance.now()
  const again = await ServerProcess.start({ ...site, brandFiles: [small ?? '', yaml ?? ''] })
  say('start --brand, YAML', began, again.peakMemory())
  await again.stop()
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Does something, and says how long the server kept everybody waiting meanwhile. */
async function besideNeighbour(server: ServerProcess, what: string, work: () => Promise<number | undefined>) {
  const began = performance.now()
  const working = work().finally(() => Object.assign(state, { isDone: true }))
  const state = { isDone: false, longest: 0 }
  while (!state.isDone) {
    const asked = performance.now()
    await (await fetch(`http://127.0.0.1:${server.port}/healthz`)).text()
    state.longest = Math.max(state.longest, performance.now() - asked)
    await wait(2)
  }
  const own = await working
  say(what, began, own)
  process.stdout.write(`  the server answered after at most ${Math.round(state.longest)} ms; `)
  process.stdout.write(`its memory was at most ${Math.round(server.peakMemory() ?? 0)} MB\n`)
}

function say(what: string, began: number, megabytes: number | undefined): void {
  const memory = megabytes === undefined ? '' : `, at most ${Math.round(megabytes)} MB`
  process.stdout.write(`${what}: ${Math.round(performance.now() - began)} ms${memory}\n`)
}

/** In a process of its own; returns the most memory that it had, in megabytes. */
async function apply(file: string): Promise<number> {
  const program = fileURLToPath(new URL('../server/purser.js', import.meta.url))
  const words = ['brand', 'apply', file, '--database', database.url, '--data', folder, '--log-level', 'warn']
  const child = spawn(process.execPath, [program, ...words], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  let peak = 0
  const timer = setInterval(() => {
    try {
      peak = Math.max(peak, peakOf(child.pid ?? 0) || 0)
    } catch {
      // It has ended.
    }
  }, 20)
  const [status] = await ended
  clearInterval(timer)
  if (status !== 0) throw new Error(`brand apply ended with status ${status}.`)
  return peak
}

/** A checkout without a card, which needs the brand's rules. */
async function call(server: ServerProcess): Promise<undefined> {
  const shop = { server, url: database.url, brand: largeId, usd: 2 }
  const answer = await callOnce(shop, '/merchant/checkout', { products: boughtProducts })
  if (!answer.success) throw new Error(`The checkout failed: ${JSON.stringify(answer)}`)
}

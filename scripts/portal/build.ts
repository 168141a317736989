import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const portalFolder = join(import.meta.dirname, '../../portal')

/** The server puts a nonce of its own there, for every answer. */
const nonceMark = '__NONCE__'

/**
 * Builds the application: the same sources always give the same bytes. It is built elsewhere and moved into place as a
 * whole, so that no server sends half of it, and several may build at once.
 */
export async function buildPortal(to: string): Promise<void> {
  const own = `${to}-unfinished-${process.pid}`
  try {
    removeLeftovers(to)
    await buildInto(own)
    replaceFolder(to, own)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** Of builds that were killed, whichever version it was. */
function removeLeftovers(to: string): void {
  if (!existsSync(dirname(to))) return
  for (const name of readdirSync(dirname(to))) {
    const [, built, pid] = /^(.*)-unfinished-(\d+)$/.exec(name) ?? []
    if (built !== undefined && isAlike(built, basename(to)) && !isRunning(Number(pid)))
      rmSync(join(dirname(to), name), { recursive: true, force: true })
  }
}

/** `portal-` and a number are of another version of the same. */
const isAlike = (one: string, other: string) => one.replace(/-[\da-f]+$/, '') === other.replace(/-[\da-f]+$/, '')

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function replaceFolder(to: string, by: string): void {
  rmSync(to, { recursive: true, force: true })
  try {
    renameSync(by, to)
  } catch (error) {
    // Somebody else has built the same meanwhile.
    if (!existsSync(join(to, 'index.html'))) throw error
  }
}

/**
 * A screen is a file of its own, and what several screens use is in some more. Left to itself, each set of screens that
 * share something has a file for it: a hundred for a card, most of them of a kilobyte.
 */
const fewChunks = [
  { name: 'first', tags: ['$initial' as const], priority: 1 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_000 },
]

async function buildInto(to: string): Promise<void> {
  await build({
    root: portalFolder,
    configFile: false,
    base: '/portal/',
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    html: { cspNonce: nonceMark },
    build: {
      outDir: to,
      emptyOutDir: true,
      target: 'es2024',
      // An asset that is written into the page would be against its policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1500,
      rolldownOptions: { output: { codeSplitting: { groups: fewChunks } } },
    },
  })
  compressAll(to)
}

export const portalFiles = join(portalFolder, 'dist')

/** Builds it into portal/dist unless what is there is newer than every source. */
export async function buildStalePortal(): Promise<void> {
  const to = portalFiles
  const builtAt = statSync(join(to, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = globSync('**/*.*', { cwd: portalFolder, exclude: (path) => path.startsWith('dist') })
  if (sources.some((path) => statSync(join(portalFolder, path)).mtimeMs > builtAt)) await buildPortal(to)
}

/** Beside each text its compressed form, so that the server never spends time on it. */
function compressAll(folder: string): void {
  for (const path of globSync('assets/*.{js,css,svg}', { cwd: folder })) {
    const text = readFileSync(join(folder, path))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(text, { params }))
  }
}

import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

export const portalFolder = join(import.meta.dirname, '../../portal')

/** The server puts a nonce of its own there, for every answer. */
const nonceMark = '__NONCE__'

/** Builds the application: the same sources always give the same bytes. */
export async function buildPortal(to: string): Promise<void> {
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
    },
  })
  compressAll(to)
}

/** Builds it into portal/dist unless what is there is newer than every source. */
export async function buildStalePortal(): Promise<void> {
  const to = join(portalFolder, 'dist')
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

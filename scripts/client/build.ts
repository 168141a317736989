import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Builds the client as a package that npm can pack: plain JavaScript and its types, without a source. */
export function buildClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const compiler = join(root, 'node_modules/.bin/tsc')
  const words = ['-p', join(root, 'scripts/client'), '--outDir', join(folder, 'dist')]
  execFileSync(compiler, words, { stdio: 'inherit' })
  for (const file of globSync('dist/**/*.d.ts', { cwd: folder })) renameImports(join(folder, file))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  copyFileSync(join(root, 'client/README.md'), join(folder, 'README.md'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = { ...JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8')), version }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The compiler renames what JavaScript imports, and leaves the types alone. */
function renameImports(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packClient } from '../client/pack.ts'
import { buildPortal } from '../portal/build.ts'
import { listBundledPackages } from './bundled-packages.ts'
import { listKeptFiles } from './kept-files.ts'
import { releaseManifest } from './manifest.ts'

const root = join(import.meta.dirname, '../..')

/** What is in a release beside the compiled server and its packages. Messages name pages of docs/, and /docs serves them. */
const texts = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'demo/*', 'docs/*.md', 'docs/{guides,decisions}/*.md'],
  'operate/{grafana,prometheus,proxy,systemd}/*',
]

/** What a test or another build tool reads, and a server never does. */
const notLoaded = ['server/**/*.ts', 'server/**/*.golden.txt']

/** Puts everything of a release into an empty folder: the same sources always give the same bytes. */
export async function assembleRelease(folder: string, builtFrom: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  compile(folder)
  await buildPortal(join(folder, 'portal/dist'))
  addClient(folder)
  for (const file of globSync('server/**/*.*', { cwd: root, exclude: notLoaded }).toSorted()) copy(folder, file)
  for (const file of globSync(texts, { cwd: root }).toSorted()) copy(folder, file)
  for (const path of listBundledPackages(root)) copyPackage(folder, path)
  for (const file of globSync('server/**/*.js', { cwd: folder })) renameImports(folder, file)
  const ours = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  write(join(folder, 'package.json'), `${JSON.stringify(releaseManifest(ours, builtFrom), null, 2)}\n`)
  chmodSync(join(folder, ours.bin.purser), 0o755)
}

/** `npm run types` has checked them; here they are only taken away. */
function compile(folder: string): void {
  const compiler = join(root, 'node_modules/.bin/tsc')
  const flags = ['-p', join(root, 'scripts/release'), '--outDir', folder, '--noCheck']
  execFileSync(compiler, flags, { stdio: 'inherit' })
}

/** The client, as a file to install: whoever has a release needs no sources to connect a till. */
function addClient(folder: string): void {
  const built = mkdtempSync(join(tmpdir(), 'purser-client-'))
  try {
    chmodSync(packClient(built, join(folder, 'client')).file, 0o644)
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
}

function copyPackage(folder: string, path: string): void {
  const from = join(root, path)
  if (!existsSync(from)) throw new Error(`${path} is not installed. Run "npm ci" first.`)
  for (const file of listKeptFiles(from)) copy(folder, `${path}/${file}`)
}

/** Never over a file that is there: a script for browsers may bear the name of a source that was compiled. */
function copy(folder: string, path: string): void {
  const to = join(folder, path)
  if (existsSync(to))
    throw new Error(`${path} was compiled from another file, and has the same name. Rename one of them.`)
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(join(root, path), to)
  chmodSync(to, 0o644)
}

/** The compiler has renamed what is imported, but neither in files that it did not compile nor in other texts. */
function renameImports(folder: string, path: string): void {
  const file = join(folder, path)
  const before = readFileSync(file, 'utf8')
  const after = before.replaceAll(/(['"])(\.\.?\/[^'"\n]*)\.ts\1/g, '$1$2.js$1')
  if (after !== before) write(file, after)
}

function write(path: string, text: string): void {
  writeFileSync(path, text)
  chmodSync(path, 0o644)
}

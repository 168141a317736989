// Loaded before everything else in each process of a test run. A server imports more than a thousand files: Node looks at
// the disk several times for each, and makes and links a module of it, which takes longer than most of what is tested. The
// run has put all of them into one script (`packed-sources.ts`), whose functions are called here as they are needed. Who
// imports a source from a module gets a small one that hands on what the function made.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const require = createRequire(import.meta.url)
const scheme = 'file://'
const sharer = 'purser.sources'
const file = process.env.TEST_SOURCES
const { root, places } = readBeside('json') ?? { root: scheme, places: {} }
/** Where packages, and the files in them, find each other. */
const found = new Map(readBeside('found'))
let script
let functions
const made = new Map()
const others = new Map()

/** Nothing for another user, who may not look into the folder of the run. */
function readBeside(what) {
  try {
    return JSON.parse(readFileSync(`${file}.${what}`, 'utf8'))
  } catch {
    return undefined
  }
}

/** What a source exports, or a package; each is made once. */
function $source(name) {
  const place = places[name]
  if (!place) return packageOf(name)
  let exports = made.get(name)
  if (exports) return exports
  exports = {}
  made.set(name, exports)
  functions ??= loadFunctions()
  const url = root + name
  const path = fileURLToPath(url)
  const meta = { url, filename: path, dirname: dirname(path), resolve: (other) => import.meta.resolve(other, url) }
  functions[place[0]](exports, $source, $default, (other) => importFrom(name, other), meta)
  return exports
}

/** As a module would get it that imports it: the same file of the package. */
function packageOf(name) {
  const known = others.get(name)
  if (known) return known
  const whole = module.isBuiltin(name) ? process.getBuiltinModule(name) : require(fileOf(name))
  others.set(name, whole)
  return whole
}

function fileOf(name) {
  const known = found.get(name) ?? fileURLToPath(import.meta.resolve(name))
  found.set(name, known)
  return known
}

function $default(name) {
  const whole = $source(name)
  return whole[Symbol.toStringTag] === 'Module' ? whole.default : whole
}

async function importFrom(name, other) {
  const beside = other.startsWith('.') ? root + posix.join(posix.dirname(name), other) : other
  const path = beside.slice(root.length)
  return beside.startsWith(root) && places[path] ? $source(path) : import(beside)
}

function loadFunctions() {
  const starts = Object.entries(places).map(([name, [, line]]) => [line, name])
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${frame}`)]
      .join('\n')
      .replace(placed, (_, line, column) => {
        const [above, name] = starts.findLast(([first]) => first < line) ?? [0, '']
        return `${root}${name}:${line - above}:${column}`
      })
  const placed = new RegExp(`${file.replaceAll('.', '\\.')}:(\\d+):(\\d+)`, 'g')
  const compiled = `${file}.compiled`
  const known = existsSync(compiled) ? { cachedData: readFileSync(compiled) } : {}
  script = new vm.Script(readFileSync(file, 'latin1'), { filename: file, ...known })
  return script.runInThisContext()
}

/** Keeps what has been compiled and found until now, for all processes of the run. */
export function keepCompiled() {
  writeFileSync(`${file}.compiled`, script.createCachedData())
  writeFileSync(`${file}.found`, JSON.stringify([...found]))
}

globalThis[Symbol.for(sharer)] = $source

// Not in the machine's own Node, if that is older than the one which runs the tests.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL } = context
    const isBeside = specifier.startsWith('.') && specifier.endsWith('.ts') && parentURL?.startsWith(scheme)
    if (!isBeside) return resolveOnce(specifier, context, next)
    // Quicker than `new URL`.
    const url = scheme + posix.join(posix.dirname(parentURL.slice(scheme.length)), specifier)
    const format = url.startsWith(root) && places[url.slice(root.length)] ? 'module' : 'module-typescript'
    return { url, format, shortCircuit: true }
  },
  load(url, context, next) {
    const name = url.slice(root.length)
    const names = url.startsWith(root) && places[name]?.[2]
    if (!names) return next(url, context)
    const source = `const { ${names} } = globalThis[Symbol.for('${sharer}')]('${name}'); export { ${names} }`
    return { format: 'module', source, shortCircuit: true }
  },
})

function resolveOnce(specifier, context, next) {
  const { parentURL = '', conditions } = context
  if (!parentURL.includes('/node_modules/')) return next(specifier, context)
  const key = `${conditions.includes('import') ? 'import' : 'require'} ${specifier} ${posix.dirname(parentURL)}`
  const known = found.get(key)
  if (known) return { url: known[0], format: known[1] ?? undefined, shortCircuit: true }
  const { url, format } = next(specifier, context)
  found.set(key, [url, format])
  return { url, format }
}

const isTest = process.env.NODE_TEST_CONTEXT !== undefined && isMainThread
if (isTest && /\.test\.ts$|\/programs\/\d+\.mjs$/.test(process.argv[1] ?? '')) {
  await import('./quick-tests.js')
  process.on('exit', noteProcessorTime)
}

/** Where other systems have no such file, nothing. */
function noteProcessorTime() {
  try {
    appendFileSync(`${file}.time`, `${process.argv[1]} ${readFileSync('/proc/self/stat', 'utf8')}`)
  } catch {}
}

// What was compiled is kept when a process ends by itself. Servers that tests kill have to do it before.
setTimeout(() => module.flushCompileCache?.(), 3000).unref()

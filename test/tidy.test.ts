import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { coordinatorTables } from '../server/ground/database/table-places.ts'

const root = join(import.meta.dirname, '..')

interface Source {
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

const sources: readonly Source[] = globSync('{server,portal,client,test,bench,scripts}/**/*.{ts,tsx,js,sql,css}', {
  cwd: root,
})
  .filter((path) => !/^(portal|client)\/dist\/|^client\/generated\//.test(path))
  .toSorted()
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, lines: text.trimEnd().split('\n') }
  })
const scripts = sources.filter(({ path }) => /\.tsx?$/.test(path))
const server = scripts.filter(({ path }) => path.startsWith('server/'))
const inFolder = (folder: string) => server.filter(({ path }) => path.startsWith(`server/${folder}/`))

test('no file is longer than 400 lines', () => {
  assert.deepEqual(
    sources.filter(({ lines }) => lines.length > 400).map(({ path, lines }) => `${path}: ${lines.length}`),
    [],
  )
})

test('no function is longer than 60 lines', () => {
  assert.deepEqual(
    scripts.flatMap((source) =>
      functionsOf(source)
        .filter(({ length }) => length > 60)
        .map(({ line, length }) => `${source.path}:${line}: ${length} lines`),
    ),
    [],
  )
})

test('no function takes more than four parameters', () => {
  assert.deepEqual(
    server.flatMap((source) =>
      functionsOf(source)
        .filter(({ parameters }) => parameters > 4)
        .map(({ line, parameters }) => `${source.path}:${line}: ${parameters} parameters`),
    ),
    [],
  )
})

test('files are named after nouns of the product', () => {
  const empty = /^(utils?|helpers?|common|types|constants|services?|managers?|index|misc|shared|lib)$/
  const names = (path: string) => [...dirname(path).split('/').slice(1), basename(path).split('.')[0] ?? '']
  const bad = sources.filter(
    ({ path }) => !path.startsWith('test/support/') && names(path).some((name) => empty.test(name)),
  )
  assert.deepEqual(
    bad.map(({ path }) => path),
    [],
  )
})

// One word for two things makes a reader look up which of them is meant.
test('no two files export a type of the same name', () => {
  const own = scripts.filter(({ path }) => /^(server|portal)\//.test(path))
  const names = own.flatMap(({ text }) =>
    [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name),
  )
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  assert.deepEqual([...new Set(twice)].toSorted(), [])
})

test('types are named after what they are, not after what was done to it', () => {
  const empty =
    /^(?:export )?(?:interface|type) (Told|Asked|Wanted|Known|Given|Wish|Wishes|Telling|Shown|Said|Sought|Placed|Judged|Moved|Tried|Place)\b/
  assert.deepEqual(
    matches(
      scripts.filter(({ path }) => /^(server|portal|client)\//.test(path)),
      empty,
    ),
    [],
  )
})

test('names of files are lower-case words joined by hyphens', () => {
  const wrong = sources.filter(({ path }) => !/^[a-z0-9/.-]+$/.test(path))
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})

test('nothing is left to be done later, and no check is switched off', () => {
  const self = relative(root, import.meta.filename)
  const product = sources.filter(({ path }) => path !== self)
  assert.deepEqual(matches(product, /\b(TODO|FIXME|HACK)\b/), [])
  assert.deepEqual(matches(product, /@ts-(ignore|nocheck|expect-error)/), [])
  assert.deepEqual(matches(server, /biome-ignore (?!lint\/\w+\/\w+: \w)|ignore .*(noExplicitAny|noNonNull)/), [])
  assert.deepEqual(matches(server, /\.only\(|\bdebugger\b|console\.(log|debug)/), [])
})

test('the linter forbids any, the exclamation mark after a value, and default exports', () => {
  const { linter } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  assert.equal(linter.rules.suspicious.noExplicitAny, 'error')
  assert.equal(linter.rules.style.noNonNullAssertion, 'error')
  assert.equal(linter.rules.style.noDefaultExport, 'error')
  assert.deepEqual(matches(server, /(:|<|\bas) any\b(?!\.)|export default/), [])
})

test('comments are sentences, without tags and banners', () => {
  assert.deepEqual(matches(scripts, /^\s*\*\s*@(param|returns?|throws)\b/), [])
  assert.deepEqual(matches(server, /^\s*\/\/\s*[-=*#]{4,}/), [])
})

test('only the configuration and the entry read the environment and the command line', () => {
  const allowed = ['server/program/configuration/config.ts', 'server/main.ts']
  const others = server.filter(({ path }) => !allowed.includes(path))
  assert.deepEqual(matches(others, /process\.(env|argv)\b/), [])
})

test('operations have no clock and no randomness of their own', () => {
  assert.deepEqual(
    matches(
      inFolder('calls/operations'),
      /Date\.now\(|new Date\(\)|Math\.random|performance\.now|\brandom(Bytes|UUID|Int)\(/,
    ),
    [],
  )
})

/** Beginning and ending a transaction is the business of whoever runs it. */
const transaction = /^\s*(begin|commit|rollback|listen|set|select 1\b)/i
const isSqlHome = (path: string) =>
  path.endsWith('.sql.ts') || /^server\/(ground\/database|storage\/(store|brand-store|verify))\//.test(path)

test('SQL stands where SQL is expected', () => {
  const strays = server
    .filter(({ path }) => !isSqlHome(path))
    .flatMap((source) =>
      statementsOf(source)
        .filter(({ sql }) => !transaction.test(sql))
        .map(({ line }) => `${source.path}:${line}`),
    )
  assert.deepEqual(strays, [])
})

test('every statement names the brand of each table that it reads or writes', () => {
  const tables = brandTables().filter((table) => table !== 'brand')
  const onTable = new RegExp(`\\b(from|into|update|join)\\s+(${tables.join('|')})\\b`, 'gi')
  const without = server.flatMap((source) =>
    statementsOf(source)
      .filter(({ sql }) => (sql.match(onTable) ?? []).length > (sql.match(/brand_id/g) ?? []).length)
      .map(({ line }) => `${source.path}:${line}`),
  )
  assert.ok(tables.length >= 8, 'the migrations were read')
  assert.deepEqual(without, [])
})

test('the brand leads every key of every table that has brands', () => {
  const ofBrands = migrations()
    .split(/;\s*$/m)
    .filter((statement) => !((/create (?:table|index \w+ on) (\w+)/.exec(statement)?.[1] ?? '') in coordinatorTables))
    .join(';\n')
  const keys = ofBrands.matchAll(/(?:primary key|unique|foreign key|create (?:unique )?index \w+ on \w+) \(([^)]*)/g)
  const others = [...keys].map(([whole]) => whole).filter((key) => !/\(brand_id\b/.test(key))
  assert.deepEqual(others, [])
})

test('values are bound to statements, never pasted into them', () => {
  const pasted = server
    .filter(({ path }) => isSqlHome(path))
    .flatMap((source) => matches([source], /\.query\(\s*`[^`]*\$\{(?!pg\.escapeIdentifier)/))
  assert.deepEqual(pasted, [])
})

test('packages are pinned, and the lock file names no registry', () => {
  const { dependencies, devDependencies, optionalDependencies } = packageFile()
  const versions = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies })
  assert.deepEqual(
    versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))),
    [],
  )
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  assert.equal(/"resolved"|https?:\/\/[^"]*registry/.test(lock), false)
})

test('the lock file has the packages of every platform, so that npm ci works on all of them', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  )
  assert.deepEqual(missing, [])
})

test('each dependency has its line in docs/dependencies.md', () => {
  const file = join(root, 'docs/dependencies.md')
  assert.ok(existsSync(file), 'docs/dependencies.md says why each dependency is there')
  const lines = readFileSync(file, 'utf8').split('\n')
  const { dependencies, devDependencies, optionalDependencies } = packageFile()
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  // The packages of several platforms are one dependency.
  const known = names.map((name) => name.replace(/(\/|-)(darwin|linux)-(arm64|x64)$/, ''))
  assert.deepEqual(
    known.filter((name) => !lines.some((line) => line.includes(name))),
    [],
  )
})

test('the README is read in one sitting', () => {
  assert.ok(existsSync(join(root, 'README.md')), 'there is a README.md')
  const lines = readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n')
  assert.ok(lines.length < 120, `${lines.length} lines`)
})

function matches(from: readonly Source[], pattern: RegExp): string[] {
  return from.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )
}

const start =
  /^( *)(?:export )?(?:(?:private |static |override |get )*(?:async )?(?:function\*? )?[\w#]+(?:<.*>)?\(|.*= (?:async )?\(.*=> \{$)/
/** What looks like the beginning of a function and is a call: a test is as long as its table. */
const statement = /^ *(if|for|while|switch|return|await|throw|else|catch|super|test|after|race)\b/

/** The formatter puts the end of a function under its beginning, so that indentation tells where it ends. */
function functionsOf({ lines }: Source): { line: number; length: number; parameters: number }[] {
  return lines.flatMap((line, index) => {
    const indent = start.exec(line)?.[1]
    if (indent === undefined || statement.test(line)) return []
    const opening = opensBody(lines, index, indent)
    if (opening === undefined) return []
    const end = lines.findIndex((one, at) => at > opening && one !== '' && indentOf(one) <= indent.length)
    if (!lines[end]?.startsWith(`${indent}}`)) return []
    const parameters = lines.slice(index + 1, opening).filter((one) => indentOf(one) === indent.length + 2)
    const count = parameters.filter((one) => !/^ *\}/.test(one)).length
    return [{ line: index + 1, length: end - index + 1, parameters: count }]
  })
}

/** The line on which the body begins: the first, or the one that closes a list of parameters written one per line. */
function opensBody(lines: readonly string[], index: number, indent: string): number | undefined {
  const first = lines[index] ?? ''
  if (first.endsWith('{')) return index
  if (!first.endsWith('(')) return undefined
  const close = lines.findIndex((one, at) => at > index && one.startsWith(`${indent})`))
  return lines[close]?.endsWith('{') ? close : undefined
}

const indentOf = (line: string) => (/^ */.exec(line)?.[0] ?? '').length

/** The SQL of a source: texts that begin with a verb of SQL. */
function statementsOf({ text }: Source): { sql: string; line: number }[] {
  const verbs =
    /^\s*(select|insert|update|delete|with|begin|commit|rollback|listen|notify|create|alter|drop|truncate|copy|lock|set)\b/i
  const literals = text.matchAll(/`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'/g)
  return [...literals]
    .map((match) => ({
      sql: match[1] ?? match[2] ?? '',
      line: text.slice(0, match.index).split('\n').length,
      tag: text.slice(0, match.index),
    }))
    .filter(({ sql, tag }) => verbs.test(sql) && /(rows(<[^`]*>)?|affected|query\(|text: )\s*$/.test(tag))
}

const migrations = () =>
  sources
    .filter(({ path }) => /^server\/ground\/database\/migrations\//.test(path))
    .map(({ text }) => text)
    .join('\n')

function brandTables(): string[] {
  const tables = migrations().matchAll(/create table (\w+) \(([^;]*)/g)
  return [...tables].filter(([, , columns = '']) => /\bbrand_id\b/.test(columns)).map(([, name = '']) => name)
}

function packageFile(): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}

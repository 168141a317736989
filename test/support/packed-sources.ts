import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'

/** A source as the body of a function that is given what it imports, and fills `exports`. */
interface PackedSource {
  readonly text: string
  /** The sources that have to be there before it. */
  readonly needs: readonly string[]
  readonly names: readonly string[]
}

/** By path: its place among the functions, the line of the pack that is above its first, and what it exports. */
type PackedPlaces = Record<string, readonly [place: number, lineAbove: number, names: readonly string[]]>

const parameters = '(exports, $source, $default, $import, $meta)'

/**
 * Puts all sources, without their types, into one script, and beside it where in it each is: processes of tests read and
 * compile that instead of two thousand modules (`quick-imports.js`). Lines and columns stay what they are. Returns its path.
 */
export function packSources(root: string, folder: string): string {
  const paths = globSync(['server/**/*.ts', 'test/support/**/*.ts'], { cwd: root, exclude: ['**/*.d.ts'] })
  const all = new Map(paths.map((path) => [path, toPacked(path, readFileSync(join(root, path), 'utf8'))]))
  const places: PackedPlaces = {}
  const texts = ["'use strict';["]
  let lines = 1
  for (const [path, { text, names }] of complete(all)) {
    const whole = `${parameters} => {\n${text}\n;Object.assign(exports, { ${names.join()} })},`
    places[path] = [texts.length - 1, lines + 1, names]
    texts.push(whole)
    lines += whole.split('\n').length
  }
  const file = join(folder, 'sources.cjs')
  writeFileSync(file, [...texts, ']\n'].join('\n'), 'latin1')
  writeFileSync(`${file}.json`, JSON.stringify({ root: `${pathToFileURL(root)}/`, places }))
  return file
}

/** Those whose needs are all packed, too. */
function complete(all: ReadonlyMap<string, PackedSource | undefined>): ReadonlyMap<string, PackedSource> {
  const isHere = ([, source]: readonly [string, PackedSource | undefined]) =>
    source?.needs.every((path) => all.get(path))
  const some = new Map([...all].filter(isHere))
  return some.size === all.size ? (some as Map<string, PackedSource>) : complete(some)
}

/** Of a source that is no TypeScript, or that waits while it is loaded, nothing: Node reads it by itself. */
export function toPacked(path: string, source: string): PackedSource | undefined {
  const needs = new Set<string>()
  const names: string[] = []
  const from = (specifier: string) => {
    if (!specifier.startsWith('.')) return `'${specifier}'`
    const needed = join(dirname(path), specifier)
    needs.add(needed)
    return `'${needed}'`
  }
  try {
    const text = stripTypeScriptTypes(source)
      .replace(/^import '([^']+)'/gm, (_, specifier) => `$source(${from(specifier)});`)
      .replace(/^import (\w+)?(,? ?)(\{[^}]*\})? from '([^']+)'/gm, (_, own, __, named, specifier) => {
        const place = from(specifier)
        const taken = [own && `${own} = $default(${place})`, named && `${toPattern(named)} = $source(${place})`]
        return `const ${taken.filter(Boolean).join(', ')};`
      })
      .replace(/^export (\{[^}]*\}) from '([^']+)'/gm, (_, named, specifier) => {
        const lines = '\n'.repeat(named.split('\n').length - 1)
        const given = namesIn(named).map((name) => name.split(' as '))
        return `{ const one = $source(${from(specifier)}); ${given.map(([name, as = name]) => `exports.${as} = one.${name};`).join(' ')} }${lines}`
      })
      .replace(/^export (?= *(?:async )?(?:const|function\*?|class) +(\w+))/gm, (_, name) => {
        names.push(name)
        return ' '.repeat('export '.length)
      })
      // Not in a text that a source writes.
      .replace(/(?<!`.*)\bimport\(/g, '$import(')
      .replace(/\bimport\.meta\b/g, '$meta')
      // Where it took away letters of several bytes, the stripper leaves spaces of as many.
      .replace(/[\u2000-\u200a\ufeff]/g, ' ')
      .replace(/[\u0100-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    new vm.Script(`${parameters} => {${text}\n}`)
    return { text, needs: [...needs], names }
  } catch {
    return undefined
  }
}

const toPattern = (named: string) => named.replace(/(\w+) as (\w+)/g, '$1: $2')

const namesIn = (named: string) =>
  named
    .slice(1, -1)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

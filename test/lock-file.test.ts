import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface Locked {
  readonly engines?: { readonly node?: string }
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}

/** Whether a range such as `^20.19.0 || >=22.12.0` takes some Node 20. */
function takesNode20(range: string): boolean {
  return range.split('||').some((part) => {
    const [, sign = '', major = '0'] = /^\s*([<>=^~]*)\s*v?(\d+)/.exec(part) ?? []
    return sign.startsWith('>') ? Number(major) <= 20 : Number(major) === 20 || part.trim() === '*'
  })
}

test('npm ci on Node 20 warns of no engine: what runs on the installed Node alone asks npm for none', () => {
  const asking = Object.entries(lock.packages).flatMap(([name, { engines }]) =>
    engines?.node !== undefined && !takesNode20(engines.node) ? [`${name}: ${engines.node}`] : [],
  )
  assert.deepEqual(asking, [], 'remove "engines" of these in package-lock.json (docs/decisions/0018)')
})

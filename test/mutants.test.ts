import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import test from 'node:test'
import { Script } from 'node:vm'
import { mutants } from './mutants/all.ts'

const root = join(import.meta.dirname, '..')

test('each fault of the list can still be put in, and its guards exist', () => {
  const tests = globSync('test/**/*.test.ts', { cwd: root })
  const wrong = mutants.flatMap(({ file, find, replace, guards, breaks }) => {
    const places = readFileSync(join(root, file), 'utf8').split(find).length - 1
    return [
      ...(places === 1 ? [] : [`${file}: found ${places} times: ${find}`]),
      ...(find === replace ? [`${file}: changes nothing: ${breaks}`] : []),
      ...guards
        .filter((part) => !tests.some((path) => path.includes(part)))
        .map((part) => `${file}: no test has ${part} in its path`),
    ]
  })
  assert.deepEqual(wrong, [])
})

test('what a fault makes of a file is still a program: one that cannot be read would be noticed by every test', () => {
  for (const { file, find, replace, breaks } of mutants.filter((one) => one.file.endsWith('.ts'))) {
    const source = readFileSync(join(root, file), 'utf8').replace(find, () => replace)
    assert.doesNotThrow(() => new Script(`async () => {${withoutModule(stripTypeScriptTypes(source))}}`), breaks)
  }
})

/** The text without what only a module may say. */
function withoutModule(source: string): string {
  return source.replace(/^import\b[^;'"]*['"][^'"]*['"];?/gm, '').replace(/^export (?=\w)/gm, '')
}

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
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

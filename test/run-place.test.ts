import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { placeWith, removeLeftovers } from './support/run-place.ts'

const gigabyte = 1024 ** 3

test('a run works in memory where there is plenty of it, and a disk of it', () => {
  assert.equal(placeWith({ disk: 24 * gigabyte, memory: 20 * gigabyte }), '/dev/shm')
  // That of a container is small, and a disk can be larger than the memory behind it.
  assert.equal(placeWith({ disk: gigabyte / 16, memory: 20 * gigabyte }), tmpdir())
  assert.equal(placeWith({ disk: 24 * gigabyte, memory: 4 * gigabyte }), tmpdir())
})

test('what a killed run has left is removed, an hour later; what others have is not', (t) => {
  const place = mkdtempSync(join(tmpdir(), 'purser-places-'))
  t.after(() => rmSync(place, { recursive: true }))
  const { pid: ended } = spawnSync(process.execPath, ['-e', '0'])
  const left = join(place, `purser-test-${ended}-abc`)
  const others = [`purser-test-${process.pid}-abc`, 'purser-test-abc', 'PostgreSQL.1234'].map((one) => join(place, one))
  for (const path of [left, ...others]) mkdirSync(path)
  removeLeftovers(place, Date.now())
  assert.ok(existsSync(left))
  removeLeftovers(place, Date.now() + 3_700_000)
  assert.deepEqual([left, ...others].filter(existsSync), others)
})

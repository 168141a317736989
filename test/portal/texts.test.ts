import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { de } from '../../portal/texts/de.ts'
import { en } from '../../portal/texts/en.ts'

const portal = join(import.meta.dirname, '../../portal')

type Leaf = readonly [path: string, text: unknown]

function leavesOf(texts: object, path = ''): readonly Leaf[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? leavesOf(value, `${path}${name}.`)
      : [[`${path}${name}`, value] as const],
  )
}

test('German has every text that English has, and no others', () => {
  const names = (texts: object) => leavesOf(texts).map(([path, value]) => `${path}: ${typeof value}`)
  assert.deepEqual(names(de).toSorted(), names(en).toSorted())
})

test('no text is empty', () => {
  for (const texts of [en, de])
    assert.deepEqual(
      leavesOf(texts).filter(([, text]) => typeof text === 'string' && text.trim() === ''),
      [],
    )
})

/** Words between tags, or in an attribute that people see or hear. */
const betweenTags = />([^<>{}=;()]*[A-Za-z]{2,}[^<>{}=;()]*)<\//
const inAttribute =
  /\b(label|title|placeholder|alt|about|what|why|action|consequence|description|aria-label)="[^"]*[A-Za-z]{2}/
const ownLine = /^\s+[A-Z][a-z']+( [\w'’,.]+)+[.!?]?$/

test('no text is left in a component: all are in portal/texts', () => {
  const found = globSync('**/*.tsx', { cwd: portal }).flatMap((path) =>
    readFileSync(join(portal, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const isText = [betweenTags, inAttribute, ownLine].some((pattern) => pattern.test(line))
        const isComment = /^\s*(\/\*\*|\*|\/\/)/.test(line)
        return isText && !isComment ? [`${path}:${index + 1}: ${line.trim()}`] : []
      }),
  )
  assert.deepEqual(found, [])
})

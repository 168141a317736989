import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { faultWords } from '../../server/domain/brand/faults-de/fault-words.ts'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'

const root = join(import.meta.dirname, '../..')

/** Words that stand in English sentences, and in no German one. */
const english = /\b(the|is|of|and|not|only|needs|must|are|be|to|it|by|expected|there|unknown|with|found|has)\b/i

const literal = String.raw`\s*(?:'((?:[^'\\]|\\.)*)'|\x60((?:[^\x60$\\]|\\.|\$\{[^{}\x60]*\})*)\x60)`

/** Where faults are said, and what stands before their texts. */
const places = [
  ['server/domain/brand/{reading,rules,shapes}/**/*.ts', String.raw`\.(?:fault|warn|faultOfKey)\(`],
  ['server/{brand-store,operations/admin/parts}/**/*.ts', String.raw`\bmessage(?::| =)`],
  ['server/domain/brand/reading/yaml-words.ts', String.raw`(?:\bmessage(?::| =)|return|\?|:)(?=\s)`],
  ['server/doors/portal-api/configuration/product-rows.ts', String.raw`(?:\bmessage:|\) return)`],
] as const

/** Every fault and warning that is said with a text of its own, with `42` for its values. */
function faultsInSource(): string[] {
  return places.flatMap(([files, before]) =>
    globSync(files, { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(new RegExp(before + literal, 'g'))].map(
        ([, plain, template = '']) =>
          // What follows a word without a space is advice, which has words of its own.
          (plain ?? template)
            .replace(/\$\{[^}]*\}/g, '42')
            .replaceAll('\\', '')
            .replace(/(?<=[a-z])42$/, ''),
      ),
    ),
  )
}

/** Those that are put together of several texts, and what comes of them. */
const composed = new Set([
  '42 with discountType 42',
  '42, so it matches nothing',
  'the 42 "42" is defined twice, first 42',
])
const composedOf = [
  'is required with discountType bogo',
  'is not allowed with discountType bogo',
  'no product of this file has the SKU "X", so it matches nothing; add it to products',
  'no product of this file has the category "X", so it matches nothing; known: a, b; or add it to a product: categories: [X]',
  'the coupon set "X" is defined twice, first on line 7; rename or remove one of them',
  'the coupon set "X" is defined twice, first at couponSets[1] (line 7)',
  'there is no coupon set "X" in this file; known: a, b (and it is named in 2 more places)',
  'expected one of mon, tue; found the text "Monday"; did you mean "mon"?',
  'minIssue is above maxIssue: 5 is more than 3; write minIssue: 3, maxIssue: 5, or leave one of them out',
]

test('every fault of a brand file has German words', () => {
  const faults = faultsInSource()
  assert.ok(faults.length > 100, String(faults.length))
  const left = [...faults.filter((fault) => !composed.has(fault)), ...composedOf]
    .map((fault) => faultWords(fault, 'de'))
    .filter((told) => english.test(told))
  assert.deepEqual(left, [])
})

test('the values of a fault, and what to write instead, are told in German too', () => {
  //  the file, what is said
  const rows: [object, string][] = [
    [{ brand: { id: 5 } }, 'hier steht ein Text, gefunden: die Zahl 5; setzen Sie es in Anführungszeichen: "5"'],
    [{ brand: { curency: 'USD' } }, 'diesen Schlüssel gibt es nicht; meinten Sie "currency"?'],
    [
      { brand: { currency: 'usd' } },
      'hier steht eine Währung nach ISO 4217 wie USD, gefunden: der Text "usd"; schreiben Sie USD',
    ],
    [{ groups: 'x' }, 'hier steht eine Liste wie [{ id: city }], gefunden: der Text "x"'],
  ]
  for (const [file, words] of rows) {
    const read = readBrandFile(JSON.stringify(file))
    assert.ok('faults' in read)
    const told = read.faults.map(({ message }) => faultWords(message, 'de'))
    assert.ok(told.includes(words), told.join('\n'))
  }
  assert.equal(faultWords('unknown key; known here: a, b', 'en'), 'unknown key; known here: a, b')
})

test('what a text should look like is said in German, too', () => {
  const files = globSync('server/domain/brand/{reading,rules,shapes}/**/*.ts', { cwd: root })
  const expected = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/textLike\(\s*\/.*\/[a-z]*,\s*'([^']+)'/g)].map(
      ([, words = '']) => words,
    ),
  )
  assert.ok(expected.length > 10, String(expected.length))
  const left = expected.filter((words) => faultWords(`expected ${words}, found the text "x"`, 'de').includes(words))
  assert.deepEqual(left, [])
})

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type BrandFault, faultOf } from '../../server/domain/brand/faults/fault.ts'
import { faultLine, faultWords } from '../../server/domain/brand/faults/fault-words.ts'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'

const root = join(import.meta.dirname, '../..')
const languages = ['en', 'de'] as const

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
    [
      { locations: [{ id: 'ä' }] },
      'hier stehen druckbare ASCII-Zeichen ohne Leerzeichen am Anfang oder Ende, gefunden: der Text "ä"; schreiben Sie zum Beispiel "1001"',
    ],
  ]
  for (const [file, words] of rows) {
    const read = readBrandFile(JSON.stringify(file))
    assert.ok('faults' in read)
    const told = read.faults.map((fault) => faultWords(fault, 'de'))
    assert.ok(told.includes(words), told.join('\n'))
  }
})

test('what a fault names is printed as it is, even where it reads like words of ours', () => {
  const named = faultOf('undefinedName', { noun: 'segment', name: 'group', more: 0, isPerhaps: false })
  assert.equal(faultWords(named, 'de'), 'in dieser Datei gibt es „group“ nicht (Segment)')
  const listed = faultOf('listedTwice', { name: 'milk and sugar; did you mean "tea"?' })
  assert.equal(faultWords(listed, 'de'), '„milk and sugar; did you mean "tea"?“ steht zweimal da')
})

test('a fault is plain data: it is printed the same after a journey', () => {
  const faults: BrandFault[] = [
    faultOf('unknownKey', { advice: { advice: 'knownHere', names: ['a', 'b'] } }),
    faultOf('notNumber', {
      example: '5',
      found: { is: 'text', text: '2,50 €' },
      advice: { advice: 'withoutUnit', number: '2.50', hasComma: true },
    }),
    faultOf('templateOrText'),
    faultOf('judged', { en: 'no', de: 'nein' }),
  ]
  for (const language of languages)
    for (const fault of faults)
      assert.equal(faultWords(JSON.parse(JSON.stringify(fault)), language), faultWords(fault, language))
})

test('a name of a page is neither kept nor printed a thousand times', () => {
  const page = 'x'.repeat(100_000)
  const read = readBrandFile(JSON.stringify({ brand: {}, [page]: 1, groups: [{ id: 'a' }, { id: 'a', [page]: 1 }] }))
  assert.ok('faults' in read)
  assert.ok(JSON.stringify(read.faults).length < 20_000)
  for (const fault of read.faults) assert.ok(faultLine(fault, 'de').length < 4100)
})

/** Words that stand in English sentences, and in no German one. */
const english = /\b(the|is|of|and|not|only|needs|must|are|be|to|it|by|expected|there|unknown|with|found|has)\b/i

test('no German words are left English', () => {
  const files = globSync('server/domain/brand/faults/de/*.ts', { cwd: root })
  assert.ok(files.length >= 6, String(files.length))
  const left = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !/^import|^\s*(?:\/\*\*|\*|\/\/)/.test(line))
      .flatMap((line) =>
        [...line.matchAll(/'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map((found) => found[1] ?? found[2] ?? ''),
      )
      .map((text) => text.replace(/\$\{[^}]*\}/g, ''))
      .filter((text) => / /.test(text) && english.test(text)),
  )
  assert.deepEqual(left, [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderCode128 } from '../../server/doors/pages/pass/code-128.ts'

/** The symbol characters in the standard's other notation: eleven modules, black ones as ones, in hexadecimal. */
const modules = `
  6cc 66c 666 498 48c 44c 4c8 4c4 464 648 644 624 59c 4dc 4ce 5cc 4ec 4e6 672 65c 64e 6e4 674 76e 74c 72c 726 764 734
  732 6d8 6c6 636 518 458 446 588 468 462 688 628 622 5b8 58e 46e 5d8 5c6 476 776 68e 62e 6e8 6e2 6ee 758 746 716 768
  762 71a 77a 642 78a 530 50c 4b0 486 42c 426 590 584 4d0 4c2 434 432 612 650 7ba 614 47a 53c 4bc 49e 5e4 4f4 4f2 7a4
  794 792 6de 6f6 7b6 578 51e 45e 5e8 5e2 7a8 7a2 5de 5ee 75e 7ae 684 690 69c`
  .trim()
  .split(/\s+/)
  .map((hex) => Number.parseInt(hex, 16).toString(2))
const stop = '1100011101011'

/** What a scanner sees on one line across the picture: a letter for each module. */
function scan(svg: string): string {
  const [, total = '0', height = '0'] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  const line = Array.from({ length: Number(total) }, () => '0')
  const bars = [...svg.matchAll(/M(\d+) 0h(\d+)v(\d+)h-(\d+)z/g)]
  assert.equal(bars.map(([bar]) => bar).join(''), /<path d="([^"]*)"/.exec(svg)?.[1], 'nothing but bars')
  for (const [, x, width, tall, back] of bars) {
    assert.deepEqual([tall, back], [height, width])
    line.fill('1', Number(x), Number(x) + Number(width))
  }
  return line.join('')
}

/** Reads a line as a scanner does: start, characters by the code set in force, check character, stop. */
function decode(line: string): { text: string; quiet: [before: number, after: number] } {
  const [, before = '', symbols = '', after = ''] = /^(0*)(1.*1)(0*)$/.exec(line) ?? []
  assert.ok(symbols.endsWith(stop) && (symbols.length - stop.length) % 11 === 0, 'whole characters and the stop')
  const values = (symbols.slice(0, -stop.length).match(/.{11}/g) ?? []).map((bits) => modules.indexOf(bits))
  assert.ok(values.every((value) => value >= 0))
  const check = values.pop()
  const [start = 0, ...content] = values
  const sum = content.reduce((total, value, index) => total + value * (index + 1), start)
  assert.equal(check, sum % 103)
  let set = { 104: 'B', 105: 'C' }[start]
  let text = ''
  for (const value of content) {
    if (set === 'C' && value === 100) set = 'B'
    else if (set === 'C') text += String(value).padStart(2, '0')
    else if (set === 'B' && value < 95) text += String.fromCharCode(value + 32)
    else assert.fail(`${value} in code set ${set}`)
  }
  return { text, quiet: [before.length, after.length] }
}

test('what is drawn is read again, with the blank space that a reader needs', () => {
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
  const numbers = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0')).join('')
  const pieces = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
  const texts = ['6012345678901234', '70000001', '123', '7', 'AB-12', 'card 7', '00', '0000001', '<&"\'>', 'a']
  for (const text of [...texts, ...pieces(printable, 40), ...pieces(numbers, 40), ...pieces(numbers, 39)]) {
    const read = decode(scan(renderCode128(text) ?? ''))
    assert.deepEqual(read, { text, quiet: [10, 10] })
  }
})

test('digits go in pairs, which halves the width', () => {
  //  text                 modules of bars: 11 for each character, start, check; 13 for the stop
  const table: readonly [text: string, width: number][] = [
    ['6012345678901234', 11 * (1 + 8 + 1) + 13],
    ['601234567890123', 11 * (1 + 7 + 2 + 1) + 13],
    ['A012345678901234', 11 * (1 + 16 + 1) + 13],
  ]
  for (const [text, width] of table) assert.equal(scan(renderCode128(text) ?? '').length, width + 20, text)
})

test('the table keeps the rules of the standard: eleven modules, an even number of them black, no two alike', () => {
  assert.deepEqual([modules.length, new Set(modules).size], [106, 106])
  for (const bits of modules) {
    assert.match(bits, /^1+0+1+0+1+0+$/)
    assert.deepEqual([bits.length, bits.replaceAll('0', '').length % 2], [11, 0])
  }
})

test('other scripts, control characters, nothing, and what is too long to be read have no barcode', () => {
  for (const text of ['', 'Kärtchen', '咖啡', 'a\tb', 'a\n', '\u007f', '7'.repeat(41)])
    assert.equal(renderCode128(text), undefined, JSON.stringify(text))
})

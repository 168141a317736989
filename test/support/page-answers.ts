import assert from 'node:assert/strict'

/** Stands for whatever differs from time to time: a reference, a date, further fields, further lines. */
const anything = '…'

/**
 * Compares what a page shows with what was really printed. JSON is compared by value: "…" is any value, a text with … in
 * it a text that begins and ends so, and a field or an element … stands for further ones. Other texts are compared line
 * by line, and a line … stands for any number of lines.
 */
export function assertAnswer(place: string, language: string, shown: string, printed: string): void {
  if (language === 'json') assertJson(place, shown, printed)
  else
    assert.ok(fitsLines(linesOf(shown), linesOf(printed)), `${place}: the page shows\n${shown}\nand it was\n${printed}`)
}

/** Of several answers, the page may show the last ones. */
function assertJson(place: string, shown: string, printed: string): void {
  const wanted = documentsOf(shown)
  const last = printedDocuments(printed).slice(-wanted.length)
  assert.equal(last.length, wanted.length, `${place}: there are answers to compare\n${printed}`)
  for (const [index, one] of wanted.entries()) {
    const text = JSON.stringify(last[index], undefined, 2)
    assert.ok(
      fits(one, last[index]),
      `${place}: the page shows\n${JSON.stringify(one, undefined, 2)}\nand it was\n${text}`,
    )
  }
}

/** Those on a line of their own, and those that begin and end with a line of one bracket. */
function printedDocuments(printed: string): unknown[] {
  const texts = printed.match(/^\{$[\s\S]*?^\}$|^\{.+$/gm) ?? []
  return texts.map((one) => JSON.parse(one))
}

/** JSON documents one after the other, each of which begins and ends at the beginning of a line. */
function documentsOf(text: string): unknown[] {
  return text.split(/^(?=\{)/m).map((one) => JSON.parse(one))
}

export function fits(shown: unknown, real: unknown): boolean {
  if (shown === anything) return real !== undefined
  if (typeof shown === 'string') return typeof real === 'string' && patternOf(shown).test(real)
  if (Array.isArray(shown)) return Array.isArray(real) && fitsList(shown, real)
  if (typeof shown === 'object' && shown !== null) return isObject(real) && fitsObject(shown, real)
  return shown === real
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fitsList(shown: readonly unknown[], real: readonly unknown[]): boolean {
  const isOpen = shown.at(-1) === anything
  const wanted = isOpen ? shown.slice(0, -1) : shown
  return (isOpen || wanted.length === real.length) && wanted.every((one, index) => fits(one, real[index]))
}

function fitsObject(shown: object, real: object): boolean {
  const { [anything]: more, ...wanted } = shown as Record<string, unknown>
  const found = real as Record<string, unknown>
  const names = Object.keys(wanted)
  const isWhole = more !== undefined || Object.keys(found).every((name) => names.includes(name))
  return isWhole && names.every((name) => fits(wanted[name], found[name]))
}

const patternOf = (text: string) =>
  new RegExp(
    `^${text
      .split(anything)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  )

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())

function fitsLines([first, ...rest]: readonly string[], real: readonly string[]): boolean {
  if (first === undefined) return real.length === 0
  if (first.trim() === anything) return real.some((_, index) => fitsLines(rest, real.slice(index))) || rest.length === 0
  return real[0] !== undefined && patternOf(first).test(real[0]) && fitsLines(rest, real.slice(1))
}

/** The names and kinds of everything in a value, without the values; of a list, those of its first element. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (!isObject(value)) return typeof value
  const entries = Object.entries(value).map(([name, one]) => [name, shapeOf(one)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

import type { FileFault } from '../../../domain/brand/faults/fault.ts'
import { faultWords } from '../../../domain/brand/faults/fault-words.ts'
import { nameMeant } from '../../../domain/brand/faults/name-meant.ts'

/** How much of a long line is shown. */
const excerptCharacters = 100

/**
 * A fault as editors and terminals know it, so that a click leads to it, with the line itself, if there is a text, and a
 * mark below:
 * `harbor.yaml:41:13: campaigns[earn].rules[r].limit: expected …`
 */
export function faultLines(file: string, text: string, fault: FileFault, kind: 'fault' | 'warning'): string[] {
  const { path, line, column } = fault
  const words = faultWords(fault, 'en')
  const place = [file, ...(line === undefined ? [] : [line, column ?? 1])].join(':')
  const said = [place, ...(kind === 'warning' ? ['warning'] : []), ...(path === '' ? [] : [path]), words].join(': ')
  return [said, ...(line === undefined || column === undefined ? [] : excerpt(text, line, column))]
}

function excerpt(text: string, line: number, column: number): string[] {
  const whole = lineOf(text, line)
  if (whole.trim() === '' || hasSecret.test(whole)) return []
  const { from, shown } = partAround(whole.replaceAll('\t', ' '), column - 1)
  const number = String(line)
  const gap = ' '.repeat(number.length)
  return [`  ${number} | ${shown}`, `  ${gap} | ${' '.repeat(column - 1 - from)}^`]
}

/** Of a line that is too long, the part around a column. Dots show what is left out, so that no indentation is lost unseen. */
function partAround(whole: string, column: number): { readonly from: number; readonly shown: string } {
  const last = whole.length - excerptCharacters
  if (last <= 0) return { from: 0, shown: whole }
  const from = Math.min(Math.max(0, column - excerptCharacters / 2), last)
  const part = whole.slice(from, from + excerptCharacters)
  const cutBefore = from === 0 ? part : `…${part.slice(1)}`
  return { from, shown: from === last ? cutBefore : `${cutBefore.slice(0, -1)}…` }
}

/** What is printed ends up in logs of pipelines, so a line that may have a secret in it is not shown. */
const hasSecret = /secret|password|\bpin\b|smtp/i

function lineOf(text: string, line: number): string {
  let start = 0
  for (let passed = 1; passed < line; passed += 1) start = text.indexOf('\n', start) + 1
  const end = text.indexOf('\n', start)
  return text.slice(start, end === -1 ? undefined : end).replace(/\r$/, '')
}

/** The same for programs. */
export function faultRecord(file: string, fault: FileFault, severity: 'error' | 'warning') {
  const { path, line, column } = fault
  const suggestion = nameMeant(fault)
  return {
    file,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    path,
    severity,
    message: faultWords(fault, 'en'),
    ...(suggestion !== undefined && { suggestion }),
  }
}

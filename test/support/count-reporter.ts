import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { countOf, type Tally } from './test-tally.ts'

/** Prints a line for each file when it is through and each failure at once and whole; leaves what it counted in a file. */
// biome-ignore lint/style/noDefaultExport: the test runner takes a reporter's default export.
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tally: Tally = {}
  for await (const { type, data } of events) {
    if (type === 'test:pass' && isTest(data)) {
      const count = countOf(tally, data.file)
      if (data.skip !== undefined) {
        count.skipped += 1
        yield `skipped  ${data.name}${typeof data.skip === 'string' ? `: ${data.skip}` : ''}\n`
      } else count.passed += 1
    }
    if (type === 'test:fail' && isTest(data)) {
      countOf(tally, data.file).failed += 1
      const { error } = data.details
      const cause =
        error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : (error.stack ?? error.message)
      yield `\nFAILED   ${data.name} (${data.file ?? ''}:${data.line ?? ''})\n${cause}\n\n`
    }
    if (type === 'test:summary' && data.file !== undefined) yield lineOf(data.file, data.counts, data.duration_ms)
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message
  }
  const { TEST_TALLY } = process.env
  if (TEST_TALLY !== undefined) writeFileSync(TEST_TALLY, JSON.stringify(tally))
}

function isTest(data: { details: { type?: string | undefined } }): boolean {
  return data.details.type !== 'suite'
}

interface Counts {
  readonly passed: number
  readonly tests: number
}

function lineOf(file: string, { passed, tests }: Counts, milliseconds: number): string {
  const seconds = (milliseconds / 1000).toFixed(1).padStart(7)
  return `${seconds} s  ${passed === tests ? '' : `${tests - passed} of `}${tests} ${passed === tests ? 'passed' : 'not passed'}  ${relative(process.cwd(), file)}\n`
}

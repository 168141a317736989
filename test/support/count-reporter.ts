import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** Prints a line for each file when it is through, each failure at once and whole, and ends with `N passed, N failed`. */
// biome-ignore lint/style/noDefaultExport: the test runner takes a reporter's default export.
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let passed = 0
  let failed = 0
  let skipped = 0
  for await (const { type, data } of events) {
    if (type === 'test:pass' && isTest(data)) {
      if (data.skip !== undefined) {
        skipped += 1
        yield `skipped  ${data.name}${typeof data.skip === 'string' ? `: ${data.skip}` : ''}\n`
      } else passed += 1
    }
    if (type === 'test:fail' && isTest(data)) {
      failed += 1
      const { error } = data.details
      const cause =
        error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : (error.stack ?? error.message)
      yield `\nFAILED   ${data.name} (${data.file ?? ''}:${data.line ?? ''})\n${cause}\n\n`
    }
    if (type === 'test:summary' && data.file !== undefined) yield lineOf(data.file, data.counts, data.duration_ms)
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message
  }
  yield `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`
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

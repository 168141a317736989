import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import type { TestProcess } from './test-processes.ts'
import { countOf, type Tally } from './test-tally.ts'

type Passed = Extract<TestEvent, { type: 'test:pass' }>['data']
type Failed = Extract<TestEvent, { type: 'test:fail' }>['data']
/** With what its process was started with; a process that ended before its time says nothing. */
type Named<Data> = Data & { readonly entryFile?: string | undefined }

/** What processes are started with, and the test files in each. */
export type Programs = ReadonlyMap<string, TestProcess>

/** Prints a line for each file when it is through, and each failure at once and whole; counts in the tally. */
export async function* report(
  events: AsyncIterable<TestEvent>,
  programs: Programs,
  tally: Tally,
): AsyncGenerator<string> {
  const counter = new Counter(programs, tally)
  for await (const { type, data } of events) {
    if (type === 'test:pass') yield* counter.passed(data)
    if (type === 'test:fail') yield* counter.failed(data)
    if (type === 'test:summary' && data.file !== undefined && !counter.isShared(data.file))
      yield counter.lineOf(data.file, data.duration_ms)
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message
  }
}

class Counter {
  private readonly programs: Programs
  private readonly tally: Tally
  /** Of the file that a process with several is at, by process: a test may be written in a module that all of them use. */
  private readonly unnamed: Tally = {}

  constructor(programs: Programs, tally: Tally) {
    this.programs = programs
    this.tally = tally
  }

  isShared(program: string): boolean {
    return (this.programs.get(program)?.length ?? 0) > 1
  }

  *passed(data: Named<Passed>): Generator<string> {
    const { name, skip } = data
    if (!isTest(data)) yield* this.through(data)
    else if (skip === undefined) this.countOf(data).passed += 1
    else {
      this.countOf(data).skipped += 1
      yield `skipped  ${name}${typeof skip === 'string' ? `: ${skip}` : ''}\n`
    }
  }

  *failed(data: Named<Failed>): Generator<string> {
    const ofProcess = data.entryFile === undefined ? this.programs.get(data.file ?? '') : undefined
    if (ofProcess) for (const file of ofProcess) countOf(this.tally, file).failed += 1
    else if (isTest(data) || !isOfItsTests(data)) this.countOf(data).failed += 1
    if (isTest(data) || !isOfItsTests(data)) yield textOf(data)
    if (!isTest(data)) yield* this.through(data)
  }

  /** A suite is a file of a process with several, or one in a file. */
  private *through({ name, nesting, entryFile = '', details }: Named<Passed | Failed>): Generator<string> {
    if (nesting > 0 || !this.programs.get(entryFile)?.includes(name) || !this.isShared(entryFile)) return
    const sum = countOf(this.tally, name)
    const { passed, failed, skipped } = countOf(this.unnamed, entryFile)
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
    delete this.unnamed[relative(process.cwd(), entryFile)]
    yield this.lineOf(name, details.duration_ms)
  }

  private countOf({ entryFile = '', file = '' }: Named<Passed | Failed>) {
    if (this.isShared(entryFile)) return countOf(this.unnamed, entryFile)
    return countOf(this.tally, this.programs.get(entryFile)?.[0] ?? file)
  }

  lineOf(file: string, milliseconds: number): string {
    const { passed, failed, skipped } = countOf(this.tally, file)
    const seconds = (milliseconds / 1000).toFixed(1).padStart(7)
    const failures = failed > 0 ? `${failed} failed, ` : ''
    return `${seconds} s  ${failures}${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''}  ${relative(process.cwd(), file)}\n`
  }
}

function isTest(data: { details: { type?: string | undefined } }): boolean {
  return data.details.type !== 'suite'
}

/** Whether a suite failed only because one of its tests did, which is counted already. */
function isOfItsTests({ details }: Failed): boolean {
  return 'failureType' in details.error && details.error.failureType === 'subtestsFailed'
}

function textOf({ name, file = '', line = 0, details: { error } }: Failed): string {
  const { cause } = error
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : (error.stack ?? error.message)
  return `\nFAILED   ${name} (${file}:${line})\n${text}\n\n`
}

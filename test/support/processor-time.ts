import { existsSync, readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import type { TestProcess } from './test-processes.ts'

/** Seconds of a processor: of a process that tests, and of those that it started and saw end. */
interface Spent {
  readonly program: string
  readonly own: number
  readonly started: number
}

const ticksPerSecond = 100
const shownMax = 10

/** What processes wrote when they ended: their program, and the line that Linux has of them. */
export function readSpent(text: string): readonly Spent[] {
  return text.split('\n').flatMap((line) => {
    const [, program, rest] = /^(\S+) .*\) (.*)$/.exec(line) ?? []
    if (program === undefined || rest === undefined) return []
    const [user = 0, system = 0, startedUser = 0, startedSystem = 0] = rest.split(' ').slice(11, 15).map(Number)
    return [{ program, own: (user + system) / ticksPerSecond, started: (startedUser + startedSystem) / ticksPerSecond }]
  })
}

/** Durations say little on a busy machine; these seconds are the same there. Of the processes that took most, and in all. */
export function processorTime(file: string, programs: ReadonlyMap<string, TestProcess>): string {
  const all = existsSync(file) ? readSpent(readFileSync(file, 'utf8')) : []
  if (all.length < 2) return ''
  const sum = (part: 'own' | 'started') => all.reduce((seconds, one) => seconds + one[part], 0).toFixed(0)
  const most = all.toSorted((a, b) => b.own + b.started - a.own - a.started).slice(0, shownMax)
  const nameOf = ({ program }: Spent) => {
    const [first = basename(program), ...others] = programs.get(program) ?? []
    return `${relative(process.cwd(), first)}${others.length > 0 ? ` and ${others.length} more` : ''}`
  }
  const lines = most.map((one) => `${(one.own + one.started).toFixed(1).padStart(7)} s  ${nameOf(one)}`)
  const total = `Processor time: ${sum('own')} s of tests, ${sum('started')} s of what they started, without the shared PostgreSQL`
  return [`\n${total}. The most:`, ...lines, ''].join('\n')
}

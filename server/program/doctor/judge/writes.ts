import { troubleOf } from '../../../ground/kernel/database-errors.ts'
import { type Finding, ok, problem } from '../finding.ts'

/** `fault`: what the database said to a write that was taken back; undefined if it took it. */
export function judgeWrites(fault: unknown): Finding {
  if (fault === undefined) return ok('writes', 'the database takes them')
  const { words, advice } = troubleOf(fault) ?? { words: 'it says no more', advice: 'Look into its log.' }
  return problem('writes', `the database takes none: ${words}`, advice)
}

import { type Refusal, refuseField } from '../../ground/kernel/errors.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Account } from './account.ts'

export interface EnrollmentChange {
  readonly program: string
  readonly enroll: boolean
}

/** A program of the brand. */
interface KnownProgram {
  readonly switchedOff: boolean
}

/** The programs with the updates. Enrolling twice changes nothing. A program that is switched off can only be left. */
export function changePrograms(
  before: Account['programs'],
  changes: readonly EnrollmentChange[],
  { known, now }: { known: ReadonlyMap<string, KnownProgram>; now: Instant },
): Account['programs'] | Refusal {
  const programs = new Map(Object.entries(before))
  for (const [index, { program, enroll }] of changes.entries()) {
    const found = known.get(program)
    if (!found || (enroll && found.switchedOff))
      return refuseField(100, `programEnrollments[${index}].program`, 'there is no such program')
    if (!enroll) programs.delete(program)
    else if (!programs.has(program)) programs.set(program, now)
  }
  return Object.fromEntries(programs)
}

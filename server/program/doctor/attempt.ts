import { codeOf } from '../../ground/kernel/code-of.ts'
import { troubleOf } from '../../ground/kernel/database-errors.ts'
import { type Finding, problem } from './finding.ts'

/** A point that cannot be looked at is a finding, and keeps nobody from looking at the others. */
export async function attempt(point: string, look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await look()
  } catch (error) {
    const advice = troubleOf(error)?.advice ?? 'Mend the other points first, then look again.'
    return [problem(point, `cannot be looked at: ${reasonOf(error)}`, advice)]
  }
}

/** The database's messages may quote what is stored; its codes do not. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const code = codeOf(error)
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return error.message
  const words = troubleOf(error)?.words
  return words === undefined ? `database error ${code}` : `${words} (database error ${code})`
}

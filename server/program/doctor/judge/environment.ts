import { type Finding, ok, problem } from '../finding.ts'

/** What the database remembers, and what a start with these settings would say. */
export interface EnvironmentSight {
  readonly known?: string
  readonly named?: string
}

export function judgeEnvironment({ known, named }: EnvironmentSight): Finding {
  const point = 'environment'
  if (known !== undefined && named !== undefined && known !== named)
    return problem(
      point,
      `the database belongs to ${known}, and the settings say ${named}; a start would refuse`,
      `Leave --environment out, or name the database of ${named}. To change it on purpose: purser environment ${named}`,
    )
  if (known !== undefined) return ok(point, known)
  return ok(point, named === undefined ? 'demo, as nobody has named it' : `${named}; the next start remembers it`)
}

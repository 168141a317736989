import { type Finding, ok, problem } from '../finding.ts'

/** A scheduled change that was refused when it was due, or that is overdue. */
export interface ScheduledSight {
  readonly brand: string
  readonly number: number
  readonly state: 'refused' | 'waiting'
}

const point = 'scheduled changes'

export function judgeScheduled(sights: readonly ScheduledSight[]): Finding[] {
  if (sights.length === 0) return [ok(point, 'none is overdue, and none was refused lately')]
  return sights.map(({ brand, number, state }) =>
    state === 'refused'
      ? problem(
          point,
          `number ${number} of brand ${brand} was refused when it was due`,
          `Run: purser brand history ${brand}, which says why. Then apply a file with what is missing (--overwrite applies the same one), or run: purser brand cancel ${brand} ${number}`,
        )
      : problem(
          point,
          `number ${number} of brand ${brand} has been due for more than ten minutes`,
          'Look whether background jobs run (purser jobs), and at the log of the server.',
        ),
  )
}

import { type Finding, ok, warning } from '../finding.ts'

/** Long work of a brand that somebody should look at. */
export interface ErrandSight {
  readonly brand: string
  readonly failed: number
  readonly overdue: number
}

const point = 'errands'

export function judgeErrands(sights: readonly ErrandSight[]): Finding[] {
  const findings = sights.flatMap(({ brand, failed, overdue }) => [
    ...(failed > 0
      ? [
          warning(
            point,
            `${failed} of brand ${brand} failed within a week`,
            `Run: purser errands ${brand}. It says why.`,
          ),
        ]
      : []),
    ...(overdue > 0
      ? [
          warning(
            point,
            `${overdue} of brand ${brand} have waited for more than ten minutes`,
            'Run one process with jobs: purser start without --no-jobs, or purser work. One of two servers may be older.',
          ),
        ]
      : []),
  ])
  return findings.length > 0 ? findings : [ok(point, 'none failed lately, and none is overdue')]
}

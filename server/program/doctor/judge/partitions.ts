import { type Finding, ok, problem, warning } from '../finding.ts'

export interface PartitionSight {
  readonly table: string
  /** How many months are there without a gap, from this one on. */
  readonly months: number
}

const point = 'partitions'
/** This month and the next. A start and the nightly job `retention` make three ahead. */
const enough = 3

export function judgePartitions(sights: readonly PartitionSight[]): Finding {
  const advice = 'Run: purser migrate. Then see with purser jobs whether retention runs.'
  const least = Math.min(...sights.map(({ months }) => months))
  const short = sights.filter(({ months }) => months < enough).map(({ table }) => table)
  if (least < 1) return problem(point, `${short.join(', ')} have none for this month`, advice)
  if (least < enough) return warning(point, `${short.join(', ')} have too few for the coming months`, advice)
  return ok(point, `made for this month and at least ${least - 1} more`)
}

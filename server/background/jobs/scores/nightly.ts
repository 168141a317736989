import type { Brand } from '../../../domain/brand/brand.ts'
import { hour, type Instant, minute } from '../../../ground/kernel/time.ts'
import { findMark, putMark } from '../job-mark.sql.ts'
import type { JobContext, JobReport } from '../runner/job.ts'

/** How long a statement over a whole brand may take. */
export const patienceMs = 5 * minute

/** Nights begin at two in the morning. Anything earlier is late work of the previous night. */
export const nightOf = (now: Instant) => new Date(now - 2 * hour).toISOString().slice(0, 10)

/** Does something for each brand once a night. After an interruption, it goes on with the brands that are left. */
export async function eachBrandNightly(
  context: JobContext,
  name: string,
  work: (brand: Brand) => Promise<JobReport['counts']>,
): Promise<JobReport> {
  const counts: Record<string, number> = { brands: 0 }
  const night = nightOf(await context.now())
  for (const id of await context.listBrands()) {
    if (context.isOver()) return { counts, more: true }
    if ((await findMark(context.pool, id, name)) === night) continue
    const done = await work(await context.brandAt(id))
    await putMark(context.pool, id, name, night)
    counts.brands = (counts.brands ?? 0) + 1
    for (const [what, count] of Object.entries(done)) counts[what] = (counts[what] ?? 0) + count
  }
  return { counts }
}

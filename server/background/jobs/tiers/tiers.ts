import { bookTier } from '../../../calls/operations/tier-book.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'
import { runCommands } from '../runner/run-commands.ts'
import { firstPage, listDueTiers } from './tiers.sql.ts'

/** So many cards of a brand are handled before the next brand has its turn. */
const pageSize = 500

/**
 * Books levels that are over, and runs the rules for it. Nobody depends on it: a call that comes first has it booked. What a
 * crash leaves undone is still due.
 */
export const tiersJob: Job = { name: 'tiers', every: { seconds: 60 }, run: bookTiers }

async function bookTiers(context: JobContext): Promise<JobReport> {
  const counts = { booked: 0, later: 0, refused: 0 }
  let pending: Step[] = []
  for (const id of await context.listBrands()) {
    const step = stepsOf(await context.brandAt(id))
    if (step) pending.push(step)
  }
  while (pending.length > 0) {
    const next: Step[] = []
    for (const step of pending) {
      if (context.isOver()) return { counts, more: true }
      if (await step(context, counts)) next.push(step)
    }
    pending = next
  }
  return { counts }
}

type Counts = Record<'booked' | 'later' | 'refused', number>
/** Handles one page of a brand and returns whether there is another. */
type Step = (context: JobContext, counts: Counts) => Promise<boolean>

/** Each page begins where the previous one ended, so that cards that have to wait are skipped until the next round. */
function stepsOf({ id, programs: all }: Brand): Step | undefined {
  const programs = [...all.values()].filter(({ tiers }) => tiers).map((program) => program.id)
  if (programs.length === 0) return undefined
  let after: Pick<Awaited<ReturnType<typeof listDueTiers>>[number], 'due_text' | 'card_id'> = firstPage
  return async (context, counts) => {
    const now = await context.now()
    const page = await listDueTiers(context.pool, id, { now, after, limit: pageSize, programs })
    const commands = page.map(({ card_number: cardNumber }) => ({ operation: bookTier, request: { cardNumber } }))
    const outcomes = await runCommands(context, id, commands)
    counts.booked += outcomes.done
    counts.later += outcomes.later
    for (const count of outcomes.refused.values()) counts.refused += count
    after = page.at(-1) ?? after
    return page.length === pageSize
  }
}

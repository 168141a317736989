import type { Finished } from '../../../calls/engine/work.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { listCardNames } from '../../../storage/store/outbox/delivery-standing.sql.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'
import { type OwnCommand, runCommands } from '../runner/run-commands.ts'
import { judgeMessage, type LaterResult } from './judge-message.ts'
import { giveUpMessage, type LaterMessage, listBrandsWithLater, listLaterMessages } from './later.sql.ts'

/** Judges messages whose time has come, and hands those that are still wanted to delivery. */
export const laterMessages: Job = {
  name: 'later-messages',
  every: { seconds: 30 },
  run: (context) => runLaterMessages(context),
}

const pageSize = 500
/** After this long a message that cannot be judged is given up. A card may be between two holders for longer. */
const faultMsMax = day
const transferMsMax = 30 * day

type Counts = Record<LaterResult | 'failed', number>

/** `at` replaces the time. */
export async function runLaterMessages(context: JobContext, at?: Instant): Promise<JobReport> {
  const now = at ?? (await context.now())
  const counts: Counts = { due: 0, notSent: 0, waits: 0, failed: 0 }
  const brands = await listBrandsWithLater(context.pool, await context.listBrands(), now)
  let pending = brands.map((brand) => ({ brand, now, after: undefined as LaterMessage | undefined }))
  while (pending.length > 0) {
    const next: typeof pending = []
    for (const place of pending) {
      if (context.isOver()) return { counts, more: true }
      const last = await judgePage(context, place, counts)
      // What has to wait is passed over until the next run.
      if (last) next.push({ ...place, after: last })
    }
    pending = next
  }
  return { counts }
}

interface MessagePlace {
  readonly brand: BrandId
  readonly now: Instant
  readonly after: LaterMessage | undefined
}

/** Returns where to go on. A brand that cannot be read does not hold up the others. */
async function judgePage(context: JobContext, place: MessagePlace, counts: Counts): Promise<LaterMessage | undefined> {
  const { brand, now, after } = place
  try {
    const page = await listLaterMessages(context.pool, brand, { now, after, limit: pageSize })
    const { finished } = await runCommands(context, brand, await toCommands(context, brand, page))
    for (const [index, message] of page.entries()) {
      const result = resultOf(finished[index])
      counts[result] += 1
      if (isHopeless(result, now - message.dueAt)) await giveUp(context, brand, message)
    }
    return page.length === pageSize ? page.at(-1) : undefined
  } catch (error) {
    context.log.error('later-messages', { ...faultFields(error), brand })
    return undefined
  }
}

async function toCommands({ pool }: JobContext, brand: BrandId, page: readonly LaterMessage[]): Promise<OwnCommand[]> {
  const names = await listCardNames(pool, brand, [...new Set(page.flatMap(({ card }) => card ?? []))])
  return page.map(({ ref, line, rule, createdAt, card, recipient, events }) => ({
    operation: judgeMessage,
    request: defined({
      ...(card !== null && names.get(card)),
      requestRef: ref,
      line,
      rule,
      happenedAt: createdAt,
      recipient: recipient ?? undefined,
      events: events ?? undefined,
    }),
  }))
}

/** A refusal, such as by a full queue, may be temporary. */
function resultOf(finished: Finished | undefined): LaterResult | 'failed' {
  return finished?.kind === 'done' ? (finished.response as { result: LaterResult }).result : 'failed'
}

const isHopeless = (result: LaterResult | 'failed', lateMs: number) =>
  (result === 'failed' && lateMs > faultMsMax) || (result === 'waits' && lateMs > transferMsMax)

async function giveUp(context: JobContext, brand: BrandId, message: LaterMessage): Promise<void> {
  await giveUpMessage(context.pool, brand, message)
  context.log.warn('message given up', {
    brand,
    requestRef: message.ref,
    text: 'whether it is still wanted could not be judged',
  })
}

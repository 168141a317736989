import type { Finished } from '../../../calls/engine/work.ts'
import { renderForCard } from '../../../calls/operations/message/parts/render-for-card.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { readRequest } from '../../../ground/contract/read.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { day, formatDateTime } from '../../../ground/kernel/time.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { findCards } from '../../../storage/store/queries/card-view.sql.ts'
import {
  type EndedCard,
  endCards,
  endRepair,
  listOpenRepairs,
  listRepairingBrands,
  listWaitingCards,
  type RepairCardRow,
  type RepairRow,
} from '../../../storage/store/repair/repair.sql.ts'
import type { Job, JobContext } from '../runner/job.ts'
import { type OwnCommand, onceKey, runCommands } from '../runner/run-commands.ts'
import { giveGoodwill } from './give-goodwill.ts'
import { sendMessage } from './send-message.ts'
import { betweenCards, movedAway, nothingLeft, takeGiftBack } from './take-gift-back.ts'

/** Cards that are seen to before it is noted what became of them. */
const pageSize = 200

/** How long a card that was transferred out is waited for, from when the repair was asked for. */
const waitsFor = 14 * day

/** Takes back what campaigns gave by mistake, or makes up for it, card by card. Each card has its turn once, for ever. */
export const repairs: Job = {
  name: 'repairs',
  every: { seconds: 5 },
  async run(context) {
    const counts = { done: 0, later: 0, refused: 0, failed: 0 }
    const repairing = await listRepairingBrands(context.pool)
    const known = new Set(repairing.length > 0 ? await context.listBrands() : [])
    for (const brand of repairing.filter((one) => known.has(one))) {
      for (const repair of await listOpenRepairs(context.pool, brand)) {
        if (context.isOver()) return { counts, more: true }
        // What cannot be done for now holds up no other brand, and is tried again at the next round.
        await carryOn(context, { brand, repair, counts }).catch((error: unknown) => {
          counts.failed += 1
          context.log.error('repairs', { ...faultFields(error), brand })
        })
      }
    }
    return { counts }
  },
}

interface Turn {
  readonly brand: BrandId
  readonly repair: RepairRow
  readonly counts: Record<'done' | 'later' | 'refused' | 'failed', number>
}

/**
 * A card that is locked by a checkout waits for the next round, and holds up no other. So does one whose value is between two
 * cards, for some days: what is given or taken goes where the value is. If that has a turn of its own, one of the two is enough.
 */
async function carryOn(context: JobContext, { brand: brandId, repair, counts }: Turn): Promise<void> {
  const { pool } = context
  const brand = await context.brandAt(brandId)
  const isPatient = repair.kind !== 'tell' && (await context.now()) < repair.asked_at + waitsFor
  let after = 0
  while (!context.isOver()) {
    const page = await listWaitingCards(pool, brandId, { repair: repair.repair_id, after, limit: pageSize })
    const merged = page.filter(({ is_merged: isMerged }) => isMerged)
    const turns = page.filter((card) => !card.is_merged && !(isPatient && card.is_between))
    const commands: OwnCommand[] = []
    for (const card of turns) commands.push(await commandFor(context, { brand, repair, card }))
    const { finished } = await runCommands(context, brandId, commands)
    const ended: EndedCard[] = [
      ...merged.map(({ card_id: cardId }) => ({ cardId })),
      ...turns.flatMap((card, index) => endOf(card, finished[index], { kind: repair.kind, isPatient })),
    ]
    await endCards(pool, brandId, repair.repair_id, ended)
    counts.refused += ended.filter(({ code }) => code !== undefined).length
    counts.done += ended.filter(({ code }) => code === undefined).length
    counts.later += page.length - ended.length
    after = page.at(-1)?.card_id ?? after
    if (page.length < pageSize) break
  }
  await endRepair(pool, brandId, repair.repair_id)
}

interface Patience {
  readonly kind: RepairRow['kind']
  /** Whether cards between two are still waited for. */
  readonly isPatient: boolean
}

/**
 * Error 3: an attempt before was cut off once it had done it. A card that was moved while its turn came has it once more, as its
 * heir.
 */
function endOf(
  { card_id: cardId }: RepairCardRow,
  finished: Finished | undefined,
  { kind, isPatient }: Patience,
): EndedCard[] {
  if (!finished) return []
  if (finished.kind === 'done') return [{ cardId, ref: finished.ref }]
  const { code, original } = finished
  if (code === 3) return [{ cardId, ref: original }]
  if (code === 113 || code === 109 || code === 136) return []
  if (kind === 'take' && (code === movedAway || (code === betweenCards && isPatient))) return []
  if (kind === 'give' && code === movedAway && isPatient) return []
  return [kind === 'take' && code === nothingLeft ? { cardId } : { cardId, code }]
}

interface Turned {
  readonly brand: Brand
  readonly repair: RepairRow
  readonly card: RepairCardRow
}

/** As a call of whoever asked for it, who was judged by what all of them come to. */
async function commandFor(context: JobContext, turned: Turned): Promise<OwnCommand> {
  const { repair, card } = turned
  const { by_user: isByUser, asked_by: name, approved_by: approvedBy, location_id: locationId } = repair
  const user = defined({
    name,
    rights: {},
    permissions: [],
    isConfirmed: true,
    approvedBy: approvedBy ?? undefined,
  })
  const who = isByUser ? { user } : { key: { name, rights: {} } }
  const by = { locationId, terminalId: repair.terminal_id, note: repair.reason, ...who }
  const idempotency = onceKey('repair', repair.repair_id, String(card.card_id))
  return { ...(await whatToDo(context, turned)), idempotency, by }
}

async function whatToDo(context: JobContext, turned: Turned): Promise<Pick<OwnCommand, 'operation' | 'request'>> {
  const { card_number: number, root_number: root, lots } = turned.card
  const names = root === null ? { cardNumber: number } : { cardNumber: root, childCardNumber: number }
  switch (turned.repair.kind) {
    case 'take':
      return { operation: takeGiftBack, request: { ...names, lots: lots ?? [] } }
    case 'give':
      return { operation: giveGoodwill, request: giftOf(names, turned) }
    case 'tell':
      return { operation: sendMessage, request: await messageFor(context, names.cardNumber, turned) }
  }
}

/** Read by the operation's own contract, as if it had been sent. */
function giftOf(names: object, { brand, repair }: Turned): object {
  const { balanceType, balanceCode, amount, expiresAt } = repair.wish
  const sent = defined({
    ...names,
    action: 'issue',
    isGoodwill: true,
    amount: defined({ balanceType, balanceCode, amount: Number(amount) }),
    issuedBalanceExpiration: expiresAt === undefined ? undefined : formatDateTime(expiresAt),
  })
  const { enabled } = brand
  const read = readRequest(giveGoodwill.request, sent as never, { apiVersion: 2, enabled, interfaceTimeZone: 'UTC' })
  if (isRefusal(read)) throw new Error(`a gift that was planned can be read: ${read.text}`)
  return read.value
}

/** What the template says to this customer. One that is gone by now says nothing, which is refused. */
async function messageFor({ pool }: JobContext, cardNumber: string, { brand, repair }: Turned): Promise<object> {
  const template = brand.document.templates.find(({ id }) => id === repair.wish.template)
  const [view] = await findCards(pool, brand.id, [cardNumber])
  if (!template || !view) return { cardNumber: '', channel: 'email', template: '', text: '' }
  const message = await renderForCard(pool, template, view, {
    brand,
    locationId: repair.location_id,
    keyValues: [],
  })
  return { cardNumber, channel: template.channel, template: template.id, ...message }
}

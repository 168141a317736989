import type { Bank } from './bank.ts'
import type { Deed, Effect } from './bank-deeds.ts'
import type { ProveServers } from './prove-servers.ts'
import type { FaultCount } from './stage.ts'

interface Booked {
  usd: number
  points: number
}

type Fault = (count: FaultCount, text: string) => void

/**
 * Holds what clients were told against what is stored: each call that succeeded is in the ledger once, with its own effect,
 * and nothing else is; what cards have is the sum of it; and of two calls of a card of which one was answered before the
 * other was sent, the first comes first.
 */
export async function auditBank(bank: Bank, servers: ProveServers, brand: string, fault: Fault): Promise<void> {
  const booked = await bookedCalls(servers, brand)
  const done = bank.deeds.filter(({ ref }) => ref !== undefined)
  auditDeeds(done, booked, fault)
  const known = new Set(done.map(({ ref }) => ref))
  for (const [ref, effect] of booked)
    if (!known.has(ref))
      fault('doubled', `the ledger has ${JSON.stringify(effect)} of ${ref}, which no client was told of`)
  await auditSums(bank, servers, brand, fault)
  await auditOrder(done, servers, brand, fault)
}

function auditDeeds(done: readonly Deed[], booked: ReadonlyMap<string, Booked>, fault: Fault): void {
  const refs = new Map<string, Deed>()
  for (const deed of done) {
    const { ref = '', kind, card, effect } = deed
    const other = refs.get(ref)
    if (other) fault('doubled', `${ref} was told for ${kind} of ${card} and for ${other.kind} of ${other.card}`)
    refs.set(ref, deed)
    const stored = booked.get(ref)
    if (!effect) continue
    if (!stored && effect.usd === 0 && !effect.points) continue
    if (!stored) fault('lost', `${kind} of ${card} was acknowledged as ${ref} and is not in the ledger`)
    else if (!isSame(effect, stored))
      fault(
        'divergences',
        `${kind} of ${card}, ${ref}: ${JSON.stringify(effect)} was due, booked is ${JSON.stringify(stored)}`,
      )
  }
}

const isSame = (effect: Effect, { usd, points }: Booked) =>
  effect.usd === usd && (effect.points === undefined || effect.points === points)

async function bookedCalls(servers: ProveServers, brand: string): Promise<Map<string, Booked>> {
  const rows = await servers.askPatiently(
    `select l.request_ref::text as ref,
       coalesce(sum(l.amount) filter (where v.balance_type = 'Currency'), 0)::bigint as usd,
       coalesce(sum(l.amount) filter (where v.balance_type = 'Points'), 0)::bigint as points
     from ledger l join value_type v using (brand_id, value_type_id)
     where l.brand_id = $1 group by 1`,
    [brand],
  )
  return new Map(rows.map(({ ref, usd, points }) => [String(ref), { usd: Number(usd), points: Number(points) }]))
}

async function auditSums(bank: Bank, servers: ProveServers, brand: string, fault: Fault): Promise<void> {
  const rows = await servers.askPatiently(
    `select c.card_number as card,
       coalesce(sum(l.amount) filter (where v.balance_type = 'Currency'), 0)::bigint as usd,
       coalesce(sum(l.amount) filter (where v.balance_type = 'Points'), 0)::bigint as points
     from card c join ledger l using (brand_id, card_id) join value_type v using (brand_id, value_type_id)
     where c.brand_id = $1 group by 1`,
    [brand],
  )
  for (const { card, usd, points } of rows) {
    if (!bank.cards.includes(String(card))) continue
    const shown = await bank.balances(String(card))
    if (shown.usd !== Number(usd) || shown.points !== Number(points))
      fault('divergences', `${card} shows ${JSON.stringify(shown)}, its ledger has ${usd} and ${points}`)
  }
}

async function auditOrder(done: readonly Deed[], servers: ProveServers, brand: string, fault: Fault): Promise<void> {
  const rows = await servers.askPatiently(
    `select request_ref::text as ref, card_id::text as card from request
     where brand_id = $1 and card_seq is not null order by card_id, card_seq`,
    [brand],
  )
  const byRef = new Map(done.map((deed) => [deed.ref, deed]))
  const last = new Map<unknown, Deed>()
  for (const { ref, card } of rows) {
    const deed = byRef.get(String(ref))
    if (!deed) continue
    const before = last.get(card)
    if (before && (deed.knownAt ?? 0) < before.sentAt)
      fault('divergences', `${deed.ref} was answered before ${before.ref} was sent, and comes after it on ${deed.card}`)
    if (!before || before.sentAt < deed.sentAt) last.set(card, deed)
  }
}

import type { ProveServers } from './prove-servers.ts'

/**
 * What does not add up in one snapshot of the running store: each balance is the sum of its bookings, and what holds keep is
 * there. Undefined while the database is away.
 */
export async function unsoundIn(servers: ProveServers, brand: string): Promise<readonly string[] | undefined> {
  const asked = servers.askPatiently(
    `with booked as (
       select card_id, lot_no, sum(amount) as amount, sum(held) as held from ledger where brand_id = $1 group by 1, 2
     )
     select format('lot %s of card %s has %s, held %s; booked are %s, held %s',
       lot.lot_no, lot.card_id, lot.amount, lot.held, booked.amount, booked.held) as text
     from lot full join booked using (card_id, lot_no)
     where coalesce(lot.brand_id, $1) = $1
       and (lot.amount is distinct from booked.amount or lot.held is distinct from booked.held
         or lot.held > lot.amount or lot.amount < 0)`,
    [brand],
    0,
  )
  const rows = await asked.catch(() => undefined)
  return rows?.map(({ text }) => String(text))
}

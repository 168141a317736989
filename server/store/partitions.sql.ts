import { day } from '../kernel/time.ts'
import type { Sql } from './connection.ts'

const monthsAhead = 3

/** Makes the coming months' partitions every day, so that a server may run for years. */
export function keepPartitionsAhead(db: Sql, onFault: (error: unknown) => void): NodeJS.Timeout {
  const make = () => {
    db.rows`
      select make_partitions('request', ${monthsAhead}), make_partitions('ledger', ${monthsAhead}),
        make_partitions('checkout', ${monthsAhead})`.catch(onFault)
  }
  return setInterval(make, day).unref()
}

import { countDeadJobs, findLastSign, hasQueues } from '../../background/jobs/runner/queue-report.sql.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import { readNow } from '../../ground/database/clock.sql.ts'
import type { ConnectionPool } from '../../ground/database/connection.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { listBrandIds } from '../../storage/brand-store/brand-list.sql.ts'
import { loadBrandWithoutSecrets } from '../../storage/brand-store/load-brand.ts'
import { listCardStock } from '../../storage/brand-store/stock/stock-left.sql.ts'
import type { Config } from '../configuration/config.ts'
import { attempt } from './attempt.ts'
import { type Finding, ok } from './finding.ts'
import { judgeBackups } from './judge/backups.ts'
import { judgeDrafts } from './judge/drafts.ts'
import { judgeErrands } from './judge/errands.ts'
import { type JobSight, judgeJobs } from './judge/jobs.ts'
import { judgeKeys } from './judge/keys.ts'
import { judgeOutbox } from './judge/outbox.ts'
import { judgeScheduled } from './judge/scheduled.ts'
import { judgeStock } from './judge/stock.ts'
import { judgeTimeZones } from './judge/time.ts'
import { judgeVerified } from './judge/verified.ts'
import { judgeBrandWallets } from './judge/wallet.ts'
import { lookAtBackup } from './look/backups.sql.ts'
import { hasServers } from './look/database.sql.ts'
import { findHistoryDays } from './look/demo-history.sql.ts'
import { keepsDrafts, lookAtDrafts } from './look/drafts.sql.ts'
import { keepsErrands, lookAtErrands } from './look/errands.sql.ts'
import { lookAtKeys } from './look/keys.sql.ts'
import { lookAtOutbox } from './look/outbox.sql.ts'
import { keepsSchedules, lookAtScheduled } from './look/scheduled.sql.ts'
import { lookAtTimeZones } from './look/time-zones.sql.ts'
import { lookAtVerify, remembersVerify } from './look/verified.sql.ts'
import { lookAtBrandWallet, lookAtWallet } from './look/wallet.ts'

/** What the brands of a database have in it, and what works for them. */
export async function examineBrands(pool: ConnectionPool, config: Config): Promise<readonly Finding[]> {
  const { environment } = config
  return attempt('brands', async () => {
    const now = await readNow(pool)
    const brands = await listBrandIds(pool)
    const loaded = await inTurn(brands, async (id) => (await loadBrandWithoutSecrets(pool, id)) ?? [])
    const each = <T>(look: (brand: Brand) => Promise<T[] | T>) => inTurn(loaded, look)
    const keys = inTurn(brands, (id) => lookAtKeys(pool, id))
    const parts = [
      attempt('time zones', async () => judgeTimeZones(await lookAtTimeZones(pool, now))),
      attempt('keys', async () => judgeKeys(await keys, now, environment)),
      attempt('jobs', async () => judgeJobs(await lookAtJobs(pool), now)),
      attempt('outbox', async () => judgeOutbox(await each((brand) => lookAtOutbox(pool, brand)), now)),
      attempt('verify', async () =>
        (await remembersVerify(pool))
          ? judgeVerified(await inTurn(brands, (id) => lookAtVerify(pool, id)), now, environment)
          : [],
      ),
      attempt('backups', async () =>
        judgeBackups(await inTurn(brands, (id) => lookAtBackup(pool, id)), now, environment),
      ),
      attempt('scheduled changes', async () =>
        (await keepsSchedules(pool)) ? judgeScheduled(await inTurn(brands, (id) => lookAtScheduled(pool, id))) : [],
      ),
      attempt('drafts', async () =>
        (await keepsDrafts(pool)) ? judgeDrafts(await inTurn(brands, (id) => lookAtDrafts(pool, id))) : [],
      ),
      attempt('errands', async () =>
        (await keepsErrands(pool)) ? judgeErrands(await inTurn(brands, (id) => lookAtErrands(pool, id))) : [],
      ),
      attempt('wallet passes', async () =>
        judgeBrandWallets(await each((brand) => lookAtBrandWallet(pool, brand)), lookAtWallet(config)),
      ),
      attempt('stock', async () => [
        judgeStock(await each(async (brand) => ({ brand: brand.id, sets: await listCardStock(pool, brand) }))),
      ]),
    ]
    return [ok('brands', `${brands.length} in the database`), ...(await Promise.all(parts)).flat()]
  })
}

/** One after the other: the doctor has one connection. */
async function inTurn<From, To>(all: readonly From[], look: (one: From) => Promise<To[] | To>): Promise<To[]> {
  const found: To[] = []
  for (const one of all) found.push(...([await look(one)].flat() as To[]))
  return found
}

async function lookAtJobs(pool: ConnectionPool): Promise<JobSight> {
  const seen = { hasServers: await hasServers(pool), historyDays: await findHistoryDays(pool) }
  if (!(await hasQueues(pool))) return defined({ ...seen, hasQueues: false, givenUp: 0 })
  const lastSignAt = await findLastSign(pool)
  return defined({ ...seen, hasQueues: true, lastSignAt, givenUp: await countDeadJobs(pool) })
}

import { toUrl } from '../../server/ground/database/embedded/site.ts'
import { chooseSocketFolder } from '../../server/ground/database/embedded/socket-folder.ts'
import { databaseProcesses, postmasterOf, tryKill } from './database-processes.ts'
import { newServerFolder, ServerPair } from './server-pair.ts'

export type Blow = 'server' | 'everything' | 'backend' | 'postmaster'

/** Two servers on one PostgreSQL whose time the model sets. */
export class ModelServers extends ServerPair {
  /** `isUpToDate` says whether a server that has started may be called yet. */
  static async make(brands: readonly object[], isUpToDate: (port: number) => Promise<boolean>): Promise<ModelServers> {
    const folder = await newServerFolder('purser-model-')
    const data = ['--data', folder]
    const flags = [data, [...data, '--database', toUrl(chooseSocketFolder(folder), 'purser')]]
    const servers = new ModelServers({ folder, flags, isUpToDate })
    try {
      await servers.setUp(brands)
      return servers
    } catch (error) {
      await servers.close()
      throw error
    }
  }

  async strike(blow: Blow, place: number): Promise<void> {
    const { folder, seats } = this
    if (blow === 'server') return seats[place % seats.length]?.kill()
    if (blow === 'everything') {
      for (const pid of databaseProcesses(folder)) tryKill(pid)
      await Promise.all(seats.map((seat) => seat.kill()))
    } else if (blow === 'postmaster') tryKill(postmasterOf(folder))
    else {
      const lanes = `select pid from pg_stat_activity where application_name = 'purser lane'`
      const [lane] = await this.ask(lanes).catch(() => [])
      tryKill(Number(lane?.pid))
    }
  }

  /** From now on it is this instant for the database, and so for the server, and time goes on from there. */
  async travelTo(instant: number): Promise<void> {
    await this.askPatiently(`update public.travel_clock set shift = make_interval(secs => $1)`, [
      (instant - Date.now()) / 1000,
    ])
  }

  /** `now()` and `clock_timestamp()` are functions of our own, found before those of PostgreSQL. */
  private async setUpClock(): Promise<void> {
    await this.ask(`create table public.travel_clock (shift interval not null)`)
    await this.ask(`insert into public.travel_clock values ('0')`)
    for (const name of ['now', 'clock_timestamp'])
      await this.ask(
        `create function public.${name}() returns timestamptz language sql stable as
         'select pg_catalog.${name}() + shift from public.travel_clock'`,
      )
    const defaults = await this.ask(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and column_default = 'now()'`,
    )
    for (const { table_name, column_name } of defaults)
      await this.ask(`alter table ${table_name} alter column ${column_name} set default public.now()`)
    await this.ask('grant select on public.travel_clock to public')
    await this.ask('alter database purser set search_path = public, pg_catalog')
  }

  /** The first start applies the brands; then time is the model's, for a server that knows of no other. */
  private async setUp(brands: readonly object[]): Promise<void> {
    const [first, second] = this.seats
    await this.startFirst(brands)
    await this.setUpClock()
    await Promise.all([first?.kill(), second?.start()])
  }
}

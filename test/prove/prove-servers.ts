import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { toUrl } from '../../server/ground/database/embedded/site.ts'
import { chooseSocketFolder } from '../../server/ground/database/embedded/socket-folder.ts'
import { tryKill } from '../model/database-processes.ts'
import { newServerFolder, ServerPair } from '../model/server-pair.ts'
import { cleanEnvironment, program } from '../model/server-seat.ts'
import { clockFile, jumpingClock } from './clock-file.ts'
import { ToolProcess } from './tool.ts'

/**
 * What an operator would have on one store: a server of one process, which has started the database, one of two
 * processes that reaches the database through a proxy, and a worker. Those who kill are other programs.
 */
export class ProveServers extends ServerPair {
  private cutter: ToolProcess | undefined
  private worker: ChildProcess | undefined

  static async open(brands: readonly object[], seed: number): Promise<ProveServers> {
    const folder = await newServerFolder('purser-prove-')
    const own = ['--data', folder, '--no-jobs']
    const flags = [own, [...own, '--database', toUrl(join(folder, 'cut'), 'purser'), '--processes', '2']]
    const servers = new ProveServers({
      folder,
      flags,
      environments: flags.map((_, place) => jumpingClock(folder, place)),
    })
    try {
      await servers.setUp(brands, seed)
      return servers
    } catch (error) {
      await servers.close()
      throw error
    }
  }

  /** How often the proxy cut a connection, by what it cut. */
  get cuts(): Readonly<Record<string, number>> {
    return this.cutter?.counts ?? {}
  }

  /** From now on the proxy cuts connections, or lets everything pass. */
  cut(isCutting: boolean): void {
    this.cutter?.tell(isCutting ? 'cut' : 'calm')
  }

  /** All clocks are right again. */
  rightClocks(): void {
    for (const place of this.seats.keys()) rmSync(clockFile(this.folder, place), { force: true })
  }

  protected override async endMore(): Promise<void> {
    tryKill(this.worker?.pid ?? 0)
    await this.cutter?.end()
  }

  private async setUp(brands: readonly object[], seed: number): Promise<void> {
    const { folder, seats } = this
    await this.startFirst(brands)
    const target = chooseSocketFolder(folder)
    this.cutter = await ToolProcess.start('cutter.ts', [join(folder, 'cut'), target, String(seed)])
    this.startWorker()
    await seats[1]?.start()
  }

  private startWorker(): void {
    if (this.isClosed) return
    const words = [program, 'work', '--data', this.folder, '--database', this.url]
    this.worker = spawn(process.execPath, words, { env: cleanEnvironment(), stdio: 'ignore' })
    this.worker.once('exit', () => setTimeout(() => this.startWorker(), 500))
  }
}

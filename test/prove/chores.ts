import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runPurser } from '../model/server-seat.ts'
import { Till } from '../model/till.ts'
import type { ProveBrand } from './prove-brand.ts'
import type { StageRun } from './stage.ts'
import { endsWithUs } from './stopping.ts'
import { times } from './times.ts'

const cardsOfImport = 100
const triesMax = 200

/**
 * What goes on beside the calls: imports, backups and long work, begun again and again while they are killed. What is begun
 * comes to its end once: an import has loaded each row once, a backup can be read from its first byte to its last.
 */
export class Chores {
  readonly counts = { imports: 0, backups: 0, errands: 0, 'begun again': 0 }
  private readonly run: StageRun
  private readonly brand: ProveBrand
  private readonly stopped = new AbortController()
  private isOver = false
  private going: Promise<unknown> = Promise.resolve()
  /** It need not be stopped any more where the programme is. */
  private ended = () => {}

  constructor(run: StageRun, brand: ProveBrand) {
    this.run = run
    this.brand = brand
  }

  start(): void {
    mkdirSync(join(this.run.servers.folder, 'chores'), { recursive: true })
    this.going = Promise.all([
      this.again(() => this.import()),
      this.again(() => this.backup()),
      this.again(() => this.errand()),
    ])
    this.going.catch(() => undefined)
    this.ended = endsWithUs(async () => {
      this.isOver = true
      this.stopped.abort()
    })
  }

  /** What has been begun is brought to its end first. */
  async stop(): Promise<void> {
    this.isOver = true
    await this.going
    this.ended()
  }

  private async again(chore: () => Promise<void>): Promise<void> {
    while (!this.isOver) {
      await chore()
      await wait(200)
    }
  }

  private async import(): Promise<void> {
    const { servers, seed, fault } = this.run
    this.counts.imports += 1
    const name = `${seed}-${this.counts.imports}`
    const numbers = times(cardsOfImport, (at) => `CHORE-${name}-${at}`)
    const cents = 100 + this.counts.imports
    const cards = ['cardNumber,cardSetId,status', ...numbers.map((number) => `${number},cards,Activated`)]
    const balances = [
      'cardNumber,balanceType,balanceCode,amount',
      ...numbers.map((number) => `${number},Currency,USD,${(cents / 100).toFixed(2)}`),
    ]
    await this.untilDone(['import', 'cards', this.brand.id, this.file(`cards-${name}.csv`, cards)])
    await this.untilDone(['import', 'balances', this.brand.id, this.file(`balances-${name}.csv`, balances)])
    const [row] = await servers.askPatiently(
      `select count(*)::int as rows, count(distinct card_id)::int as cards, coalesce(sum(amount), 0)::bigint as cents
       from ledger where brand_id = $1 and card_id in (select card_id from card where brand_id = $1 and card_number like $2)`,
      [this.brand.id, `CHORE-${name}-%`],
    )
    const found = [Number(row?.rows), Number(row?.cards), Number(row?.cents)]
    if (found.join() !== [cardsOfImport, cardsOfImport, cents * cardsOfImport].join())
      fault(
        'doubled',
        `import ${name} has booked ${found.join(', ')} instead of ${cardsOfImport} rows of ${cents} cents`,
      )
  }

  private async backup(): Promise<void> {
    this.counts.backups += 1
    const folder = join(this.run.servers.folder, 'chores', `backup-${this.counts.backups}`)
    mkdirSync(folder)
    await this.untilDone(['backup', folder])
    const [file] = readdirSync(folder).filter((name) => !name.startsWith('.unfinished-'))
    const { status, output } = await runPurser(['backup', 'check', join(folder, file ?? 'none')], this.stopped.signal)
    if (status !== 0) this.run.fault('lost', `a backup that was finished is not whole: ${output}`)
  }

  private async errand(): Promise<void> {
    const { servers, fault } = this.run
    const till = new Till(this.brand, () => servers.ports())
    try {
      this.counts.errands += 1
      const { refusedWith, ref: errandId } = await till.call('admin/startErrand', { kind: 'verify', input: {} })
      for (let tries = 0; refusedWith === undefined && tries < triesMax; tries += 1) {
        const { state, result } = await till.read('admin/errandLookup', { errandId })
        if (state === 'done' && result?.addsUp !== true)
          fault('divergences', `an errand found ${JSON.stringify(result)}`)
        // Three killed processes are enough for it: then it says so.
        if (!['waiting', 'running'].includes(state)) return
        await wait(500)
      }
    } finally {
      till.close()
    }
  }

  private file(name: string, lines: readonly string[]): string {
    const path = join(this.run.servers.folder, 'chores', name)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  }

  /** The same command until it comes to its end. */
  private async untilDone(words: readonly string[]): Promise<void> {
    let output = ''
    for (let tries = 0; tries < triesMax; tries += 1) {
      const ended = await runPurser([...words, '--data', this.run.servers.folder], this.stopped.signal)
      if (ended.status === 0) return
      this.counts['begun again'] += 1
      output = ended.output
      await wait(300)
    }
    throw new Error(`${words.join(' ')} does not come to its end: ${output}`)
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { Bank } from './bank.ts'
import { auditBank } from './bank-audit.ts'
import { Chores } from './chores.ts'
import { type ProveBrand, proveBrand, proveFile } from './prove-brand.ts'
import { unsoundIn } from './snapshots.ts'
import type { Stage, StageRun } from './stage.ts'
import { ToolProcess } from './tool.ts'

const [calm, harmed, busy] = [proveBrand('bank'), proveBrand('crash'), proveBrand('chores')]

/** Value moves between hot cards, at two servers and three processes, while somebody looks. */
export const bankStage: Stage = {
  name: 'bank',
  share: 2,
  brands: [proveFile(calm)],
  run: (run) => runBank(run, calm),
}

/** The same while everything is killed, stopped and cut off: nothing acknowledged is lost, nothing is doubled. */
export const crashStage: Stage = {
  name: 'crashes',
  share: 4,
  brands: [proveFile(harmed), proveFile(busy)],
  run: async (run) => {
    const chores = new Chores(run, busy)
    await harming(run, '1200', async (calm) => {
      chores.start()
      await runBank(run, harmed, async () => {
        await calm()
        await chores.stop()
      })
    })
    run.say(`beside: ${JSON.stringify(chores.counts)}`)
  },
}

/** Does something while another program kills, and a proxy cuts; comes back when all is well again. */
export async function harming(
  { servers, seed, tally, say }: StageRun,
  gap: string,
  work: (calm: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const injector = await ToolProcess.start('injector.ts', [servers.folder, String(seed), gap])
  servers.cut(true)
  const end = async () => {
    servers.cut(false)
    await injector.end()
    servers.rightClocks()
  }
  try {
    await work(end)
  } finally {
    await end()
    tally.kills += injector.count - (injector.counts.clock ?? 0)
    say(`killed and stopped: ${JSON.stringify(injector.counts)}; connections cut: ${JSON.stringify(servers.cuts)}`)
  }
  await servers.ready()
}

async function runBank(run: StageRun, brand: ProveBrand, calm?: () => Promise<void>): Promise<void> {
  const { servers, seed, seconds, tally, say } = run
  const bank = new Bank({ brand, ports: () => servers.ports(), cards: 6, clients: 32, seed })
  try {
    await bank.open()
    const stop = bank.start()
    const snapshots = await lookOn(run, brand.id, seconds)
    await calm?.()
    await stop()
    await servers.ready()
    await auditBank(bank, servers, brand.id, run.fault)
    const found = await servers.verify()
    if (found !== '') run.fault('divergences', found)
    const done = bank.deeds.filter(({ ref }) => ref !== undefined).length
    tally.operations += bank.deeds.length
    tally.acknowledged += done
    say(`${bank.deeds.length} calls, ${done} acknowledged, ${bank.repeated} repeated, ${snapshots} snapshots`)
    say(kindsOf(bank))
  } finally {
    bank.close()
  }
}

/** Looks at the store as long as the stage lasts. Each look is one snapshot. */
async function lookOn({ servers, fault }: StageRun, brand: string, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let looks = 0
  while (performance.now() < until) {
    if (servers.fault) throw servers.fault
    const unsound = await unsoundIn(servers, brand)
    for (const text of unsound ?? []) fault('divergences', `in a snapshot: ${text}`)
    looks += unsound ? 1 : 0
    await wait(300)
  }
  return looks
}

function kindsOf({ deeds }: Bank): string {
  const counts: Record<string, number> = {}
  for (const { kind, refusedWith } of deeds) {
    const name = `${kind} ${refusedWith ?? 'ok'}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return Object.entries(counts)
    .toSorted()
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ')
}

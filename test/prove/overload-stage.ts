import { Till } from '../model/till.ts'
import { proveBrand, proveFile } from './prove-brand.ts'
import type { Stage, StageRun } from './stage.ts'
import { times } from './times.ts'
import { ToolProcess } from './tool.ts'

const [crowd, neighbour] = [proveBrand('crowd'), proveBrand('neighbour')]
const cards = 400
/** So many at once find out what a server can do. */
const callers = 64
/** Each is measured so often, and the one in the middle counts: a busy machine takes part in any single one. */
const rounds = 3
/** What is accepted has an answer by then, whatever happens; a till waits for 10 seconds. */
const answerMs = 6000
const [goodputLeast, recoverySeconds] = [0.8, 10]

/** Three times as many calls as a server can do: what it takes on it does, the rest is told to come again, and then all is as before. */
export const overloadStage: Stage = {
  name: 'overload',
  share: 3,
  brands: [proveFile(crowd), proveFile(neighbour)],
  // It wants a machine that does nothing else, and what it has found is still to be mended.
  isOptional: true,
  run: runOverload,
}

interface Measured {
  readonly sent: number
  readonly done: number
  readonly refused: number
  readonly untold: number
  readonly lost: number
  readonly others: Readonly<Record<string, number>>
  /** The first answer of those. */
  readonly firstOther?: string
  readonly p50: number
  readonly p99: number
  readonly refusedP50: number
  readonly refusedP99: number
  readonly perSecond: number
}

async function runOverload(run: StageRun): Promise<void> {
  const { servers, tally, fault, say } = run
  const [port = 0] = servers.ports()
  await furnish(run)
  const tools = await Promise.all([crowd, neighbour].map(({ id }) => ToolProcess.start('flood.ts', [`${port}`, id])))
  const [flood, beside] = tools
  if (!flood || !beside) throw new Error('there are two')
  const measured = await measureRounds(run, flood, beside).finally(() => Promise.all(tools.map((tool) => tool.end())))
  judge(run, measured)
  const all = [...measured.peaks, ...measured.floods, ...measured.calms, ...measured.besides]
  const sum = (of: (one: Measured) => number) => all.reduce((total, one) => total + of(one), 0)
  tally.operations += sum(({ sent }) => sent)
  tally.acknowledged += sum(({ done }) => done)
  say(`${sum(({ refused }) => refused)} calls were told to come again`)
  const found = await servers.verify()
  if (found !== '') fault('divergences', found)
}

async function measureRounds({ seconds, fault }: StageRun, flood: ToolProcess, beside: ToolProcess): Promise<Rounds> {
  const measure = async (tool: ToolProcess, words: string): Promise<Measured> => JSON.parse(await tool.answer(words))
  const part = Math.max(2, Math.round(seconds / (rounds * 3)))
  const found: Rounds = { peaks: [], floods: [], calms: [], besides: [] }
  // A server that has just started is slower.
  await measure(flood, `closed ${callers} 2`)
  for (let round = 0; round < rounds; round += 1) {
    const peak = await measure(flood, `closed ${callers} ${part}`)
    found.peaks.push(peak)
    found.calms.push(await measure(beside, `open 20 ${part}`))
    const [flooded, near] = await Promise.all([
      measure(flood, `open ${Math.round(peak.perSecond * 3)} ${part}`),
      measure(beside, `open 20 ${part}`),
    ])
    found.floods.push(flooded)
    found.besides.push(near)
  }
  const peak = middle(found.peaks, ({ perSecond }) => perSecond)
  if (!(await recovered(() => measure(flood, `closed ${callers} 1`), peak)))
    fault('divergences', `${recoverySeconds} seconds after the flood it does not do what it did before`)
  return found
}

/** The one in the middle. */
function middle(list: readonly Measured[], of: (one: Measured) => number): number {
  const sorted = list.map(of).toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

type Rounds = Readonly<Record<'peaks' | 'floods' | 'calms' | 'besides', Measured[]>>

function judge({ servers, fault, say }: StageRun, { peaks, floods, calms, besides }: Rounds): void {
  const peak = middle(peaks, ({ perSecond }) => perSecond)
  const goodput = middle(floods, ({ perSecond }) => perSecond)
  const slowest = Math.max(...floods.map(({ p99, refusedP99 }) => Math.max(p99, refusedP99)))
  say(`at its best ${Math.round(peak)} calls a second, of three times as many ${Math.round(goodput)} are done`)
  const of = (name: 'p50' | 'p99' | 'refusedP50' | 'refusedP99') => Math.round(middle(floods, (one) => one[name]))
  say(`done after ${of('p50')} ms (p99 ${of('p99')}), refused after ${of('refusedP50')} ms (p99 ${of('refusedP99')})`)
  const [before, during] = [calms, besides].map(
    (list) => `${middle(list, ({ p50 }) => p50)} ms (p99 ${middle(list, ({ p99 }) => p99)})`,
  )
  say(`another brand is answered after ${before} alone, after ${during} beside the flood`)
  const share = goodput / peak
  if (share < goodputLeast)
    fault('divergences', `of what it does at its best, only ${Math.round(share * 100)} % are left`)
  if (slowest > answerMs) fault('divergences', `an answer took ${slowest} ms`)
  for (const { others, firstOther = '', lost, untold } of [...peaks, ...floods, ...calms, ...besides]) {
    if (Object.keys(others).length > 0) {
      fault('internalErrors', `answers other than 200 and 503: ${JSON.stringify(others)}, the first ${firstOther}`)
      for (const line of servers.saidOf(/"requestRef":"([^"]+)"/.exec(firstOther)?.[1])) say(line)
    }
    if (lost > 0) fault('divergences', `${lost} calls were not answered`)
    if (untold > 0) fault('divergences', `${untold} refusals do not say when to come again`)
  }
}

/** Within the time in which it has to be as before, with some room for what the machine does meanwhile. */
async function recovered(measure: () => Promise<Measured>, peak: number): Promise<boolean> {
  const until = performance.now() + recoverySeconds * 1000
  while (performance.now() < until) {
    const { perSecond, refused } = await measure()
    if (refused === 0 && perSecond >= peak * goodputLeast) return true
  }
  return false
}

async function furnish({ servers }: StageRun): Promise<void> {
  for (const brand of [crowd, neighbour]) {
    const till = new Till(brand, () => servers.ports())
    const make = async (card: number) => {
      const cardNumber = `FLOOD-${card}`
      const { refusedWith } = await till.call('allocate', { cardNumber, cardSetId: 'cards', createIfNew: true })
      if (refusedWith !== undefined) throw new Error(`allocate of ${cardNumber} was refused with ${refusedWith}`)
    }
    try {
      for (let from = 0; from < cards; from += 20) await Promise.all(times(20, (at) => make(from + at)))
    } finally {
      till.close()
    }
  }
}

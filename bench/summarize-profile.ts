import { readFileSync } from 'node:fs'

/** What of a .cpuprofile counts here. */
interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

/** Microseconds by function. */
type Times = Map<string, number>

/** Which functions a server spent its time in: themselves, and our own with what they called. */
function summarize(profile: Profile, most: number): string {
  const self = new Map<string, number>()
  const total = new Map<string, number>()
  addTimes(profile, self, total)
  const idle = self.get('(idle)') ?? 0
  self.delete('(idle)')
  const busy = self.values().reduce((sum, time) => sum + time, 0)
  const ours = new Map([...total].filter(([name]) => name.includes('server/')))
  return [
    `busy ${seconds(busy)}, idle ${seconds(idle)}`,
    '\nself time:',
    ...ranked(self, busy).slice(0, most),
    '\nour functions, with what they called at once:',
    ...ranked(ours, busy).slice(0, most),
    '',
  ].join('\n')
}

/** A sample's time is that of the function it found; and, in total, of each that had called it, once. */
function addTimes({ nodes, samples, timeDeltas }: Profile, self: Times, total: Times): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  samples.forEach((sample, at) => {
    const time = timeDeltas[at] ?? 0
    const names = new Set<string>()
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) names.add(nameOf(byId.get(id)))
    const [own = '?'] = names
    self.set(own, (self.get(own) ?? 0) + time)
    for (const name of names) total.set(name, (total.get(name) ?? 0) + time)
  })
}

function ranked(times: Times, whole: number): string[] {
  const sorted = [...times].toSorted(([, a], [, b]) => b - a)
  return sorted.map(([name, time]) => `${((100 * time) / whole).toFixed(1).padStart(5)} %  ${name}`)
}

function nameOf(node: ProfileNode | undefined): string {
  const { functionName = '?', url = '', lineNumber = 0 } = node?.callFrame ?? {}
  const name = functionName || '(anonymous)'
  const place = url.replace(/^.*\/(?=server\/|node_modules\/)/, '')
  return place ? `${name}  ${place}:${lineNumber + 1}` : name
}

const seconds = (microseconds: number) => `${(microseconds / 1_000_000).toFixed(1)} s`

const [file, count = '25'] = process.argv.slice(2)
if (file === undefined) {
  process.stderr.write('Usage: node scripts/on-node.js bench/summarize-profile.ts FILE.cpuprofile [COUNT]\n')
  process.exitCode = 2
} else {
  process.stdout.write(summarize(JSON.parse(readFileSync(file, 'utf8')), Number(count)))
}

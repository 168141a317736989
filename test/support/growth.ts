import { slowness, threadMs } from './thread-turns.ts'

export const slow = slowness()
/** Work below this is too short to say how it grows. */
const growthMsMin = 40
/** Four times as much may take four times as long, and a logarithm more; the rest is for memory and for chance. */
const growthMax = 4 * 2
const attempts = 3

interface Growing<Input> {
  readonly sizeMax: number
  /** What the largest may take. */
  readonly msMax: number
  readonly read: (input: Input) => unknown
}

/** What is wrong with how something grows that is doubled up to its limit; undefined: nothing. */
export async function growthOf<Input>(
  make: (size: number) => Input,
  { sizeMax, msMax, read }: Growing<Input>,
): Promise<string | undefined> {
  let best: number[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const times: number[] = []
    for (const part of [4, 1]) times.push(await msOf(make(sizeMax / part), read))
    best = times.map((ms, index) => Math.min(ms, best[index] ?? ms))
    const [first = 0, last = 0] = best
    const isLinear = last <= growthMsMin * slow || last <= growthMax * Math.max(first, growthMsMin / 4)
    if (last <= msMax * slow && isLinear) return undefined
  }
  return `${best.map((ms) => ms.toFixed(0)).join(', ')} ms`
}

async function msOf<Input>(input: Input, read: (input: Input) => unknown): Promise<number> {
  const began = threadMs()
  await read(input)
  return threadMs() - began
}

import assert from 'node:assert/strict'
import type { GrowingBody } from './growing-bodies.ts'
import { slowness, type Turns, turnsDuring } from './thread-turns.ts'

/** What one turn of the thread may take on the machine that this was set on. */
const turnMsMax = 100
/** Work below this is too short to say how it grows. */
const growthMsMin = 60
/** Four times as much may take four times as long, and a logarithm more; the rest is for memory and for chance. */
const growthMax = 4 * 2
/** Each is half of the one before it. */
const shares = [1, 1 / 2, 1 / 4, 1 / 8] as const
/** Long texts are read in another way than short ones, so that these begin at a few kilobytes. */
const textShares = [...shares, 1 / 16, 1 / 32, 1 / 64] as const
const attempts = 3

const slow = slowness()

/** Sends a body to the server, or to whatever reads it. */
export type Send = (text: string) => Promise<{ readonly status: number; readonly text: string }>

interface Noted {
  diagnostic(message: string): void
}

/** What is wrong with how a request of this kind grows that is doubled up to its limit: nothing, or one line. */
export async function findUnbounded(
  t: Noted,
  target: string,
  body: GrowingBody,
  send: Send,
): Promise<readonly string[]> {
  if (await isLittleAltogether(body, send)) return []
  let best: readonly Measured[] = []
  for (let attempt = 0; attempt < attempts && !isBounded(best); attempt += 1) {
    const found: Measured[] = []
    for (const share of body.isText ? textShares : shares) found.push(await measureAt(share, body, send))
    best = found.map((one, index) => least(one, best[index]))
  }
  const line = `${target}: ${body.name}: turns of ${shown(best, 'longestMs')} ms, ${shown(best, 'sumMs')} ms in all; ${best[0]?.said}`
  if (best.some(({ longestMs }) => longestMs > (turnMsMax / 2) * slow)) t.diagnostic(line)
  return isBounded(best) ? [] : [line]
}

/** Most bodies of all sizes together do not take long enough to be looked at one by one. Long texts wait for each other. */
async function isLittleAltogether(body: GrowingBody, send: Send): Promise<boolean> {
  if (body.isText) return false
  const texts = shares.map((share) => body.at(share))
  const turns = await turnsDuring(async () => {
    for (const answer of await Promise.all(texts.map(send))) checkAnswered(body, answer)
  })
  return isLittle(turns) && turns.longestMs <= turnMsMax * slow
}

const shown = (all: readonly Measured[], what: keyof Turns) => all.map((one) => one[what].toFixed(0)).join(', ')

interface Measured extends Turns {
  readonly said: string
}

const least = (one: Measured, other: Measured = one): Measured => ({
  said: one.said,
  longestMs: Math.min(one.longestMs, other.longestMs),
  sumMs: Math.min(one.sumMs, other.sumMs),
})

function isBounded(all: readonly Turns[]): boolean {
  if (all.length === 0 || all.some(({ longestMs }) => longestMs > turnMsMax * slow)) return false
  return all.every((one, index) => {
    const quarter = all[index + 2]
    return isLittle(one) || !quarter || one.sumMs <= growthMax * Math.max(quarter.sumMs, growthMsMin / 4)
  })
}

/** Too little to say how it grows, and little enough to let it. */
const isLittle = ({ sumMs }: Turns) => sumMs <= growthMsMin * slow

async function measureAt(share: number, body: GrowingBody, send: Send): Promise<Measured> {
  const text = body.at(share)
  let said = ''
  const turns = await turnsDuring(async () => {
    const answer = await send(text)
    checkAnswered(body, answer)
    said = `${answer.status} ${answer.text.slice(0, 200)}`
  })
  return { ...turns, said }
}

/**
 * No body is a fault of ours, and none is given up because it takes too long: this is not how a bound is kept. Who tries a
 * sale out waits for seconds only, which is little on a busy machine, and is told so.
 */
function checkAnswered({ name }: GrowingBody, { status, text }: Awaited<ReturnType<Send>>): void {
  assert.ok(![0, 500, 503].includes(status), `${name}: ${status} ${text}`)
  assert.ok(!/"faults?":.*takes too long to read/.test(text), `${name}: ${text}`)
}

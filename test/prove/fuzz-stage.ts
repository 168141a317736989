import fc from 'fast-check'
import { Dice } from '../model/draw-step.ts'
import { Till } from '../model/till.ts'
import { bodyOf, strangeJson } from '../support/fuzzed-bodies.ts'
import { type FuzzDoor, fuzzDoors, logIn } from './fuzz-doors.ts'
import { curlOf, post, type Reply } from './poster.ts'
import { proveBrand, proveFile, usd } from './prove-brand.ts'
import { shuffled } from './shuffled.ts'
import type { Stage, StageRun } from './stage.ts'
import { times } from './times.ts'

const brand = proveBrand('fuzz')
const [bodiesAtOnce, lanes] = [12, 8]

/** Nearly valid and hostile bodies for every contract: always an answer in its form, never an internal error, never an end. */
export const fuzzStage: Stage = {
  name: 'fuzz',
  share: 3,
  brands: [proveFile(brand, { member: { enabled: true } })],
  run: runFuzz,
}

async function runFuzz(run: StageRun): Promise<void> {
  const { servers, seed, seconds, tally, say } = run
  const until = performance.now() + seconds * 1000
  const ends = servers.ends
  const { real, token } = await furnish(run)
  const cookie = await logIn(servers, brand.id, 'administrator')
  const doors = shuffled(fuzzDoors(brand, { cookie, token }), new Dice(seed))
  const counts: Record<string, number> = {}
  const unseen = new Set(doors)
  let round = 0
  const work = times(lanes, async (lane) => {
    const dice = new Dice(seed * 13 + lane)
    while (performance.now() < until) {
      // Whatever was not asked yet comes first.
      const door = [...unseen][lane % Math.max(1, unseen.size)] ?? dice.pick(doors)
      if (!door) return
      unseen.delete(door)
      round += 1
      await fuzzDoor(run, door, { seed: seed * 100_003 + round, real, counts })
    }
  })
  await Promise.all(work)
  if (servers.ends > ends) run.fault('internalErrors', `a server ended by itself ${servers.ends - ends} times`)
  say(`${tally.fuzz} bodies for ${doors.length - unseen.size} of ${doors.length} contracts: ${JSON.stringify(counts)}`)
  const found = await servers.verify()
  if (found !== '') run.fault('divergences', found)
}

/** A card with something on it, and the texts that name something of the brand. */
async function furnish({ servers, seed }: StageRun): Promise<{ real: readonly string[]; token: string }> {
  const till = new Till(brand, () => servers.ports())
  const cardNumber = `FUZZ-${seed}`
  const must = async (operation: string, body: object) => {
    const outcome = await till.call(operation, body)
    if (!outcome.body?.success) throw new Error(`${operation}: ${JSON.stringify(outcome.body)}`)
    return outcome.body
  }
  try {
    await must('allocate', { cardNumber, cardSetId: 'cards', createIfNew: true })
    await must('updateBalance', { cardNumber, action: 'issue', amount: usd(100_000) })
    const hold = await must('updateBalance', { cardNumber, action: 'hold', amount: usd(500) })
    const sale = await must('checkout', { cardNumber, checkoutTotal: 10 })
    const member = await post(servers.ports()[0] ?? 0, '/merchant/memberToken', {
      headers: {
        authorization: `Basic ${Buffer.from(`${brand.key}:${brand.secret}`).toString('base64')}`,
        brand: brand.id,
        location: 'L1',
        terminal: 'T1',
      },
      bytes: Buffer.from(JSON.stringify({ cardNumber, minutes: 1000 })),
    })
    const real = [cardNumber, cardNumber, 'cards', 'USD', 'gift', 'TENTH', 'earn', hold.transactionId, sale.requestRef]
    return { real, token: JSON.parse(member?.text ?? '{}').token ?? '' }
  } finally {
    till.close()
  }
}

interface Bodies {
  readonly seed: number
  readonly real: readonly string[]
  readonly counts: Record<string, number>
}

async function fuzzDoor(
  { servers, tally, say, fault }: StageRun,
  door: FuzzDoor,
  { seed, real, counts }: Bodies,
): Promise<void> {
  const nearlyValid = bodyOf(door.request, fc.constantFrom(...real)).map((body) => JSON.stringify(body))
  const texts = fc.sample(fc.oneof({ arbitrary: nearlyValid, weight: 7 }, strangeJson), { seed, numRuns: bodiesAtOnce })
  const ports = servers.ports()
  const port = ports[seed % ports.length] ?? 0
  await Promise.all(
    texts.map(async (text) => {
      const reply = await post(port, door.path, { headers: door.headers, bytes: Buffer.from(text) })
      tally.fuzz += 1
      const key = `${door.kind} ${reply?.status ?? 'nothing'}`
      counts[key] = (counts[key] ?? 0) + 1
      const wrong = wrongIn(door, reply)
      if (wrong === undefined) return
      fault('internalErrors', `${wrong}\n    seed ${seed}\n    ${curlOf(port, door, text)}`)
      for (const line of servers.saidOf(refOf(reply))) say(line)
    }),
  )
}

/** What is wrong with an answer: there is none, it has not its form, or the server itself was at fault. */
function wrongIn({ kind, name }: FuzzDoor, reply: Reply | undefined): string | undefined {
  if (!reply) return `${name} was not answered`
  const { status, text } = reply
  const body = parsed(text)
  if (body === undefined || typeof body !== 'object' || body === null) return `${name}: ${status} ${text.slice(0, 300)}`
  if (status === 500 || status > 504) return `${name}: ${status} ${text.slice(0, 300)}`
  if (kind !== 'interface')
    return status === 200 || 'error' in body ? undefined : `${name}: ${status} ${text.slice(0, 300)}`
  const { success, requestRef, errorCode } = body as { success?: unknown; requestRef?: unknown; errorCode?: unknown }
  const isWhole = typeof requestRef === 'string' && (status === 200 ? success === true : Number.isInteger(errorCode))
  return isWhole && errorCode !== 1 ? undefined : `${name}: ${status} ${text.slice(0, 300)}`
}

const refOf = (reply: Reply | undefined) => /"requestRef":"([^"]+)"/.exec(reply?.text ?? '')?.[1]

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { Dice } from '../model/draw-step.ts'
import { type Body, Till } from '../model/till.ts'
import { bodyOf } from '../support/fuzzed-bodies.ts'
import { type FuzzDoor, fuzzDoors } from './fuzz-doors.ts'
import { curlOf, post, type Reply } from './poster.ts'
import { proveBrand, proveFile, usd } from './prove-brand.ts'
import { shuffled } from './shuffled.ts'
import type { Stage, StageRun } from './stage.ts'
import { times } from './times.ts'

const [us, them] = [proveBrand('ours'), proveBrand('theirs')]
const lanes = 6
/** What only the other brand has, in what it has: it must not come back from any call of ours. */
const canary = 'kanarina'
const theirPerson = { firstName: `${canary}Ann`, lastName: `${canary}Lee`, email: `${canary}@theirs.example` }

/**
 * Calls of one brand name what is another's, and the same calls name what does not exist: both are answered alike, nothing
 * of the other brand is told, and nothing of it changes.
 */
export const isolationStage: Stage = {
  name: 'isolation',
  share: 2,
  brands: [proveFile(us), proveFile(them)],
  run: runIsolation,
}

/** Texts of the same kinds, in the same order: what the other brand has, and what nobody has. */
interface Named {
  readonly theirs: readonly string[]
  readonly nobodys: readonly string[]
}

async function runIsolation(run: StageRun): Promise<void> {
  const { servers, seed, seconds, tally, say, fault } = run
  const until = performance.now() + seconds * 1000
  const named = await furnishTheirs(run)
  const before = await rowsOf(run)
  const doors = fuzzDoors(us, { cookie: '', token: '' }).filter(({ kind }) => kind === 'interface')
  const dice = new Dice(seed)
  const turns = shuffled(doors, dice)
  const counts: Record<string, number> = {}
  const till = new Till(us, () => servers.ports())
  let round = 0
  const work = times(lanes, async () => {
    while (performance.now() < until) {
      round += 1
      const door = turns[round % turns.length]
      if (door) await compare(run, till, { door, named, seed: seed * 100_003 + round, counts })
    }
  })
  try {
    await Promise.all(work)
  } finally {
    till.close()
  }
  if (!isDeepStrictEqual(await rowsOf(run), before)) fault('leaks', 'rows of the other brand have changed')
  say(`${tally.isolation} pairs over ${Math.min(round, doors.length)} operations, by answer: ${JSON.stringify(counts)}`)
  const found = await servers.verify()
  if (found !== '') fault('divergences', found)
}

interface Comparison {
  readonly door: FuzzDoor
  readonly named: Named
  readonly seed: number
  readonly counts: Record<string, number>
}

async function compare(run: StageRun, till: Till, { door, named, seed, counts }: Comparison): Promise<void> {
  const ports = run.servers.ports()
  const port = ports[seed % ports.length] ?? 0
  // Two cards of ours with the same history, so that the second call does not meet what the first has changed.
  const own = await Promise.all([0, 1].map((at) => newCard(till, `OURS-${seed}-${at}`)))
  const texts = [named.theirs, named.nobodys].map((names, at) => {
    const real = [own[at] ?? '', 'cards', ...names]
    const [body = {}] = fc.sample(bodyOf(door.request, fc.constantFrom(...real), true), { seed, numRuns: 1 })
    return JSON.stringify(body)
  })
  const [foreign = '', missing = ''] = texts
  const isForeign = named.theirs.some((name) => foreign.includes(name))
  const replies: (Reply | undefined)[] = []
  for (const text of texts)
    replies.push(await post(port, door.path, { headers: door.headers, bytes: Buffer.from(text) }))
  run.tally.isolation += 1
  const [toForeign, toMissing] = replies.map((reply, at) =>
    plain(reply, at === 0 ? named.theirs : named.nobodys, own[at]),
  )
  counts[`${toForeign?.code}`] = (counts[`${toForeign?.code}`] ?? 0) + 1
  const told = replies.filter((reply) => reply?.text.toLowerCase().includes(canary) && !foreign.includes(canary))
  const same = `    ${curlOf(port, door, foreign)}\n    ${curlOf(port, door, missing)}`
  if (told.length > 0) run.fault('leaks', `${door.name} tells what is another brand's\n${same}`)
  if (isForeign && !isDeepStrictEqual(toForeign, toMissing)) {
    const answers = `    ${JSON.stringify(toForeign)}\n    ${JSON.stringify(toMissing)}`
    run.fault(
      'leaks',
      `${door.name} answers what is another brand's otherwise than what is missing\n${answers}\n${same}`,
    )
  }
}

/** An answer without what differs from call to call, and with one name for what either asked for. */
function plain(
  reply: Reply | undefined,
  names: readonly string[],
  own = '',
): { status: unknown; code: unknown; text: string } {
  const body: Body = JSON.parse(reply?.text ?? '{}')
  const text = [own, ...names].reduce(
    (left, name, at) => left.replaceAll(name, `name ${at}`),
    String(body.errorMessage ?? ''),
  )
  return { status: reply?.status, code: body.errorCode ?? 0, text }
}

async function newCard(till: Till, cardNumber: string): Promise<string> {
  const must = async (operation: string, body: object) => {
    const { refusedWith } = await till.call(operation, body)
    if (refusedWith !== undefined) throw new Error(`${operation} of ${cardNumber} was refused with ${refusedWith}`)
  }
  await must('allocate', { cardNumber, cardSetId: 'cards', createIfNew: true })
  await must('updateBalance', { cardNumber, action: 'issue', amount: usd(5000) })
  return cardNumber
}

/** A customer of the other brand, with all that can be named. */
async function furnishTheirs({ servers, seed }: StageRun): Promise<Named> {
  const till = new Till(them, () => servers.ports())
  const cardNumber = `THEIRS-${seed}`
  const must = async (operation: string, body: object): Promise<Body> => {
    const outcome = await till.call(operation, body)
    if (!outcome.body?.success) throw new Error(`${operation}: ${JSON.stringify(outcome.body)}`)
    return outcome.body
  }
  try {
    const allocate = { cardNumber, cardSetId: 'cards', createIfNew: true, customerUpdates: theirPerson }
    await must('allocate', allocate)
    const issue = await must('updateBalance', { cardNumber, action: 'issue', amount: usd(98_765) })
    const hold = await must('updateBalance', { cardNumber, action: 'hold', amount: usd(1234) })
    const sale = await must('checkout', { cardNumber, checkoutTotal: 77 })
    const gift = { couponSetId: 'gift', promotionId: 'gift', allowMultipleCoupons: true }
    const { couponId } = await must('allocateCoupon', { cardNumber, ...gift })
    await must('allocateChildCard', { cardNumber, childCardNumber: `CHILD-T-${seed}` })
    const theirs = [cardNumber, issue.requestRef, hold.transactionId, sale.requestRef, couponId, `CHILD-T-${seed}`]
    const nobodys = [
      `NOBODY-${seed}`,
      ...[issue, hold, sale].map(({ requestRef }) => twisted(requestRef)),
      twisted(couponId),
    ]
    return { theirs, nobodys: [...nobodys, `CHILD-N-${seed}`] }
  } finally {
    till.close()
  }
}

/** Of the same form, and of nobody. */
const twisted = (text: string) =>
  text.slice(0, -3) + text.slice(-3).replaceAll(/[0-9A-Za-z]/g, (one) => (one === '1' ? '2' : '1'))

/** What the other brand has, as it is stored. Sums that jobs keep are left out. */
async function rowsOf({ servers }: StageRun): Promise<unknown> {
  const tables = ['account', 'card', 'lot', 'ledger', 'coupon', 'request', 'api_key', 'brand']
  return Promise.all(
    tables.map((table) =>
      servers.askPatiently(
        `select '${table}' as name, count(*)::int as rows, md5(string_agg(row, '' order by row)) as sum
         from (select (to_jsonb(t) - 'last_used_at')::text as row from ${table} t where brand_id = $1) as all_rows`,
        [them.id],
      ),
    ),
  )
}

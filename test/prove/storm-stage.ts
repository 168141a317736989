import { Dice } from '../model/draw-step.ts'
import { type Attempt, Till } from '../model/till.ts'
import { harming } from './bank-stage.ts'
import { proveBrand, proveFile, usd } from './prove-brand.ts'
import type { Stage, StageRun } from './stage.ts'
import { times } from './times.ts'

const brand = proveBrand('storm')
const atOnce = 20
const stormsAtOnce = 4
const kinds = ['issue', 'redeem', 'failed first', 'other bodies', 'hung up', 'sale'] as const

interface Storm {
  readonly operation: string
  readonly bodies: readonly object[]
  /** What the card has afterwards, by the body that was carried out. */
  readonly left: readonly number[]
}

/** Each customRequestId is sent twenty times at once to all servers; in the second half while they are killed. */
export const stormStage: Stage = {
  name: 'storm',
  share: 2,
  brands: [proveFile(brand)],
  run: async (run) => {
    await runStorms(run, run.seconds / 2, 1)
    await harming(run, '1500', () => runStorms(run, run.seconds / 2, 2))
    const found = await run.servers.verify()
    if (found !== '') run.fault('divergences', found)
  },
}

async function runStorms(run: StageRun, seconds: number, half: number): Promise<void> {
  const { servers, seed, tally, say } = run
  const till = new Till(brand, () => servers.ports())
  const until = performance.now() + seconds * 1000
  let count = 0
  try {
    const clouds = times(stormsAtOnce, async (cloud) => {
      const dice = new Dice(seed * 31 + half * 7 + cloud)
      for (let round = 0; performance.now() < until; round += 1) {
        await storm(run, till, { dice, name: `${seed}-${half}-${cloud}-${round}` })
        count += 1
      }
    })
    await Promise.all(clouds)
  } finally {
    till.close()
  }
  tally.operations += count * atOnce
  say(`${count} ids, each sent ${atOnce} times at once${half === 2 ? ' while processes were killed' : ''}`)
}

async function storm(run: StageRun, till: Till, { dice, name }: { dice: Dice; name: string }): Promise<void> {
  const cardNumber = `STORM-${name}`
  await must(till, 'allocate', { cardNumber, cardSetId: 'cards', createIfNew: true })
  await must(till, 'updateBalance', { cardNumber, action: 'issue', amount: usd(10_000) })
  const kind = dice.pick(kinds) ?? 'issue'
  const { operation, bodies, left } = stormOf(kind, cardNumber)
  if (kind === 'failed first') await failOnce(run, till, cardNumber, name)
  const answers = await Promise.all(
    times(atOnce, (at) => {
      const cutAfterMs = kind === 'hung up' && at % 3 === 0 ? dice.below(8) : undefined
      return till.attempt(operation, bodies[at % bodies.length] ?? {}, { id: name, cutAfterMs })
    }),
  )
  const refs = answers.filter((answer) => answer?.body.success).map((answer) => String(answer?.body.requestRef))
  if (refs.length > 1) run.fault('doubled', `${kind} ${name} was carried out as ${refs.join(' and ')}`)
  judgeOthers(run, answers, { kind, name, ref: refs[0] })
  const settled = await till.call(operation, bodies[0] ?? {}, false, name)
  if (settled.refusedWith !== undefined)
    run.fault('lost', `${kind} ${name} was refused with ${settled.refusedWith} in the end`)
  if (refs[0] !== undefined && settled.ref !== refs[0])
    run.fault('doubled', `${kind} ${name} was carried out as ${refs[0]} and as ${settled.ref}`)
  run.tally.acknowledged += 1
  const found = await balanceOf(till, cardNumber)
  if (!left.includes(found))
    run.fault(
      refs.length > 0 ? 'lost' : 'doubled',
      `after ${kind} ${name}, ${cardNumber} has ${found}, not ${left.join(' or ')}`,
    )
}

/** What is told to those that come too late: that it was done, and by which call. */
function judgeOthers(
  { fault }: StageRun,
  answers: readonly (Attempt | undefined)[],
  { kind, name, ref }: { kind: string; name: string; ref: string | undefined },
): void {
  for (const answer of answers) {
    if (!answer || answer.body.success || [109, 136].includes(answer.body.errorCode)) continue
    if (answer.body.errorCode !== 3)
      fault('divergences', `${kind} ${name} was answered with ${JSON.stringify(answer.body)}`)
    else if (ref !== undefined && answer.original !== ref)
      fault('divergences', `${kind} ${name}: ${answer.original} is named as the original, it was ${ref}`)
  }
}

function stormOf(kind: (typeof kinds)[number], cardNumber: string): Storm {
  const update = (action: string, cents: number) => ({ cardNumber, action, amount: usd(cents) })
  const operation = 'updateBalance'
  switch (kind) {
    case 'issue':
    case 'hung up':
      return { operation, bodies: [update('issue', 1000)], left: [11_000] }
    case 'redeem':
      return { operation, bodies: [update('redeem', 1000)], left: [9000] }
    case 'failed first':
      return { operation, bodies: [update('redeem', 15_000)], left: [5000] }
    case 'other bodies':
      return { operation, bodies: [update('issue', 1000), update('redeem', 2500)], left: [11_000, 7500] }
    case 'sale': {
      const paymentMethods = [{ redeemBalance: true, ...usd(2000) }]
      return { operation: 'checkout', bodies: [{ cardNumber, checkoutTotal: 20, paymentMethods }], left: [8000] }
    }
  }
}

/** A refused call leaves its id to the next. */
async function failOnce({ fault }: StageRun, till: Till, cardNumber: string, name: string): Promise<void> {
  const redeem = { cardNumber, action: 'redeem', amount: usd(15_000) }
  const { refusedWith } = await till.call('updateBalance', redeem, false, name)
  if (refusedWith !== 13) fault('divergences', `${name}: more than there is was answered with ${refusedWith}`)
  await must(till, 'updateBalance', { cardNumber, action: 'issue', amount: usd(10_000) })
}

async function must(till: Till, operation: string, body: object): Promise<void> {
  const { refusedWith } = await till.call(operation, body)
  if (refusedWith !== undefined) throw new Error(`${operation} ${JSON.stringify(body)} was refused with ${refusedWith}`)
}

async function balanceOf(till: Till, cardNumber: string): Promise<number> {
  const search = { filters: { cardNumber }, returnFields: { balances: true } }
  const balances: { balanceType: string; amount: number }[] = (await till.read('search', search)).cards[0].balances
  const cents = balances.filter(({ balanceType }) => balanceType === 'Currency').map(({ amount }) => amount * 100)
  return Math.round(cents.reduce((sum, one) => sum + one, 0))
}

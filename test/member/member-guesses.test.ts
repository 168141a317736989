import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openMemberRoom } from '../support/member-room.ts'

/** How many of each are tried: 10,000 is what the figures of docs/members.md were taken with. */
const guesses = Number(process.env.PURSER_TEST_GUESSES ?? 200)
const addresses = 100
const flags = ['--trusted-proxies', '127.0.0.1', '--guess-limit', '120']
/** A machine that does something else beside may disturb one measurement, not each of them. */
const measurementsMax = 3
/** What is wanted of many; of few, chance alone makes more. */
const differenceMax = guesses >= 5000 ? 0.05 : 0.25

interface Seen {
  readonly status: number
  readonly said: string
  readonly ms: number
}

type Guess = (turn: number, isKnown: boolean, from: string) => Promise<Seen>

/**
 * Guesses in turns at somebody who is known and at nobody, from as many addresses: who is first changes each time, so that
 * what disturbs the machine disturbs both.
 */
async function guessInTurns(guess: Guess, count = guesses) {
  const pairs: { readonly known: Seen; readonly unknown: Seen }[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const from = `198.51.${Math.floor(turn / 60) % 200}.${turn % addresses}`
    const early = turn % 2 === 0 ? await guess(turn, true, from) : undefined
    const unknown = await guess(turn, false, from)
    pairs.push({ known: early ?? (await guess(turn, true, from)), unknown })
  }
  return pairs
}

type Pairs = Awaited<ReturnType<typeof guessInTurns>>

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** By how much one takes longer than the other, of those that were looked at and not turned away before. */
function differenceOf(pairs: Pairs): number {
  const looked = pairs.filter(({ known, unknown }) => known.status === 422 && unknown.status === 422)
  assert.ok(looked.length >= pairs.length / 3, 'enough of them were looked at')
  const [known, unknown] = [median(looked.map((one) => one.known.ms)), median(looked.map((one) => one.unknown.ms))]
  return Math.abs(known / unknown - 1)
}

async function holdAlike(t: TestContext, what: string, guess: Guess): Promise<void> {
  const pairs = await guessInTurns(guess)
  for (const { known, unknown } of pairs) {
    assert.notEqual(known.status, 200)
    assert.deepEqual([known.status, known.said], [unknown.status, unknown.said])
  }
  const differences = [differenceOf(pairs)]
  while ((differences.at(-1) ?? 0) > differenceMax && differences.length < measurementsMax)
    differences.push(differenceOf(await guessInTurns(guess)))
  const shown = differences.map((one) => `${(100 * one).toFixed(1)} %`).join(', ')
  const times = median(pairs.map(({ known }) => known.ms)).toFixed(1)
  t.diagnostic(`${what}: ${pairs.length} pairs, ${times} ms, known and unknown differ by ${shown}`)
  if (process.env.PURSER_TEST_GUESSES) process.stderr.write(`${what}: ${pairs.length} pairs, ${times} ms, ${shown}\n`)
  assert.ok(Math.min(...differences) <= differenceMax, shown)
}

async function openGuesses(t: TestContext) {
  const cardSets = [{ id: 'cards', name: 'Cards', cards: [{ cardNumber: '6000000000000001', pin: '9421' }] }]
  const options = { flags, cardSets, program: { pinLength: 4 } }
  const room = await openMemberRoom(t, {}, options)
  const seen = async (route: string, body: object, from: string): Promise<Seen> => {
    const before = performance.now()
    const answer = await room.ask(route, body, undefined, { 'x-forwarded-for': from })
    const ms = performance.now() - before
    const names = [...answer.headers.keys()].filter((name) => name !== 'date')
    return { status: answer.status, said: JSON.stringify([names, answer.body]), ms }
  }
  return { ...room, seen }
}

test('whoever tries pins from many places finds none, and not which cards there are', async (t) => {
  const { shop, seen, ask } = await openGuesses(t)
  const { cardNumber: known, pin } = await shop.must('allocate', { cardSetId: 'cards' })
  await shop.issue(known, { usd: 20 })
  const right = { cardNumber: known, pin }
  assert.equal((await ask('checkCard', right)).status, 200)
  // Of 10,000 the right one is among them: by then this card has been tried too often.
  await holdAlike(t, 'cards and pins', (turn, isKnown, from) =>
    seen(
      'checkCard',
      { cardNumber: isKnown ? known : '6000000000000009', pin: String(turn % 10_000).padStart(4, '0') },
      from,
    ),
  )
  assert.equal((await ask('checkCard', right)).status, 422)
  assert.deepEqual(await shop.verify(), [])
})

test('whoever tries codes from many places gets in nowhere, and learns not who is a customer', async (t) => {
  const { shop, seen, ask, codeTo, customer } = await openGuesses(t)
  const known = 'ana@example.com'
  await customer(known)
  const asked = {
    known: (await ask('sendCode', { email: known })).body.asked,
    unknown: (await ask('sendCode', { email: 'nobody@example.com' })).body.asked,
  }
  const code = await codeTo(known)
  const wrongOf = (turn: number) => String((Number(code) + 1 + turn) % 1_000_000).padStart(6, '0')
  await holdAlike(t, 'codes', (turn, isKnown, from) => {
    const [email, asking] = isKnown ? [known, asked.known] : ['nobody@example.com', asked.unknown]
    return seen('enter', { email, asked: asking, code: wrongOf(turn) }, from)
  })
  assert.equal((await ask('enter', { email: known, asked: asked.known, code })).status, 422)
  assert.deepEqual(await shop.verify(), [])
})

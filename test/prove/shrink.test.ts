import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { pasted } from '../model/pasted.ts'
import type { Step } from '../model/steps.ts'
import { openShop } from '../support/shop.ts'
import { type Line, shrink, without } from './shrink.ts'

const issue: Step = { kind: 'issue', type: 'USD', amount: 500, returned: false, months: 0, child: false }
const hold: Step = { kind: 'hold', type: 'USD', amount: 100 }
const cancel = (deed: number): Step => ({ kind: 'cancel', deed, resets: true })
const use = (place: number): Step => ({ kind: 'use', hold: place, amount: 50, release: false })
const linesOf = (steps: readonly Step[]): Line[] => steps.map((step, at) => ({ at, step }))

test('a story without some steps has none that are about them, and the others name each other by their new places', () => {
  const lines = linesOf([issue, hold, issue, cancel(0), use(1), cancel(2), cancel(4)])
  assert.deepEqual(
    without(lines, new Set([0])).map(({ step }) => step),
    [hold, issue, use(0), cancel(1), cancel(2)],
  )
  assert.deepEqual(
    without(lines, new Set([1])).map(({ at }) => at),
    [0, 2, 3, 5],
  )
})

test('of a long story, the few steps are left without which it does not fail', async () => {
  const noise = Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? hold : issue))
  const story = linesOf([...noise.slice(0, 31), use(30), ...noise.slice(31), cancel(31)])
  let tries = 0
  const fails = async (lines: readonly Line[]) => {
    tries += 1
    const last = lines.at(-1)?.step
    return last?.kind === 'cancel' && lines[last.deed]?.step.kind === 'use' && lines.length >= 3
  }
  const shortest = await shrink(story, fails)
  assert.deepEqual(
    shortest.map(({ step }) => step),
    [hold, use(0), cancel(1)],
  )
  assert.ok(tries < 200, `${tries} tries`)
})

test('a story is shortened for so long as there is time, and is never made one that does not fail', async () => {
  const story = linesOf([issue, issue, hold, issue])
  assert.deepEqual(
    await shrink(
      story,
      () => Promise.resolve(true),
      () => true,
    ),
    story,
  )
  assert.deepEqual(await shrink(story, () => Promise.resolve(false)), story)
})

test('calls that are printed can be pasted into a shell, and name what earlier ones made', async () => {
  const shop = await openShop({ brand: { name: "Ana's" } })
  const card = await shop.card()
  const note = { note: "it's" }
  const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 5 }
  const made = (operation: string, body: object, ref: string) => ({ operation, body, ref, now: 0 })
  const lines = pasted(
    [
      made('updateBalance', { cardNumber: card, action: 'issue', amount, ...note }, 'ref-of-the-first'),
      made(
        'updateBalance',
        { cardNumber: card, action: 'issue', amount: { ...amount, amount: 7 } },
        'ref-of-the-second',
      ),
      made('voidTransaction', { cardNumber: card, requestRef: 'ref-of-the-first' }, 'ref-of-the-third'),
    ],
    { id: shop.id, key: 'till', secret: shop.secret },
  )
  const script = [`URL=http://127.0.0.1:${shop.port}`, ...lines].join('\n')
  const { stdout } = await promisify(execFile)('sh', ['-c', script])
  assert.equal(stdout.match(/"success":true/g)?.length, 3, stdout)
  assert.deepEqual(
    (await shop.balances(card)).map((one: { amount: number }) => one.amount),
    [7],
  )
  assert.deepEqual(await shop.verify(), [])
})

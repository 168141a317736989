import assert from 'node:assert/strict'
import test from 'node:test'
import { ReadShare, readsOfBrandMax } from '../../server/ground/database/read-share.ts'
import { openShop, times } from '../support/shop.ts'

/** A read that ends when it is told to. */
function held(started: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const read = () => {
    started.push(name)
    return promise
  }
  return { read, end: () => resolve(name) }
}

test('reads of one brand wait for each other and not for another brand', async () => {
  const share = new ReadShare(100)
  const started: string[] = []
  const many = times(20, (n) => held(started, `a${n}`))
  const answers = many.map(({ read }) => share.run('a', read))
  assert.equal(started.length, readsOfBrandMax)

  const other = held(started, 'b')
  const answer = share.run('b', other.read)
  assert.equal(started.at(-1), 'b')
  other.end()
  assert.equal(await answer, 'b')

  for (const { end } of many) end()
  assert.deepEqual(
    await Promise.all(answers),
    times(20, (n) => `a${n}`),
  )
  assert.deepEqual(
    started.filter((name) => name !== 'b'),
    times(20, (n) => `a${n}`),
  )
})

test('of reads that would wait too many are refused, and a read that fails makes room', async () => {
  const share = new ReadShare(2)
  const started: string[] = []
  const first = times(readsOfBrandMax + 2, (n) => held(started, `${n}`))
  const answers = first.map(({ read }) => share.run('a', read))
  assert.equal(
    share.run('a', async () => 'x'),
    undefined,
  )
  for (const { end } of first) end()
  await Promise.all(answers)
  await assert.rejects(share.run('a', () => Promise.reject(new Error('no'))) ?? Promise.resolve())
  assert.equal(await share.run('a', async () => 'x'), 'x')
})

test('hundreds of searches at once are all answered', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card({ usd: 1 })
  const answers = await Promise.all(times(150, () => shop.call('search', { filters: { cardNumber } })))
  assert.ok(answers.every(({ body }) => body.cards.length === 1))
})

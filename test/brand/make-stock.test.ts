import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateStock } from '../../server/storage/brand-store/stock/make-stock.ts'

const chunkOf = (count: number) => ({ count })

test('a database that is gone while cards are made ends the call, never the process', async () => {
  const gone = new Error('write EPIPE')
  // At once, before anybody waits for it: a rejection that nobody sees would end the server.
  const insert = () => Promise.reject(gone)
  await assert.rejects(generateStock({ draw: chunkOf, insert }, 3000), gone)
})

test('numbers that are taken are drawn again, until so many chunks in a row had none', async () => {
  const sizes: number[] = []
  const insert = async ({ count }: { readonly count: number }) => {
    sizes.push(count)
    return sizes.length === 1 ? count - 1 : count
  }
  assert.equal(await generateStock({ draw: chunkOf, insert }, 1500), true)
  assert.deepEqual(sizes, [1000, 500, 1])
  assert.equal(await generateStock({ draw: chunkOf, insert: async () => 0 }, 10), false)
})

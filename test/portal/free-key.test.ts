import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstFree } from '../../server/doors/portal-api/drafts/free-key.ts'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

test('a long wish is cut, so that the id is one that the file may have', () => {
  const long = 'x'.repeat(100)
  const [first, second] = ['x'.repeat(64), `${'x'.repeat(62)}-2`]
  assert.equal(firstFree(long, new Set()), first)
  assert.equal(firstFree(long, new Set([first])), second)
  assert.equal(firstFree(long, new Set([first, second])), `${'x'.repeat(62)}-3`)
  assert.equal(firstFree('earn', new Set(['earn', 'earn-2'])), 'earn-3')
})

test('an id that was taken out of the file by whatever means is not given again, nor one of a draft', async () => {
  const shop = await openShop()
  const then = [{ issue: { balanceType: 'Points', amount: 1 } }]
  const entries = {
    campaigns: { id: 'gone', name: 'Gone', rules: [{ id: 'always', trigger: 'checkout', then }] },
    segments: { id: 'gone', name: 'Gone', where: [{ fact: 'history.checkouts', op: '>=', value: 1 }] },
    couponSets: { id: 'gone', name: 'Gone' },
  }
  let baseVersion = 1
  const edit = async (change: object) => {
    await shop.must('editBrand', { edits: [change], baseVersion })
    baseVersion += 1
  }
  const clerk = await openDesk(shop).as('administrator')
  for (const [section, entry] of Object.entries(entries)) {
    const free = async () => (await clerk.ask('freeKey', { section, wish: 'gone' })).key
    assert.equal(await free(), 'gone', section)
    await edit({ section, key: 'gone', entry })
    assert.equal(await free(), 'gone-2', section)
    await edit({ section, key: 'gone' })
    assert.equal(await free(), 'gone-2', section)
    await shop.must('saveDraft', { title: 'Draft', entries: [{ section, key: 'gone-2', text: 'id: gone-2\n' }] })
    assert.equal(await free(), 'gone-3', section)
  }
})

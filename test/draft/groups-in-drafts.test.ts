import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productsOf } from '../support/checkout-shop.ts'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const rule = (id: string, amount: number) => ({
  ...{ id, trigger: 'checkout', group: 'spring' },
  then: [{ discount: { amount } }],
})
const campaign = { id: 'spring', name: 'Spring', rules: [rule('one', 1), rule('three', 3)] }
const asText = (section: string, entry: object, key?: string) => ({
  section,
  ...(key !== undefined && { key }),
  text: JSON.stringify(entry),
})
const groups = [{ id: 'spring', best: 'customer' }]

test('a campaign and the group in which it competes are published by one draft', async () => {
  const shop = await openShop()
  const marketer = await openDesk(shop).as('marketer')
  const alone = [asText('campaigns', campaign, 'spring')]
  const draft = await marketer.call('saveDraft', { title: 'Spring', entries: alone })
  const { faults } = await marketer.call('draftLookup', { draftId: draft.draftId })
  assert.equal(faults.length, 1, JSON.stringify(faults))
  const entries = [...alone, asText('promotions', { groups })]
  const saved = await marketer.call('saveDraft', {
    draftId: draft.draftId,
    revision: draft.revision,
    title: 'Spring',
    entries,
  })
  const looked = await marketer.call('draftLookup', { draftId: draft.draftId })
  assert.deepEqual(looked.faults, [])
  assert.ok(
    looked.entries.some(
      (one: { section: string; changes: string[] }) => one.section === 'promotions' && one.changes.length > 0,
    ),
  )
  const published = await marketer.call('publishDraft', { draftId: draft.draftId, revision: saved.revision })
  assert.equal(published.error, undefined, JSON.stringify(published))
  assert.equal((await shop.must('checkout', { products: productsOf('1 CAKE 10') })).totalDiscount, 3)
  assert.deepEqual(await shop.verify(), [])
})

test('a draft does not set what somebody may not set in the settings, and a group that is named stays', async () => {
  const shop = await openShop({ more: { promotions: { groups }, campaigns: [campaign] } })
  const marketer = await openDesk(shop).as('marketer')
  const publish = async (promotions: object) => {
    const { draftId, revision } = await marketer.call('saveDraft', {
      title: 'More',
      entries: [asText('promotions', promotions)],
    })
    return marketer.call('publishDraft', { draftId, revision })
  }
  assert.ok((await publish({ groups, worth: { Points: '1' } })).error)
  assert.ok((await publish({ groups: [] })).error)
  assert.equal((await publish({ groups: [...groups, { id: 'autumn', best: 'merchant' }] })).error, undefined)
  const content = JSON.stringify((await shop.must('exportBrand', {})).brandFile)
  assert.match(content, /autumn/)
  assert.match(content, /"worth":\{\}/)
  assert.deepEqual(await shop.verify(), [])
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

const campaign = (id: string, rule: object) => ({ id, name: `The ${id}`, rules: [{ id: 'r', name: 'R', ...rule }] })
const give = campaign('give', { trigger: 'checkout', then: [{ allocateCoupon: { set: 'back' } }] })
const honour = campaign('honour', {
  ...{ trigger: 'checkout', when: [{ fact: 'coupon', set: 'back' }] },
  then: [{ discount: { amount: 1 } }],
})

before(async () => {
  room = await openPortalRoom({
    more: {
      couponSets: [{ id: 'back', name: 'Back', generate: { count: 0, length: 10 }, autoGenerate: true }],
      campaigns: [give, honour],
    },
  })
})

after(() => room?.close())

test('a draft that takes away what honours a coupon warns, at the campaign that it takes away', async () => {
  const { shop } = room
  const marketer = await room.login('marketer')
  const warningsOf = async (texts: Readonly<Record<string, string | undefined>>) => {
    const entries = Object.entries(texts).map(([key, text]) => ({ section: 'campaigns', key, ...(text && { text }) }))
    const { draftId } = await shop.must('saveDraft', { title: 'Away', entries })
    const { body } = await marketer.call('draftLookup', { draftId })
    assert.deepEqual(body.faults, [])
    return body.warnings.map((one: { key: string; message: string }) => [one.key, one.message])
  }
  const left =
    'after this no active campaign gives anything for a coupon of the set "back", which "The give" goes on giving: whoever has one cannot use it'
  assert.deepEqual(await warningsOf({ honour: undefined }), [['honour', left]])
  assert.deepEqual(await warningsOf({ honour: JSON.stringify({ ...honour, active: false }) }), [['honour', left]])
  assert.deepEqual(await warningsOf({ honour: JSON.stringify({ ...honour, name: 'Renamed' }) }), [])
  assert.deepEqual(await warningsOf({ honour: undefined, give: undefined }), [])
  await shop.verify()
})

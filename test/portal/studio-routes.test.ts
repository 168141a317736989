import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

let room: PortalRoom
let ana: PortalUser

const offer = {
  skus: [{ sku: 'ESP' }],
  discountType: 'percentageDiscount',
  percentageDiscount: 20,
  expiresAfter: { days: 30 },
}

before(async () => {
  room = await openPortalRoom({
    flags: ['--guess-limit', '3'],
    more: {
      products: [{ sku: 'ESP', name: 'Espresso', categories: ['drinks'] }],
      segments: [
        { id: 'rich', name: 'Rich', where: [{ fact: 'balance', op: '>=', value: 100, balanceType: 'Points' }] },
      ],
      campaigns: [
        {
          id: 'thanks',
          name: 'Thanks',
          rules: [{ id: 'offer', trigger: 'checkout', then: [{ personalOffer: offer }] }],
        },
        {
          id: 'riches',
          name: 'For the rich',
          rules: [
            {
              id: 'gift',
              trigger: 'checkout',
              when: [{ any: [{ fact: 'segment', op: 'in', value: ['rich'] }] }],
              then: [{ discount: { amount: 0.1 } }],
            },
          ],
        },
      ],
    },
  })
  ana = await room.login('marketer')
})

after(() => room?.close())

async function published(key: string, text: string): Promise<string> {
  const { draftId } = await room.shop.must('saveDraft', {
    title: key,
    entries: [{ section: 'campaigns', key, text }],
  })
  await room.shop.must('publishDraft', { draftId, revision: 1 })
  return draftId
}

test('what was there before a published draft comes back as a text, and what was not there as none', async () => {
  const first = await published('new', 'id: new # made first\nname: New')
  const second = await published('new', 'id: new\nname: Newer')
  const before = async (draftId: string) => (await ana.must('entriesBefore', { draftId })).entries
  assert.deepEqual(await before(first), [{ section: 'campaigns', key: 'new' }])
  assert.deepEqual(await before(second), [
    { section: 'campaigns', key: 'new', text: 'id: new # made first\nname: New' },
  ])
  const open = await room.shop.must('saveDraft', { title: 'Open', entries: [{ section: 'campaigns', key: 'x' }] })
  assert.equal((await ana.ask('entriesBefore', { draftId: open.draftId })).status, 404)
  const { version } = await ana.must('entryText', { section: 'campaigns', key: 'new' })
  const earlier = await ana.must('entryText', { section: 'campaigns', key: 'new', asOf: version - 1 })
  assert.match(earlier.text, /made first/)
})

test('a version says in words what it changed in a campaign', async () => {
  const rule = (percent: number) =>
    `rules: [{ id: off, trigger: checkout, then: [{ discount: { percent: ${percent} } }] }]`
  await published('told', `id: told\nname: Told\n${rule(10)}`)
  await published('told', `id: told\nname: Retold\n${rule(20)}`)
  const { changes } = await ana.must('campaignHistory', { campaign: 'told' })
  const change = await ana.must('campaignChange', { campaign: 'told', version: changes[0].version, language: 'en' })
  assert.deepEqual(change, {
    nameBefore: 'Told',
    gone: ['With every purchase: 10 % off.'],
    added: ['With every purchase: 20 % off.'],
    isThere: true,
  })
  const made = await ana.must('campaignChange', { campaign: 'told', version: changes[1].version, language: 'de' })
  assert.deepEqual([made.gone, made.added.length], [[], 1])
})

test('the calendar has drafts that are published at a time', async () => {
  const entries = [{ section: 'campaigns', key: 'advent', text: 'id: advent\nname: Advent' }]
  const { draftId } = await room.shop.must('saveDraft', { title: 'Advent', entries })
  await room.shop.must('publishDraft', { draftId, revision: 1, at: '2098-12-01 12:00:00' })
  const { items } = await ana.must('calendar', { from: '2098-12-01', to: '2099-01-01' })
  const [found] = items.filter((item: { kind: string }) => item.kind === 'draft')
  assert.deepEqual([found.id, found.name], [draftId, 'Advent'])
  const { items: others } = await ana.must('calendar', { from: '2098-11-01', to: '2098-12-01' })
  assert.equal(others.filter((item: { kind: string }) => item.kind === 'draft').length, 0)
})

test('the page of a segment names the campaigns that use it', async () => {
  const page = await ana.must('segmentPage', { segment: 'rich', language: 'en' })
  assert.match(page.sentence, /at least 100 points/)
  assert.deepEqual(
    page.campaigns.map(({ id, state }: { id: string; state: string }) => [id, state]),
    [['riches', 'running']],
  )
  assert.equal((await ana.ask('segmentPage', { segment: 'none', language: 'en' })).status, 404)
})

test('personal offers: what is offered, by which campaign, to how many, and what was taken', async () => {
  const [one, other] = [await room.shop.card(), await room.shop.card()]
  const products = [{ sku: 'ESP', amountPurchased: 1, unitPrice: 5 }]
  await room.shop.must('checkout', { cardNumber: one, products })
  await room.shop.must('checkout', { cardNumber: other, products })
  await room.shop.must('checkout', { cardNumber: one, products })
  const byHand = { skus: [{ sku: 'ESP' }], discountType: 'bogo', expirationDate: '2026-12-24 00:00:00' }
  await room.shop.must('addPersonalOffer', { cardNumber: other, offers: [byHand] })
  const { offers } = await ana.must('listOffers', { language: 'en' })
  assert.deepEqual(offers, [
    {
      what: '20 % off Espresso',
      campaign: 'thanks',
      campaignName: 'Thanks',
      cards: 2,
      given: 3,
      taken: 1,
      uses: 1,
      open: 2,
    },
    { what: offers[1].what, cards: 1, given: 1, taken: 0, uses: 0, open: 1 },
  ])
  const held = await ana.must('cardOffers', { cardNumber: one, language: 'de' })
  assert.deepEqual(
    held.offers.map(({ number, state, uses }: { number: number; state: string; uses: number }) => [
      number,
      state,
      uses,
    ]),
    [
      [2, 'open', 0],
      [1, 'used', 1],
    ],
  )
  assert.match(held.offers[0].what, /20 %/)
  assert.deepEqual(await room.shop.verify(), [])
})

test('a recipe says what a program lacks for it', async () => {
  const { needs } = await ana.must('recipeEntries', { id: 'gold-tuesdays' })
  assert.equal(needs.length, 1)
  assert.deepEqual([needs[0].isNew, needs[0].parts], [false, ['tiers']])
})

test('only an administrator changes what each role may do, and nobody lifts the second person', async () => {
  const chief = await room.login('administrator')
  const change = (portal: object) => async (user: PortalUser) => {
    const { version: baseVersion } = await user.must('configurationOverview')
    return user.call('editBrand', { edits: [{ section: 'portal', entry: portal }], baseVersion })
  }
  const careful = change({ publish: { secondPerson: true } })
  const refused = (await careful(ana)).body.error
  assert.deepEqual([refused.code, /users\.manage/.test(refused.text)], [104, true])
  assert.equal((await careful(chief)).status, 200)
  const page = await ana.must('campaignPage', { campaign: 'thanks', language: 'en' })
  assert.equal(page.needsSecondPerson, true)
  const lifted = (await change({})(chief)).body.error
  assert.deepEqual([lifted.code, /operator/.test(lifted.text)], [104, true])
})

test('whoever tries one coupon after the other is slowed down', async () => {
  const ben = await room.login('marketer')
  const attempt = (coupon: string) =>
    ben.ask('tryOut', {
      products: [{ sku: 'ESP', amountPurchased: 1, unitPrice: 5 }],
      coupons: [coupon],
      card: {},
    })
  const statuses = []
  for (const number of [1, 2, 3, 4, 5]) statuses.push((await attempt(`GUESS-${number}`)).body.error?.code)
  assert.deepEqual(statuses, [undefined, undefined, undefined, undefined, 108])
})

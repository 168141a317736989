import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  addedBy,
  assertInOrder,
  contentOf,
  disableReceivers,
  entriesOf,
  openAuditShop,
  toldBy,
} from '../support/audit-shop.ts'
import { ask } from '../support/race.ts'
import { applyFile, openShop, type Shop, times } from '../support/shop.ts'

const caller = { kind: 'key', name: 'till', from: '127.0.0.1' } as const
const exported = async (shop: Shop) => (await shop.must('exportBrand', {})).brandFile
const usd = (amount: number) => ({ amount: { balanceType: 'Currency', balanceCode: 'USD', amount } })

test('single entries that are changed', async () => {
  const shop = await openAuditShop()
  const north = { section: 'groups', key: 'audited', entry: { id: 'audited', name: 'Audited' } }
  assert.match(
    await toldBy(shop, () => shop.must('editBrand', { edits: [north], baseVersion: 1 })),
    /groups\/audited: added/,
  )
  await assertInOrder(shop)
})

test('a rollback, and a scheduled change that is cancelled', async () => {
  const shop = await openAuditShop()
  const groups = [{ id: 'north', name: 'North' }]
  await shop.must('applyBrand', { brandFile: { ...(await exported(shop)), groups } })
  assert.match(
    await toldBy(shop, () => shop.must('rollbackBrand', { version: 1 })),
    /^key till .*: rolled the configuration back to version 1, from version 2 to 3; groups\/north: switched off$/,
  )
  const later = { brandFile: { ...(await exported(shop)), groups }, at: '2099-12-01 00:00:00' }
  assert.match(await toldBy(shop, () => shop.must('applyBrand', later)), /: scheduled change 1 of version 3 for 2099-/)
  assert.match(
    await toldBy(shop, () => shop.must('cancelScheduled', { number: 1 })),
    /: cancelled the scheduled change 1$/,
  )
  await assertInOrder(shop)
})

test('a draft, from its first text to its end', async () => {
  const shop = await openAuditShop()
  const entries = [{ section: 'groups', key: 'north', text: 'id: north' }]
  assert.match(
    await toldBy(shop, () => shop.must('saveDraft', { title: 'North', entries })),
    /made the draft "North", revision 1$/,
  )
  const [{ draftId }] = (await shop.must('listDrafts', {})).drafts
  const known = { draftId, revision: 1 }
  const told = (operation: string, more = {}) => toldBy(shop, () => shop.must(operation, { ...known, ...more }))
  assert.match(await told('publishDraft', { at: '2099-12-01 00:00:00' }), /scheduled the draft "North" for 2099-12-01/)
  assert.match(await told('reopenDraft'), /opened the draft "North" again, which was scheduled$/)
  assert.match(await told('submitDraft'), /sent the draft "North" to review$/)
  assert.match(await told('reviewDraft', { approve: false, note: 'Not yet' }), /sent back the draft "North"$/)
  assert.match(await told('discardDraft'), /discarded the draft "North"$/)
  const second = await shop.must('saveDraft', { title: 'Again', entries })
  await shop.must('publishDraft', { draftId: second.draftId, revision: 1 })
  const actions = (await entriesOf(shop)).map(({ action }) => action).slice(-2)
  assert.deepEqual(actions.toSorted(), ['brand.applied', 'draft.published'])
  await assertInOrder(shop)
})

test('an errand that is started, and cancelled', async () => {
  const shop = await openAuditShop()
  assert.match(
    await toldBy(shop, () => shop.must('startErrand', { kind: 'verify' })),
    /^key till .*: started the errand verify \([0-9a-f-]{36}\)$/,
  )
  const [{ errandId }] = (await shop.must('listErrands', {})).errands
  const told = await toldBy(shop, () => shop.must('cancelErrand', { errandId }))
  assert.ok(told.endsWith(`: cancelled the errand ${errandId}`), told)
  await assertInOrder(shop)
})

test('what a campaign gave by mistake, and is taken back', async () => {
  const then = [{ issue: { balanceType: 'Points', amount: 100 } }]
  const campaigns = [{ id: 'oops', name: 'Oops', rules: [{ id: 'all', trigger: 'checkout', then }] }]
  const shop = await openShop({ more: { campaigns } })
  const products = [{ sku: 'ESP', amountPurchased: 1, unitPrice: 3 }]
  await shop.must('checkout', { cardNumber: await shop.card(), products })
  assert.match(
    await toldBy(shop, () => shop.must('startRepair', { campaign: 'oops', kind: 'take' })),
    /^key till .*: had what was left taken back for 1 cards, after oops$/,
  )
  await assertInOrder(shop)
})

test('an applied brand file leaves one entry, with versions, differences and enablements', async () => {
  const shop = await openAuditShop()
  const brandFile = await exported(shop)
  const brand = { ...brandFile.brand, enable: brandFile.brand.enable.filter((one: string) => one !== 'pin') }
  const changed = { ...brandFile, brand, groups: [{ id: 'north', name: 'North' }] }

  const [entry, ...others] = await addedBy(shop, () => shop.must('applyBrand', { brandFile: changed }))

  assert.deepEqual(others, [])
  assert.ok(entry?.ref)
  assert.deepEqual(contentOf(entry), {
    action: 'brand.applied',
    subject: shop.id,
    actor: caller,
    before: { version: 1 },
    after: { version: 2, disabled: ['pin'], changes: ['brand: enable -pin', 'groups/north: added'] },
  })
  await assertInOrder(shop)
})

test('the operator who makes a brand or enables something is named with it', async () => {
  const shop = await openShop({ brand: { enable: ['admin'] } })
  const [made] = await entriesOf(shop)
  assert.deepEqual(made?.actor, { kind: 'commandLine', name: 'ana', from: 'till-7' })
  assert.deepEqual([made?.before, made?.after?.version, made?.after?.enabled], [undefined, 1, ['admin']])
  const file = shop.file as { brand: object }
  const [more] = await addedBy(shop, () => applyFile({ ...file, brand: { ...file.brand, enable: ['admin', 'flex'] } }))
  assert.deepEqual(more?.after, { version: 2, enabled: ['flex'], changes: ['brand: enable +flex'] })
})

test('a file that changes nothing, is only tried, or is refused leaves no entry', async () => {
  const shop = await openAuditShop()
  const brandFile = await exported(shop)
  const groups = [{ id: 'north', name: 'North' }]
  const added = await addedBy(shop, async () => {
    await shop.must('applyBrand', { brandFile })
    await shop.must('applyBrand', { brandFile: { ...brandFile, groups }, dryRun: true })
    assert.equal((await shop.call('applyBrand', { brandFile: { ...brandFile, colour: 'red' } })).body.errorCode, 100)
    const enable = [...brandFile.brand.enable, 'nonsense']
    const brand = { ...brandFile.brand, enable }
    assert.equal((await shop.call('applyBrand', { brandFile: { ...brandFile, brand } })).body.errorCode, 100)
  })
  assert.deepEqual(added, [])
})

test('of two that apply the same file at once, one leaves an entry', async () => {
  const shop = await openAuditShop()
  const file = { ...shop.file, groups: [{ id: 'north', name: 'North' }] }
  const added = await addedBy(shop, () => Promise.all(times(4, () => applyFile(file))))
  assert.deepEqual(
    added.map(({ action }) => action),
    ['brand.applied'],
  )
  const others = times(4, (index) => ({ ...file, groups: [{ id: `g${index}`, name: 'Group' }] }))
  const each = await addedBy(shop, () => Promise.all(others.map(applyFile)))
  assert.deepEqual(
    each.map(({ before, after }) => [before?.version, after?.version]),
    times(4, (index) => [index + 2, index + 3]),
  )
  await assertInOrder(shop)
})

test('secrets, hashes, pins, names of employees and addresses never appear', async () => {
  const shop = await openAuditShop()
  const file = shop.file as {
    brand: object
    apiKeys: object[]
    locations: { employees: object[] }[]
    programs: object[]
  }
  const [location] = file.locations
  const employees = [
    { id: 'E1', name: 'Bella Jones', password: 'another sesame' },
    { id: 'E2', name: 'Carla Diaz' },
  ]
  const cards = [{ cardNumber: '7000000000000001', pin: '739184' }]
  const cardSets = [
    ...((file.programs[0] as { cardSets?: object[] }).cardSets ?? []),
    { id: 'listed', name: 'Listed', cards },
  ]
  await applyFile({
    ...file,
    brand: { ...file.brand, name: 'Shop of dora@example.com' },
    apiKeys: [...file.apiKeys, { key: 'second', secret: 'plain-secret-of-second' }],
    locations: [{ ...location, employees }],
    programs: [{ ...file.programs[0], pinLength: 6, cardSets }],
    senders: {
      sms: { url: 'https://sms.test/token-new', secrets: ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='] },
      email: { smtp: 'smtp://dora:smtp-password@mail.test:25', from: 'dora@example.com' },
    },
  })
  const { key, secret } = await shop.must('createKey', {})
  const rotated = await shop.must('rotateKey', { key })
  const rows = JSON.stringify(await ask('select * from audit_entry where brand_id = $1', [shop.id]))
  const hidden = [
    'Bella',
    'Carla',
    'Anna',
    'sesame',
    'plain-secret',
    'token-',
    'hook-',
    'whsec',
    'smtp-password',
    'dora@',
  ]
  for (const text of [...hidden, '739184', 'scrypt', secret, rotated.secret, shop.secret])
    assert.ok(!rows.includes(text), text)
  assert.doesNotMatch(rows, /[0-9a-f]{64}/i, 'no hash')
  assert.match(rows, /employees\/E1: name changed/)
  assert.match(rows, /brand: name Test shop -> Shop of \(an address\)/)
  assert.match(rows, /senders\/sms: path changed/)
})

test('keys: made, changed, replaced, revoked', async () => {
  const shop = await openAuditShop()
  const told = (operation: string, body: object) => toldBy(shop, () => shop.must(operation, body))
  const who = 'key till from 127.0.0.1'
  const scope = ['merchant']
  assert.equal(
    await told('createKey', { key: 'till-3', scope, strict: false }),
    `${who}: made key till-3 with scope merchant`,
  )
  assert.equal(
    await told('changeKey', { key: 'till-3', scope: ['read'], locations: ['L1'] }),
    `${who}: changed key till-3 from scope merchant to scope read; locations L1`,
  )
  assert.equal(await told('rotateKey', { key: 'till-3' }), `${who}: gave key till-3 a second secret`)
  assert.equal(await told('rotateKey', { key: 'till-3', finish: true }), `${who}: ended the older secret of key till-3`)
  assert.equal(await told('revokeKey', { key: 'till-3' }), `${who}: revoked key till-3`)
  const refused = await addedBy(shop, async () => {
    assert.equal((await shop.call('createKey', { key: 'till-3' })).body.errorCode, 100)
    assert.equal((await shop.call('revokeKey', { key: 'till-3' })).body.errorCode, 100)
  })
  assert.deepEqual(refused, [])
  await assertInOrder(shop)
})

test('stock, receivers, webhooks and subscriptions', async () => {
  const shop = await openAuditShop()
  const told = (operation: string, body: object) => toldBy(shop, () => shop.must(operation, body))
  const card = await shop.card()
  await disableReceivers(shop)
  const who = 'key till from 127.0.0.1'
  assert.equal(
    await told('generateCards', { cardSetId: 'cards', count: 3 }),
    `${who}: generated 3 more of cardSets/cards`,
  )
  assert.equal(
    await told('generateCoupons', { couponSetId: 'welcome', count: 2 }),
    `${who}: generated 2 more of couponSets/welcome`,
  )
  assert.equal(await told('enableReceiver', { channel: 'sms' }), `${who}: switched senders/sms on again`)
  assert.equal(await told('replayWebhook', { webhookId: 'crm' }), `${who}: switched webhooks/crm on again`)
  const works = await addedBy(shop, () => shop.must('replayWebhook', { webhookId: 'crm' }))
  assert.deepEqual(works, [], 'it was on already')
  const given = { cardNumber: card, subscriptionId: 'gold', name: 'Gold of Dora', externalId: 'dora-1' }
  assert.equal(await told('assignSubscription', given), `${who}: gave card ${card} the subscription gold, Active`)
  const [again] = await addedBy(shop, () =>
    shop.must('assignSubscription', { ...given, subscriptionStatus: 'Inactive' }),
  )
  assert.deepEqual(
    [again?.before, again?.after],
    [
      { subscriptionId: 'gold', status: 'Active' },
      { subscriptionId: 'gold', status: 'Inactive' },
    ],
  )
  await assertInOrder(shop)
})

test('an accounting adjustment says what the balances were and what they are, and who did it', async () => {
  const shop = await openAuditShop()
  const card = await shop.card({ usd: 10 })
  const employee = { employee: 'E1', employeepassword: 'open sesame, please', note: 'for Dora' }
  const body = { cardNumber: card, action: 'issue', ...usd(-4), isAccountingAdjustment: true }
  const [entry, ...others] = await addedBy(shop, () => shop.must('updateBalance', body, employee))
  assert.deepEqual(others, [])
  assert.ok(entry?.ref)
  const balance = (amount: number) => ({
    balances: [{ amount, scale: 2, balanceType: 'Currency', balanceCode: 'USD', isHold: false }],
  })
  assert.deepEqual(contentOf(entry), {
    action: 'balance.adjusted',
    subject: card,
    actor: { ...caller, employee: 'E1' },
    before: balance(10),
    after: balance(6),
  })
  const suspend = { cardNumber: card, action: 'adjustOnly', isAccountingAdjustment: true }
  const adjusted = () => shop.must('updateBalance', { ...suspend, adjustStatus: { newStatus: 'Suspended' } })
  assert.match(await toldBy(shop, adjusted), new RegExp(`: changed card ${card} from Activated to Suspended$`))
  const reactivated = () => shop.must('reactivate', { cardNumber: card, reason: 'Dora called' })
  assert.match(await toldBy(shop, reactivated), new RegExp(`: changed card ${card} from Suspended to Activated$`))
  const both = { ...body, adjustStatus: { newStatus: 'Closed' } }
  assert.deepEqual(
    (await addedBy(shop, () => shop.must('updateBalance', both))).map(({ action }) => action).toSorted(),
    ['balance.adjusted', 'status.adjusted'],
  )
  assert.doesNotMatch(JSON.stringify(await entriesOf(shop)), /Dora/)
  await assertInOrder(shop)
})

test('an adjusted child card is named with its root, and with what it was itself', async () => {
  const shop = await openAuditShop()
  const cardNumber = await shop.card({ usd: 10 })
  const childCardNumber = 'keyring-1'
  await shop.must('allocateChildCard', { cardNumber, childCardNumber })
  const adjusted = { cardNumber, childCardNumber, action: 'adjustOnly', isAccountingAdjustment: true }
  const lost = () => shop.must('updateBalance', { ...adjusted, adjustStatus: { newStatus: 'Lost' } })
  const name = `${cardNumber}/${childCardNumber}`
  assert.match(await toldBy(shop, lost), new RegExp(`: changed card ${name} from Activated to Lost$`))
  const found = () => shop.must('reactivate', { cardNumber, childCardNumber })
  assert.match(await toldBy(shop, found), new RegExp(`: changed card ${name} from Lost to Activated$`))
  await assertInOrder(shop)
})

test('what tills do every day, what is refused and what is repeated leaves none', async () => {
  const shop = await openAuditShop()
  const card = await shop.card({ usd: 10 })
  const adjustment = { cardNumber: card, action: 'redeem', ...usd(100), isAccountingAdjustment: true }
  const none = await addedBy(shop, async () => {
    await shop.redeem(card, { usd: 1 })
    await shop.hold(card, { usd: 1 })
    await shop.must('balance', { cardNumber: card }).catch(() => undefined)
    assert.equal((await shop.call('updateBalance', adjustment)).body.success, false)
    assert.equal((await shop.call('reactivate', { cardNumber: card })).body.errorCode, 111)
  })
  assert.deepEqual(none, [])
  const id = { customrequestid: randomUUID() }
  const once = await addedBy(shop, async () => {
    await shop.must('updateBalance', { ...adjustment, ...usd(2) }, id)
    assert.equal((await shop.call('updateBalance', { ...adjustment, ...usd(2) }, id)).body.errorCode, 3)
  })
  assert.equal(once.length, 1)
  await assertInOrder(shop)
})

test('every one of many adjustments at once has its entry, each with what the one before it left', async () => {
  const shop = await openAuditShop()
  const card = await shop.card({ usd: 20 })
  const body = { cardNumber: card, action: 'redeem', ...usd(1), isAccountingAdjustment: true }
  const added = await addedBy(shop, () => Promise.all(times(20, () => shop.must('updateBalance', body))))
  const amount = (state: unknown) => (state as { balances: { amount: number }[] }).balances[0]?.amount ?? 0
  const steps = added.map(({ before, after }) => [amount(before), amount(after)])
  assert.deepEqual(
    steps.toSorted(([a = 0], [b = 0]) => b - a),
    times(20, (index) => [20 - index, 19 - index]),
  )
  await assertInOrder(shop)
})

test('auditLog answers page by page, by action, by subject and by time', async () => {
  const shop = await openAuditShop()
  for (const key of ['a', 'b', 'c', 'd']) await shop.must('createKey', { key })
  const first = await shop.must('auditLog', { maxResults: 3 })
  const second = await shop.must('auditLog', { maxResults: 3, page: first.nextPage })
  assert.deepEqual(
    [...first.entries, ...second.entries].map((entry) => entry.subject),
    ['d', 'c', 'b', 'a', shop.id],
  )
  assert.equal(second.nextPage, undefined)
  const [entry] = first.entries
  assert.match(entry.text, /^key till from 127\.0\.0\.1: made key d with scope merchant/)
  assert.deepEqual(
    [entry.actorType, entry.actor, entry.from, entry.action, entry.after.scope],
    ['key', 'till', '127.0.0.1', 'key.created', ['merchant']],
  )
  await assertInOrder(shop)
  const sealed = (await shop.must('auditLog', { subject: 'b' })).entries
  assert.deepEqual([sealed.length, sealed[0].seq], [1, 3])
  assert.match(sealed[0].seal, /^[0-9a-f]{64}$/)
  assert.equal((await shop.must('auditLog', { action: 'brand.applied' })).entries.length, 1)
  assert.deepEqual((await shop.must('auditLog', { fromDate: '2999-01-01 00:00:00' })).entries, [])
  assert.equal((await shop.must('auditLog', { untilDate: '2999-01-01 00:00:00' })).entries.length, 5)
  assert.equal((await shop.call('auditLog', { page: 'x' })).body.errorCode, 100)
  assert.equal((await shop.call('auditLog', { action: 'x' })).body.errorCode, 100)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { birthdaysIn, namesIn, postalsIn, readTyped, shortName } from '../../server/domain/account/typed-text.ts'
import { openDesk } from '../support/portal-desk.ts'
import { openPortalRoom } from '../support/portal-room.ts'
import { openShop } from '../support/shop.ts'

const locations = [
  { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
  { id: 'L2', name: 'Station', terminals: ['T1'] },
]

const ana = {
  firstName: 'Ana',
  lastName: 'Lopez Soto',
  email: 'Ana@Example.com',
  mobilePhone: '+12125550100',
  postal: '10003',
  birthday: '1990-05-17',
}

const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 80, prefix: '60', length: 16 } }]

async function openTill(findCustomers?: readonly string[]) {
  const more = { portal: { ...(findCustomers && { findCustomers }) } }
  const shop = await openShop({ locations, cardSets, more })
  const card = await shop.card({ points: 5 })
  await shop.must('updateAccount', { cardNumber: card, primaryCustomer: ana })
  const desk = openDesk(shop)
  return { shop, card, desk, cashier: await desk.as('cashier') }
}

const everything = ['phone', 'email', 'name']

test('what is typed decides by its shape', () => {
  const table: readonly [string, string][] = [
    ['6000123456789012', 'number'],
    ['4006-1234', 'phone'],
    ['+1 (212) 555-0100', 'phone'],
    ['2125550100', 'phone'],
    ['1234', 'number'],
    ['GIFT-77', 'number'],
    [' Ana@Example.com ', 'email'],
    ['Ana Lopez', 'nameAlone'],
    ['Ana Lopez, 10003', 'name'],
    ["Zoë O'Neil-Ruiz SW1A 1AA", 'name'],
    ['10003 Lopez', 'number'],
  ]
  for (const [text, kind] of table) assert.equal(readTyped(text).kind, kind, text)
  assert.deepEqual(readTyped('Zoë Ruiz SW1A 1AA'), { kind: 'name', words: ['zoë', 'ruiz'], second: 'sw1a 1aa' })
  assert.deepEqual(birthdaysIn('17.5.1990'), ['1990-05-17'])
  assert.deepEqual(birthdaysIn('5/7/1990'), ['1990-05-07', '1990-07-05'])
  assert.deepEqual(birthdaysIn('5/17/1990'), ['1990-05-17'])
  assert.deepEqual(birthdaysIn('10003'), [])
  assert.deepEqual(namesIn(['ana', 'lopez', 'soto']), [
    { last: 'ana lopez soto' },
    { last: 'lopez soto', first: 'ana' },
    { last: 'ana', first: 'lopez soto' },
    { last: 'soto', first: 'ana lopez' },
    { last: 'ana lopez', first: 'soto' },
  ])
  assert.deepEqual(namesIn(['soto']), [{ last: 'soto' }])
  assert.deepEqual(postalsIn('k1 a0b'), ['k1 a0b', 'k1a0b', 'k 1a0b', 'k1a 0b', 'k1a0 b'])
  assert.deepEqual(postalsIn('8'.repeat(13)), ['8'.repeat(13)])
  assert.equal(shortName(ana), 'Ana L.')
  assert.equal(shortName({ lastName: 'ågren' }), 'Å.')
  assert.equal(shortName({}), undefined)
})

test('a cashier finds whoever says all of it, and is shown a short name', async () => {
  const { shop, card, desk, cashier } = await openTill(everything)
  const { program } = await cashier.ask('terminalCard', { cardNumber: card })
  const expected = (name: string) => ({
    outcome: 'customers',
    customers: [{ cardNumber: card, name, program, status: 'Activated' }],
  })
  for (const text of [
    '(212) 555-0100',
    '+12125550100',
    'ana@example.com',
    'Ana Lopez Soto 10003',
    'lopez soto, ana 10003',
    'Lopez Soto 1990-05-17',
    'Ana Lopez Soto 17.5.1990',
  ])
    assert.deepEqual(await cashier.ask('findCustomer', { text }), expected('Ana L.'), text)
  const support = await desk.as('support')
  assert.deepEqual(await support.ask('findCustomer', { text: 'ana@example.com' }), expected('Ana Lopez Soto'))
  assert.deepEqual(await cashier.ask('findCustomer', { text: card }), {
    outcome: 'card',
    cardNumber: card,
    customers: [],
  })
  for (const text of [
    '212 555-010',
    'ana@example.co',
    'ana',
    'Ana Lopez Soto 10004',
    'Ana Lopez 10003',
    'Soto 10003',
  ]) {
    const { outcome, customers } = await cashier.ask('findCustomer', { text })
    assert.deepEqual([outcome, customers], [text === 'ana' ? 'nameAlone' : 'nobody', []], text)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('only what the brand allows is looked for, and nothing where it says nothing', async () => {
  const { shop, desk, cashier } = await openTill()
  const texts = ['2125550100', 'ana@example.com', 'Lopez Soto 10003', 'Lopez']
  for (const text of texts)
    assert.deepEqual(await cashier.ask('findCustomer', { text }), { outcome: 'notAllowed', customers: [] }, text)
  assert.deepEqual((await cashier.ask('terminalSetup')).findsBy, [])
  const byPhone = await openTill(['phone'])
  const outcomes = []
  for (const text of texts) outcomes.push((await byPhone.cashier.ask('findCustomer', { text })).outcome)
  assert.deepEqual(outcomes, ['customers', 'notAllowed', 'notAllowed', 'notAllowed'])
  assert.deepEqual((await byPhone.cashier.ask('terminalSetup')).findsBy, ['phone'])
  assert.deepEqual((await (await desk.as('support')).ask('terminalSetup')).findsBy, everything)
  assert.deepEqual(await shop.verify(), [])
})

test('somebody of one location finds its customers alone, and no closed cards', async () => {
  const { shop, card, desk, cashier } = await openTill(everything)
  const text = 'ana@example.com'
  const atStation = await desk.as('cashier', { location: 'L2' })
  assert.equal((await atStation.ask('findCustomer', { text })).outcome, 'nobody')
  assert.equal((await atStation.ask('findCustomer', { text, locationId: 'L1' })).error.reason, 'forbidden')
  const block = (cardNumber: string, newStatus: string) =>
    shop.must('updateBalance', {
      cardNumber,
      action: 'adjustOnly',
      isAccountingAdjustment: true,
      adjustStatus: { newStatus },
    })
  const closed = await shop.card()
  await shop.must('updateAccount', { cardNumber: closed, primaryCustomer: ana })
  await block(closed, 'Closed')
  await block(card, 'Lost')
  const { customers } = await cashier.ask('findCustomer', { text })
  assert.deepEqual(
    customers.map((one: { cardNumber: string; status: string }) => [one.cardNumber, one.status]),
    [[card, 'Lost']],
    'a lost card is found, so that it can be replaced',
  )
  assert.deepEqual(await shop.verify(), [])
})

test('six of one household are too many, and each search is audited without what was typed', async () => {
  const { shop, desk, cashier, card } = await openTill(everything)
  assert.equal((await cashier.ask('findCustomer', { text: '2125550100', locationId: 'L1' })).outcome, 'customers')
  assert.equal((await cashier.ask('findCustomer', { text: 'nobody@example.com' })).outcome, 'nobody')
  for (let at = 0; at < 5; at += 1) {
    const cardNumber = await shop.card()
    await shop.must('updateAccount', { cardNumber, primaryCustomer: ana })
  }
  const text = 'Lopez Soto 10003'
  assert.deepEqual(await cashier.ask('findCustomer', { text }), { outcome: 'tooMany', customers: [] })
  const auditor = await desk.as('administrator')
  const { entries } = await auditor.call('auditLog', { action: 'customer.sought' })
  assert.deepEqual(
    entries.map((one: { text: string }) => one.text.replace(/^.*?: /, '')),
    [
      'looked for a customer by name and another fact, and was shown none, because too many fit',
      'looked for a customer by e-mail address, and found nobody',
      `looked for a customer by phone number at L1, and found ${card}`,
    ],
  )
  assert.doesNotMatch(JSON.stringify(entries), /lopez|2125550100|example\.com/i)
  assert.deepEqual(await shop.verify(), [])
})

test('who looks for one after the other has to wait, and others do not', async (t) => {
  const room = await openPortalRoom({
    flags: ['--guess-limit', '120'],
    more: { portal: { findCustomers: everything } },
  })
  t.after(() => room.close())
  const { shop } = room
  const card = await shop.card()
  await shop.must('updateAccount', { cardNumber: card, primaryCustomer: ana })
  const [cashier, other] = [await room.login('cashier'), await room.login('cashier')]
  const reasons = []
  for (let at = 0; at < 21; at += 1) {
    const text = `21255502${String(at).padStart(2, '0')}`
    reasons.push((await cashier.ask('findCustomer', { text })).body.error?.reason)
  }
  assert.deepEqual(reasons.slice(0, 20), Array.from({ length: 20 }))
  assert.equal(reasons[20], 'slowDown')
  assert.equal((await cashier.ask('terminalCard', { cardNumber: card })).status, 200, 'cards are still served')
  assert.equal((await other.ask('findCustomer', { text: 'ana@example.com' })).body.outcome, 'customers')
  assert.deepEqual(await shop.verify(), [])
})

test('a postal code is the same with and without its space', async () => {
  const { shop, cashier, card } = await openTill(everything)
  const outcomes = []
  for (const postal of ['SW1A 1AA', 'sw1a1aa']) {
    await shop.must('updateAccount', { cardNumber: card, primaryCustomer: { ...ana, postal } })
    for (const typed of ['SW1A 1AA', 'sw1a1aa', 'sw1 a1aa', 'SW1A 1AB'])
      outcomes.push((await cashier.ask('findCustomer', { text: `Lopez Soto ${typed}` })).outcome)
  }
  const each = ['customers', 'customers', 'customers', 'nobody']
  assert.deepEqual(outcomes, [...each, ...each])
  assert.deepEqual(await shop.verify(), [])
})

test('somebody is found behind many newer cards of one last name, and of other locations', async () => {
  const { shop, desk, cashier, card } = await openTill(everything)
  for (let at = 0; at < 61; at += 1) {
    const { cardNumber } = await shop.must('allocate', { cardSetId: 'cards' }, { location: 'L2' })
    await shop.must('updateAccount', { cardNumber, primaryCustomer: { ...ana, firstName: 'Zoe' } })
  }
  const seek = async (who: typeof cashier, text: string) => {
    const { outcome, customers } = await who.ask('findCustomer', { text })
    return [outcome, ...customers.map((one: { cardNumber: string }) => one.cardNumber)]
  }
  assert.deepEqual(await seek(cashier, 'Ana Lopez Soto 10003'), ['customers', card])
  const atPier = await desk.as('cashier', { location: 'L1' })
  assert.deepEqual(await seek(atPier, 'ana@example.com'), ['customers', card])
  assert.deepEqual(await seek(cashier, 'ana@example.com'), ['tooMany'])
  assert.deepEqual(await shop.verify(), [])
})

test('a search is made at a location that there is', async () => {
  const { shop, cashier } = await openTill(everything)
  const { error } = await cashier.ask('findCustomer', { text: 'ana@example.com', locationId: 'L9' })
  assert.equal(error.reason, 'invalid')
  assert.deepEqual(await shop.verify(), [])
})

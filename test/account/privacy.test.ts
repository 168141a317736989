import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { eraseCustomer, exportCustomer } from '../../server/program/command-line/people/customer.ts'
import { alerts, openAccountShop } from '../support/account-shop.ts'
import { points, productsOf } from '../support/checkout-shop.ts'
import { type Shop, testDatabase, testOrigin, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

/** Stands in everything that a person could be recognised by. */
const mark = 'Quimby'
const phones = ['+12125550123', '+12125550124']
const isPersonal = (text: string) => /quimby/i.test(text) || phones.some((phone) => text.includes(phone))

const rules = [
  {
    trigger: 'checkout',
    when: [{ fact: 'keyValue', key: 'for', op: '=', value: 'nobody' }],
    then: [points(1)],
  },
  {
    trigger: 'checkout',
    then: [
      points(5),
      { setDemographic: { name: 'drink', value: `${mark} blend` } },
      { logEvent: { categoryId: 'app-open', payload: `seen {{ customer.lastName }}` } },
      { notify: { channel: 'webhook', text: 'Dear {{ customer.lastName }}' } },
      { notify: { channel: 'direct', text: 'Thanks, {{ customer.lastName }}' } },
    ],
  },
  { when: [{ fact: 'keyValue', key: 'for', op: '=', value: 'nobody' }], then: [points(1)] },
]

const person = (first: string) => ({
  firstName: first,
  lastName: mark,
  email: `${first}@${mark}.example`,
  phone: phones[0],
  address1: `1 ${mark} Street`,
})
const headers = { note: `for ${mark}`, externalTransactionId: `${mark}-1` }
const customKeyValues = [{ key: 'for', value: mark }]

/** A shop whose card has left something of its person in every place that keeps any. */
async function openPersonShop() {
  const webhooks = [{ id: 'erp', url: 'https://erp.example/events' }]
  const shop = await openAccountShop(rules, { more: { webhooks } })
  const cardNumber = await shop.card({ usd: 50 })
  const childCardNumber = `child-${cardNumber.slice(-4)}`
  await shop.must('allocateChildCard', { cardNumber, childCardNumber })
  const update = (body: object) => shop.must('updateAccount', { cardNumber, ...body }, headers)
  await update({ childCardNumber, primaryCustomer: person('Kid'), customCardNumber: `${mark}-kid` })
  await update({
    primaryCustomer: { ...person('Ana'), mobilePhone: phones[1] },
    alternateCustomer: person('Alt'),
    giverCustomer: person('Giver'),
    customCardNumber: mark,
    countAsEnrollment: true,
    brandDemographics: [{ fieldName: 'hobbies', values: [{ stringValue: mark }] }],
    thirdPartyUpdates: [
      { thirdParty: 'email', optIn: true, username: `mail@${mark}.example` },
      { thirdParty: 'phone', categories: [{ uuid: alerts, optIn: true, optInSourceName: mark }] },
      { thirdParty: 'custom', customData: `knows ${mark}` },
    ],
    newEvents: [
      { categoryId: 'review', payload: mark, properties: [{ key: 'who', value: mark }] },
      { eventType: 'BOUNCED', categoryId: 'bounce', payload: `ana@${mark}.example` },
    ],
    surveyResponses: [
      {
        surveyId: 'S',
        instanceId: '1',
        fieldResponses: [{ fieldName: 'name', setValue: true, stringValue: mark }],
      },
    ],
    programEnrollments: [{ program: 'rewards', enroll: true }],
    customKeyValues,
  })
  const consent = { globalOptIn: true, doubleOptIn: true, customKeyValues: [{ name: 'of', value: mark }] }
  for (const channel of [
    { channel: 'email', channelUser: `Ana@${mark}.example` },
    { channel: 'phone', channelUser: phones[1] },
  ])
    await shop.must('updateChannelSubscription', { ...channel, ...consent })
  const sale = { cardNumber, customKeyValues, barcode: mark, receiptInformation: { to: mark } }
  await shop.must('checkout', { ...sale, childCardNumber, products: productsOf('1 CAKE 4') }, headers)
  const { requestRef } = await shop.must('checkout', { ...sale, products: productsOf('2 ESP 3') }, headers)
  const lock = { ...sale, isSetup: true, lockSetupDuration: 60, products: productsOf('1 ESP 3') }
  const relatedSetupTransactionId = (await shop.must('checkout', lock, headers)).transactionId
  await shop.must('checkout', { cardNumber, isSetup: false, relatedSetupTransactionId })
  await shop.redeem(cardNumber, { usd: 7 }, { customKeyValues, [mark]: 1 })
  await shop.update(cardNumber, 'redeem', { usd: 7000 }, {}, headers)
  await sql(
    `insert into card_subscription (brand_id, card_id, subscription_id, external_id, assigned_at)
     select brand_id, card_id, 'S1', $3, now() from card where brand_id = $1 and card_number = $2`,
    [shop.id, cardNumber, mark],
  )
  await shop.must('requestLookup', { requestRef })
  const bounced = { channel: 'email', channelUser: `ana@${mark}.example`, reason: `no ${mark} here` }
  await shop.must('processBounce', bounced)
  return { shop, cardNumber, childCardNumber, requestRef }
}

/** The rows of every table of the brand that say something about the person, by table. */
async function traces(shop: Shop): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const tables = await sql(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'brand_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'brand' order by 1`,
    [],
  )
  for (const { name } of tables) {
    const rows = await sql(`select to_jsonb(t)::text as row from ${name} as t where brand_id = $1 order by 1`, [
      shop.id,
    ])
    const personal = rows.map(({ row }) => String(row)).filter(isPersonal)
    if (personal.length > 0) found[name] = personal
  }
  return found
}

async function withTestPool<Result>(use: (pool: ConnectionPool) => Promise<Result>): Promise<Result> {
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  try {
    return await use(pool)
  } finally {
    await pool.close()
  }
}

const erase = (shop: Shop, cardNumber: string, dryRun = false) =>
  withTestPool((pool) => eraseCustomer(pool, { brand: shop.id, cardNumber }, { dryRun, origin: testOrigin }))
const exported = (shop: Shop, cardNumber: string) =>
  withTestPool((pool) => exportCustomer(pool, { brand: shop.id, cardNumber }, testOrigin))
const ledgerOf = (shop: Shop) => sql('select * from ledger where brand_id = $1 order by request_ref, line', [shop.id])

test('an erased person is in no table any more, the ledger is as it was, and everything adds up', async () => {
  const { shop, cardNumber } = await openPersonShop()
  const before = { ledger: await ledgerOf(shop), balances: await shop.balances(cardNumber) }
  const [{ count }] = await sql('select count(*)::int as count from notice where brand_id = $1', [shop.id])
  assert.ok(count > 5, 'what webhooks are told is looked at, too')
  assert.deepEqual(Object.keys(await traces(shop)), [
    'account',
    'account_term',
    'bounce',
    'card',
    'card_subscription',
    'channel',
    'checkout',
    'event',
    'message',
    'request',
  ])

  await erase(shop, cardNumber)

  assert.deepEqual(await traces(shop), {})
  assert.deepEqual({ ledger: await ledgerOf(shop), balances: await shop.balances(cardNumber) }, before)
  assert.deepEqual(await shop.verify(), [])
})

test('an erasure is a call of the history, and nothing is left to find the person by', async () => {
  const { shop, cardNumber } = await openPersonShop()
  const history = await shop.history(cardNumber)
  await erase(shop, cardNumber)

  const [newest, ...rest] = await shop.history(cardNumber, { maxResults: 100 })
  assert.deepEqual([newest.callType, newest.balanceUpdates ?? []], ['UPDATE_ACCOUNT', []])
  assert.equal(rest.length, history.length)
  const lookup = await shop.must('requestLookup', { requestRef: newest.requestRef })
  assert.deepEqual([lookup.callType, lookup.cardNumber, lookup.note], ['UPDATE_ACCOUNT', cardNumber, undefined])
  for (const filters of [{ lastName: mark }, { email: `ana@${mark}.example` }, { customCardNumber: mark }])
    assert.deepEqual((await shop.must('search', { filters })).cards, [])
  const returnFields = { customer: true, isEnrolled: true, emailBounced: true, events: true, customData: true }
  const [card] = (await shop.must('search', { filters: { cardNumber }, returnFields })).cards
  assert.deepEqual([card.isEnrolled, card.emailBounced], [false, false])
  assert.equal(isPersonal(JSON.stringify(card)), false)
  assert.equal(card.events.length, 3, 'that something happened stays')
})

test('a card whose person was erased goes on: it pays, takes a new person, and its old sales can be voided and returned', async () => {
  const { shop, cardNumber, requestRef } = await openPersonShop()
  await erase(shop, cardNumber)

  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.deepEqual(await traces(shop), {}, 'a void brings nothing back')
  await shop.must('checkout', { cardNumber, products: productsOf('1 ESP 3') })
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { lastName: 'Newcomer' } })
  assert.equal((await shop.must('search', { filters: { lastName: 'Newcomer' } })).cards.length, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('an address that another card has too keeps what it agreed to', async () => {
  const { shop, cardNumber } = await openPersonShop()
  const other = await shop.card()
  await shop.must('updateAccount', { cardNumber: other, alternateCustomer: { mobilePhone: phones[1] } })

  const { lines } = await erase(shop, cardNumber)

  assert.ok(lines.includes('phone numbers and addresses that other cards have too, and that stay: 1'))
  const channels = await sql('select channel, user_key from channel where brand_id = $1', [shop.id])
  assert.deepEqual(channels, [{ channel: 'phone', user_key: phones[1] }])
  assert.deepEqual(Object.keys(await traces(shop)), ['account', 'channel', 'message', 'request'])
})

test('a dry run says what would go and changes nothing; an erasure that is repeated finds nothing', async () => {
  const { shop, cardNumber } = await openPersonShop()
  const before = await traces(shop)
  const { lines: planned } = await erase(shop, cardNumber, true)
  assert.deepEqual(await traces(shop), before)

  const { lines: done } = await erase(shop, cardNumber)
  assert.deepEqual(done.slice(0, -1), planned)
  assert.match(done.at(-1) ?? '', /^recorded as request [0-9a-f-]{36}$/)
  assert.ok([...planned, ...done].every((line) => !isPersonal(line)))

  const { lines: again } = await erase(shop, cardNumber)
  assert.deepEqual(
    again.filter((line) => !line.startsWith('recorded')),
    [],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('an erasure waits for nobody in vain: tills that use the card at the same time all get their answer', async () => {
  const { shop, cardNumber, requestRef } = await openPersonShop()
  const calls = [
    ...times(20, () => shop.redeem(cardNumber, { usd: 1 })),
    ...times(3, () => shop.call('voidTransaction', { cardNumber, requestRef })),
  ]
  await erase(shop, cardNumber)
  const answers = await Promise.all(calls)

  assert.equal(answers.filter(({ body }) => body.success).length, 21)
  assert.deepEqual(await traces(shop), {})
  assert.deepEqual(await shop.verify(), [])
})

test('while a checkout locks the card, nobody is erased', async () => {
  const { shop, cardNumber } = await openPersonShop()
  const setup = { cardNumber, isSetup: true, lockSetupDuration: 60, products: productsOf('1 ESP 3') }
  const { transactionId } = await shop.must('checkout', setup)
  await assert.rejects(erase(shop, cardNumber), /under way until/)

  await shop.must('checkout', { cardNumber, cancelSetup: true, relatedSetupTransactionId: transactionId })
  await erase(shop, cardNumber)
  assert.deepEqual(await traces(shop), {})
})

test('what a transfer noted of the person goes with them, and cards that were transferred here are named', async () => {
  const shop = await openAccountShop()
  const [old, cardNumber] = [await shop.card({ usd: 5 }), await shop.card()]
  for (const card of [old, cardNumber])
    await shop.must('updateAccount', { cardNumber: card, customCardNumber: mark, primaryCustomer: { lastName: mark } })
  await shop.must('transfer', { action: 'out', cardNumber: old })
  await shop.must('transfer', { action: 'in', cardNumber, oldCardNumber: old })

  const { lines } = await erase(shop, cardNumber)
  assert.ok(lines.includes(`cards that were transferred to this one, whose persons are untouched: ${old}`))
  assert.deepEqual((await exported(shop, cardNumber)).cardsTransferredHere, [old])
  assert.deepEqual(Object.keys(await traces(shop)), ['account', 'account_term', 'card', 'request', 'transfer_snapshot'])
  await erase(shop, old)
  assert.deepEqual(await traces(shop), {})
  assert.deepEqual(await shop.verify(), [])
})

test('an export has everything of the person, the children included, and nothing of others', async () => {
  const { shop, cardNumber, childCardNumber } = await openPersonShop()
  const other = await shop.card({ usd: 3 })
  await shop.must('updateAccount', { cardNumber: other, primaryCustomer: { lastName: 'Stranger' } })
  const found = await traces(shop)
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back.
  const document: any = await exported(shop, cardNumber)

  assert.deepEqual(
    document.cards.map((card: { cardNumber: string; customCardNumber: string }) => [
      card.cardNumber,
      card.customCardNumber,
    ]),
    [
      [cardNumber, mark],
      [childCardNumber, `${mark}-kid`],
    ],
  )
  assert.deepEqual(
    document.accounts.map((one: { customer: { firstName: string } }) => one.customer.firstName),
    ['Ana', 'Kid'],
  )
  const [ana] = document.accounts
  assert.deepEqual([ana.alternateCustomer.firstName, ana.giverCustomer.firstName], ['Alt', 'Giver'])
  assert.ok(ana.surveys.length > 0 && ana.thirdParties.length > 0 && ana.programs.rewards)
  const counts = (name: string) => document[name].length
  const placesOf = (table: string) => found[table]?.length ?? 0
  assert.deepEqual([counts('channels'), counts('subscriptions')], [placesOf('channel'), 1])
  assert.deepEqual([counts('bouncesOfAddresses'), counts('bounces')], [1, 0])
  assert.equal(counts('events'), 4)
  assert.ok(counts('messages') + counts('messagesToAddresses') >= placesOf('message'))
  assert.ok(counts('checkouts') >= placesOf('checkout') && counts('requests') >= placesOf('request'))
  assert.equal(counts('ledger'), (await ledgerOf(shop)).length - 1)
  const usd = document.balances.find((one: { balanceCode: string }) => one.balanceCode === 'USD')
  assert.deepEqual([usd.amount, usd.held], [43, 0])
  const text = JSON.stringify(document)
  assert.ok(!text.includes('Stranger') && !text.includes(other) && !/pin_sealed|secret/.test(text))
})

test('the command line exports, tries, erases, and says what it does not know', async () => {
  const { shop, cardNumber } = await openPersonShop()
  const before = JSON.parse((await purser('customer', 'export', shop.id, cardNumber)).stdout)
  assert.equal(before.accounts[0].customer.lastName, mark)
  assert.match((await purser('customer', 'erase', shop.id, cardNumber, '--dry-run')).stdout, /nothing was changed/)
  assert.match(
    (await purser('customer', 'erase', shop.id, cardNumber)).stdout,
    /accounts: 2\n(.*\n)*The person is erased/,
  )
  assert.equal(isPersonal((await purser('customer', 'export', shop.id, cardNumber)).stdout), false)

  const table: readonly [words: readonly string[], status: number, said: RegExp][] = [
    [['export', shop.id, 'nobody'], 1, /has no card nobody/],
    [['erase', shop.id, 'nobody'], 1, /has no card nobody/],
    [['erase', 'nowhere', cardNumber], 1, /no brand nowhere/],
    [['erase', shop.id], 2, /usage: purser customer erase BRAND CARDNUMBER/],
    [['export', shop.id, cardNumber, '--dry-run'], 2, /customer export takes no --dry-run/],
  ]
  for (const [words, status, said] of table) {
    const answer = await purser('customer', ...words)
    assert.equal(answer.status, status, answer.stderr)
    assert.match(answer.stderr, said)
  }
})

async function purser(...words: string[]) {
  const { PURSER_TEST_DATABASE: url, ...env } = process.env
  const program = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
  const child = spawn(process.execPath, [program, ...words], { env: { ...env, DATABASE_URL: url } })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  const [status] = await once(child, 'close', { signal: AbortSignal.timeout(60_000) })
  return { ...said, status: status as number }
}

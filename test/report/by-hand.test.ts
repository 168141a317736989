import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumAll } from '../../server/background/jobs/reports/daily-sums.ts'
import type { AuditState } from '../../server/domain/audit/entry.ts'
import { sentenceOf } from '../../server/domain/audit/sentence.ts'
import type { Instant } from '../../server/ground/kernel/time.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openDesk } from '../support/portal-desk.ts'
import { rowsOf, sameWhenSummed, sumUp } from '../support/report-shop.ts'
import { openShop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const locations = [
  { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
  { id: 'L2', name: 'Station', terminals: ['T1'] },
]

const earn = {
  id: 'earn',
  name: 'A point each',
  trigger: 'checkout',
  then: [{ issue: { balanceType: 'Points', amount: { give: 1, per: 1, of: 'checkout.netTotal' } } }],
}

const points = (amount: number) => ({ balanceType: 'Points', amount })
const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })

/** A cashier who sold and loaded, and a support agent who gave goodwill at two places; a till did the same things. */
async function openStory() {
  const shop = await openShop({ locations, more: { campaigns: [{ id: 'club', name: 'Club', rules: [earn] }] } })
  const card = await shop.card({ points: 1000, usd: 500 })
  const desk = openDesk(shop)
  const [cashier, support, finance] = [await desk.as('cashier'), await desk.as('support'), await desk.as('finance')]
  const done = (answer: { readonly error?: unknown; readonly requestRef?: string }) => {
    assert.equal(answer.error, undefined, JSON.stringify(answer))
    return String(answer.requestRef)
  }
  const at = (location: string, note = 'Why') => ({ location, note })
  const issue = { cardNumber: card, action: 'issue' }
  done(await cashier.call('updateBalance', { ...issue, amount: usd(25) }, at('L1', 'Sold at the counter')))
  const sale = { cardNumber: card, products: productsOf('2 ESP 7') }
  const sold = done(await cashier.call('checkout', sale, at('L1')))
  done(await cashier.call('updateBalance', { cardNumber: card, action: 'redeem', amount: usd(5) }, at('L1')))
  const goodwill = { ...issue, isGoodwill: true }
  done(await support.call('updateBalance', { ...goodwill, amount: points(30) }, at('L1', 'The coffee was cold')))
  done(await support.call('updateBalance', { ...goodwill, amount: points(12) }, at('L2', 'Rain')))
  const wrong = done(await support.call('updateBalance', { ...issue, amount: points(7) }, at('L2')))
  done(await support.call('voidTransaction', { cardNumber: card, requestRef: wrong }, at('L2')))
  const adjust = { ...issue, isAccountingAdjustment: true, amount: points(-4) }
  done(await finance.call('updateBalance', adjust, at('L1')))
  await shop.must('updateBalance', { ...goodwill, amount: points(99) })
  return { shop, desk, card, sold, names: { cashier: cashier.name, support: support.name, finance: finance.name } }
}

const none = { sold: '0', loaded: '0', goodwill: '0', returned: '0', undone: '0', adjusted: '0' }
const noMoney = { sold: '0.00', loaded: '0.00', goodwill: '0.00', returned: '0.00', undone: '0.00', adjusted: '0.00' }

type Row = Readonly<Record<string, string | undefined>>
const figures = ({ program: _, ...row }: Row) => row

test('who gave what by hand is told by person, in columns of its own, whether summed or not', async () => {
  const { shop, names } = await openStory()
  const rows = await sameWhenSummed(shop, async () => (await rowsOf(shop, 'by-hand')).map(figures))
  const byName = (a: Row, b: Row) => (`${a.person} ${a.valueType}` < `${b.person} ${b.valueType}` ? -1 : 1)
  assert.deepEqual(
    rows.toSorted(byName),
    [
      { person: names.cashier, valueType: 'Currency USD', ...noMoney, loaded: '25.00' },
      { person: names.cashier, valueType: 'Points', ...none, sold: '14' },
      { person: names.support, valueType: 'Points', ...none, goodwill: '42', loaded: '7', undone: '-7' },
      { person: names.finance, valueType: 'Points', ...none, adjusted: '-4' },
    ].toSorted(byName),
  )
  const [most] = rows.filter(({ valueType }) => valueType === 'Points')
  assert.equal(most?.person, names.support, 'who gave most is first')
  assert.deepEqual(await shop.verify(), [])
})

test('divided by location it is where it was given', async () => {
  const { shop, names } = await openStory()
  const rows = await sameWhenSummed(shop, () => rowsOf(shop, 'by-hand', { by: 'location' }))
  const goodwill = rows.filter(({ person }) => person === names.support).map((row) => [row.location, row.goodwill])
  assert.deepEqual(goodwill.toSorted(), [
    ['Pier 1', '30'],
    ['Station', '12'],
  ])
  assert.deepEqual(await shop.verify(), [])
})

const markOfJob = async (brand: string, job: string) =>
  String((await sql('select mark from job_mark where brand_id = $1 and job = $2', [brand, job]))[0]?.mark ?? '')

/** As a server of an earlier version leaves them. */
async function asOf(brand: string, version: string): Promise<void> {
  await sql(`delete from job_mark where brand_id = $1 and job like 'daily-sums %'`, [brand])
  await sql(
    `update job_mark set mark = split_part(mark, ' ', 1) || ' ' || split_part(mark, ' ', 2) || ' ' || $2
     where brand_id = $1 and job = 'daily-sums'`,
    [brand, version],
  )
}

test('sums of a version that counted nothing by hand are made of the ledger in pieces, and no others', async () => {
  const { shop } = await openStory()
  const room = await openJobRoom(shop)
  await sumUp(room)
  const before = await rowsOf(shop, 'by-hand')
  const [rules] = await sql('select count(*), min(ctid::text) as at from rule_day where brand_id = $1', [shop.id])
  await sql('delete from hand_day where brand_id = $1', [shop.id])
  await asOf(shop.id, '5')
  await sql('update ledger_day set added = added + 1 where brand_id = $1', [shop.id])
  const told = await rowsOf(shop, 'roll-forward')
  assert.deepEqual(await rowsOf(shop, 'by-hand'), before, 'until then the ledger is read')
  const marks: string[] = []
  const refOf = async (job: string) => (await markOfJob(shop.id, job)).slice(0, 36)
  do {
    let steps = Number.NEGATIVE_INFINITY
    const isOver = () => {
      steps += 1
      return steps > 6
    }
    const brandAt: typeof room.brandAt = (brand) => {
      steps = 0
      return room.brandAt(brand)
    }
    await sumAll({ ...room, brandAt, isOver }, -50, 3)
    marks.push(await refOf('daily-sums hands'))
    assert.deepEqual(await rowsOf(shop, 'by-hand'), before, 'half made they are not more, and not less')
    assert.deepEqual(await rowsOf(shop, 'roll-forward'), told, 'what was summed before is read as before')
  } while (marks.length < 30 && marks.at(-1) !== (await refOf('daily-sums')))
  assert.ok(new Set(marks).size > 1, `it was made in pieces: ${marks.join(', ')}`)
  const [kept] = await sql('select count(*) from hand_day where brand_id = $1', [shop.id])
  assert.ok(Number(kept?.count) > 0)
  assert.deepEqual(
    (await sql('select count(*), min(ctid::text) as at from rule_day where brand_id = $1', [shop.id]))[0],
    rules,
    'the sums of rules stay where they are',
  )
  await sql('update ledger_day set added = added - 1 where brand_id = $1', [shop.id])
  assert.deepEqual(await shop.verify(), [])
})

test('a server of the version before goes on with the sums, and the new one goes on with its', async () => {
  const { shop } = await openStory()
  const room = await openJobRoom(shop)
  await sumUp(room)
  const before = await rowsOf(shop, 'by-hand')
  await asOf(shop.id, '6')
  assert.deepEqual(await rowsOf(shop, 'by-hand'), before)
  await sumUp(room)
  assert.deepEqual(await rowsOf(shop, 'by-hand'), before, 'nothing is counted twice')
  assert.deepEqual(await shop.verify(), [])
})

test('goodwill and loads are in the audit log with person and place, and the reason as long as the call has it', async () => {
  const { shop, desk, card, names } = await openStory()
  const auditor = await desk.as('administrator')
  const { entries } = await auditor.call('auditLog', { action: 'balance.given' })
  const told = entries.map((one: { actor: string; text: string; note?: string }) => [
    one.actor,
    one.text.replace(/^.*?: /, ''),
    one.note,
  ])
  assert.deepEqual(told, [
    [names.support, `loaded card ${card} with 7 Points at Station`, 'Why'],
    [names.support, `gave card ${card} as goodwill 12 Points at Station`, 'Rain'],
    [names.support, `gave card ${card} as goodwill 30 Points at Pier 1`, 'The coffee was cold'],
    [names.cashier, `loaded card ${card} with 25 USD at Pier 1`, 'Sold at the counter'],
  ])
  assert.doesNotMatch(JSON.stringify(entries[1].after), /Rain/, 'the entry itself can be forgotten by nobody')
  assert.deepEqual(await shop.verify(), [])
})

test('the audit log tells of what was given by its names, in the numbers of the reader’s language', async () => {
  const display = { one: 'Stern', other: 'Sterne' }
  const valueTypes = [{ balanceType: 'Custom', balanceCode: 'STARS', scale: 1, display }]
  const shop = await openShop({ locations, program: { valueTypes } })
  const desk = openDesk(shop)
  const [support, auditor] = [await desk.as('support'), await desk.as('administrator')]
  const cardNumber = await shop.card()
  for (const amount of [1, 1234.5]) {
    const stars = { balanceType: 'Custom', balanceCode: 'STARS', amount }
    const request = { cardNumber, action: 'issue', isGoodwill: true, amount: stars }
    const answer = await support.call('updateBalance', request, { location: 'L2', note: 'Rain' })
    assert.equal(answer.error, undefined, JSON.stringify(answer))
  }
  const { entries } = await auditor.call('auditLog', { action: 'balance.given' })
  const actor = { kind: 'user', name: 'ana' } as const
  const inGerman = entries.map(({ after }: { after: AuditState }) =>
    sentenceOf({ id: '1', action: 'balance.given', subject: cardNumber, actor, after, at: 0 as Instant }, 'de'),
  )
  assert.deepEqual(inGerman, [
    `ana: der Karte ${cardNumber} 1.234,5 Sterne aus Kulanz gegeben (Station)`,
    `ana: der Karte ${cardNumber} 1 Stern aus Kulanz gegeben (Station)`,
  ])
  const earlier = { amount: '1250', balanceType: 'Points', location: 'L2' }
  const kept = {
    id: '1',
    action: 'balance.given',
    subject: cardNumber,
    actor,
    after: earlier,
    at: 0 as Instant,
  } as const
  assert.equal(sentenceOf(kept, 'de'), `ana: der Karte ${cardNumber} 1.250 Punkte aufgeladen (L2)`)
  assert.equal(sentenceOf(kept), `ana: loaded card ${cardNumber} with 1,250 Points at L2`)
  assert.deepEqual(await shop.verify(), [])
})

test('goodwill is for issuances alone', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card({ points: 10 })
  for (const wrong of [{ action: 'redeem' }, { action: 'hold' }, { action: 'issue', isAccountingAdjustment: true }]) {
    const request = { cardNumber, amount: points(1), isGoodwill: true, ...wrong }
    assert.equal((await shop.call('updateBalance', request)).body.errorCode, 100)
  }
  assert.deepEqual(await shop.verify(), [])
})

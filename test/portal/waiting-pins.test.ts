import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { operations } from '../../server/calls/operations/all.ts'
import type { Model } from '../../server/ground/contract/field.ts'
import { openDesk } from '../support/portal-desk.ts'
import { openShop, testDatabase } from '../support/shop.ts'

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const pin = '739154'

async function rowsWith(text: string): Promise<number> {
  const client = new pg.Client({ connectionString: testDatabase() })
  await client.connect()
  try {
    const { rows } = await client.query(`select 1 from approval where row_to_json(approval)::text like $1`, [
      `%${text}%`,
    ])
    return rows.length
  } finally {
    await client.end()
  }
}

test('no pin waits for a second person: it is refused, neither tried nor kept', async () => {
  const shop = await openShop({ more: { portal: { limits: { support: { issue: { money: 20 } } } } } })
  const [card, other] = [await shop.card(), await shop.card()]
  const support = await openDesk(shop).as('support')
  const issue = { cardNumber: card, action: 'issue', amount: usd(30) }
  const asked = [
    ['updateBalance', { ...issue, pin }, 'pin'],
    ['updateBalance', { ...issue, pin, forcePinValidation: true }, 'pin'],
    ['updateAccount', { cardNumber: card, updatedPin: pin }, 'updatedPin'],
    ['transfer', { cardNumber: card, action: 'out', pin }, 'pin'],
    ['moveCard', { cardNumber: card, toCardNumber: other, pin }, undefined],
  ] as const
  for (const [operation, request, field] of asked) {
    const { error } = await support.ask('askApproval', { operation, request, reason: 'why not' })
    assert.deepEqual([error.reason, error.field], ['invalid', field], `${operation}: ${JSON.stringify(error)}`)
  }
  assert.equal(await rowsWith(pin), 0)
  const { approvalId } = await support.ask('askApproval', { operation: 'updateBalance', request: issue, reason: 'x' })
  assert.equal(typeof approvalId, 'string')
  assert.deepEqual(await shop.verify(), [])
})

test('a change of the brand does not wait with the pins of cards in it', async () => {
  const shop = await openShop({ more: { portal: { publish: { secondPerson: true } } } })
  const administrator = await openDesk(shop).as('administrator')
  const { entry } = await administrator.ask('entry', { section: 'programs', key: 'rewards' })
  const { version } = await administrator.ask('brandFile')
  const [set] = entry.cardSets
  const [type] = entry.valueTypes
  const changed = {
    ...entry,
    valueTypes: [{ ...type, maxBalance: 12_345 }, ...entry.valueTypes.slice(1)],
    cardSets: [{ ...set, cards: [{ cardNumber: '7999000011112222', pin }] }, ...entry.cardSets.slice(1)],
  }
  const edits = [{ section: 'programs', key: 'rewards', entry: changed }]
  const { error } = await administrator.ask('askBrandChange', { edits, baseVersion: version, reason: 'more' })
  assert.deepEqual([error.reason, /pin/.test(error.text)], ['invalid', true], JSON.stringify(error))
  assert.equal(await rowsWith(pin), 0)
})

test('every pin of a request is marked as a secret by its contract', () => {
  const unmarked = (model: Model, path: string): string[] =>
    Object.entries(model.fields).flatMap(([name, { spec }]) => [
      ...(/pin$/i.test(name) && spec.kind === 'text' && spec.tells !== 'secret' ? [`${path}.${name}`] : []),
      ...(spec.model ? unmarked(spec.model, `${path}.${name}`) : []),
      ...(spec.item?.model ? unmarked(spec.item.model, `${path}.${name}[]`) : []),
    ])
  assert.deepEqual(
    operations.flatMap(({ name, request }) => unmarked(request, name)),
    [],
  )
  assert.ok(operations.some(({ request }) => request.fields.pin?.spec.tells === 'secret'))
})

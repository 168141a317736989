import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    locations: [
      { id: 'L1', terminals: ['T1'], group: 'north' },
      { id: 'L2', terminals: ['T2'] },
    ],
    more: { groups: [{ id: 'north', name: 'North' }] },
  })
})

after(() => room?.close())

const at = '2099-12-01 00:00:00'

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever a file has.
async function changed(change: (file: any) => void) {
  const file = structuredClone((await room.shop.must('exportBrand', {})).brandFile)
  change(file)
  return { brandFile: file }
}

const outcome = async (user: PortalUser, operation: string, body: object) => {
  const { status, body: answer } = await user.call(operation, body)
  return status === 200 ? 'done' : (answer.error.code ?? answer.error.reason)
}

async function keyed(key: string, scope: readonly string[]) {
  const { secret } = await room.shop.must('createKey', { key, scope })
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  return async (operation: string, body: object) => (await room.shop.call(operation, body, { authorization })).body
}

test('which locations a group has, and when a day begins, is not for marketers', async () => {
  const [mel, ana] = [await room.login('marketer'), await room.login('administrator')]
  const wider = await changed((file) => {
    file.locations[1].group = 'north'
  })
  const elsewhere = await changed((file) => {
    file.brand.timeZone = 'Pacific/Auckland'
  })
  for (const body of [wider, elsewhere]) assert.equal(await outcome(mel, 'applyBrand', body), 104)
  assert.equal(await outcome(ana, 'applyBrand', { ...wider, dryRun: true }), 'done')
  // Another day is more by hand: that is for two.
  await room.login('administrator')
  assert.equal((await ana.call('applyBrand', elsewhere)).body.error.reason, 'approvalNeeded')
  const german = await mel.call('applyBrand', wider, { 'accept-language': 'de' })
  assert.match(german.body.error.text, /Ihre Rolle hat users\.manage nicht dabei: Benutzer einladen/)
})

test('whoever may not make a change does not cancel it either', async () => {
  const [ana, mel] = [await room.login('administrator'), await room.login('marketer')]
  const schedule = async (by: PortalUser, change: Parameters<typeof changed>[0]) => {
    const { body } = await by.call('applyBrand', { ...(await changed(change)), at })
    return { number: body.scheduleNumber }
  }
  const narrow = await keyed('canceller', ['cancelScheduled'])
  const grace = await schedule(ana, (file) => Object.assign(file.brand.settings, { reversalGraceDays: 3 }))
  assert.equal(await outcome(mel, 'cancelScheduled', grace), 104)
  assert.equal((await narrow('cancelScheduled', grace)).errorCode, 104)
  assert.equal(await outcome(ana, 'cancelScheduled', grace), 'done')
  const ofMel = await schedule(mel, (file) => Object.assign(file, { groups: [{ id: 'north', name: 'Further north' }] }))
  // What any key that applies files may change, too: one that only cancels changes nothing.
  assert.match(JSON.stringify(await narrow('cancelScheduled', ofMel)), /has to include applyBrand.*104/)
  assert.equal(await outcome(mel, 'cancelScheduled', ofMel), 'done')
})

test('a key that only edits makes no cards, and finds out no password', async () => {
  const deploys = await keyed('deploys', ['applyBrand', 'editBrand', 'exportBrand'])
  const cards = await changed((file) => {
    file.programs[0].cardSets[0].cards = [{ cardNumber: '9900000001', pin: '1234' }]
  })
  const made = await deploys('applyBrand', cards)
  assert.deepEqual([made.errorCode, /generateCards/.test(JSON.stringify(made))], [104, true])
  const guess = await changed((file) => {
    file.locations[0].employees = [{ id: '7', name: 'Eve', password: 'a-guess' }]
  })
  assert.equal((await deploys('applyBrand', guess)).errorCode, 104)
})

test('a pin is set with a reason, and erasing a customer takes what somebody asked to change of them', async () => {
  const support = await room.login('support')
  const card = await room.shop.card()
  const unsaid = await support.call('updateAccount', { cardNumber: card, updatedPin: '4711' })
  assert.match(unsaid.body.error.text, /reason/)
  const name = 'Wilhelmina-of-the-canaries'
  await room.shop.must('updateAccount', { cardNumber: card, primaryCustomer: { firstName: name } })
  const request = JSON.stringify({ cardNumber: card, primaryCustomer: { firstName: name } })
  await room.pool.rows`
    insert into approval (brand_id, approval_id, operation, request, card_number, of_limit, location_id, terminal_id, reason,
      asked_by, asked_at, ends_at, state)
    values (${room.shop.id}, gen_random_uuid(), 'updateAccount', ${request}, ${card}, 'issue', 'L1', 'T1', 'why',
      ${support.name}, now(), now() + interval '7 days', 'waiting')`
  await support.must('confirm', { password: 'correct horse battery staple' })
  const erased = await support.ask('eraseCustomer', { cardNumber: card })
  assert.equal(erased.status, 200, JSON.stringify(erased.body))
  const rows = await room.pool.rows<{ request: string; is_over: boolean }>`
    select request, ends_at <= now() as is_over from approval where brand_id = ${room.shop.id} and card_number = ${card}`
  assert.deepEqual(rows, [{ request: '{}', is_over: true }])
  assert.deepEqual(await room.shop.verify(), [])
})

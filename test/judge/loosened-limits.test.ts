import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { loosenedParts } from '../../server/domain/judge/loosened.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

async function inRoom(use: (room: PortalRoom) => Promise<void>): Promise<void> {
  const room = await openPortalRoom({ more: { portal: { limits: { finance: { approve: { money: 5000 } } } } } })
  try {
    await use(room)
  } finally {
    await room.close()
  }
}

const unlimited = { administrator: { issue: { money: 1_000_000 } } }

async function edit(user: PortalUser, portal: object, more: object = {}) {
  const { version: baseVersion } = await user.must('brandFile')
  const edits = [{ section: 'portal', entry: portal }]
  const { status, body } = await user.call('editBrand', { edits, baseVersion, ...more })
  return { edits, baseVersion, outcome: status === 200 ? 'done' : body.error.reason, text: body.error?.text ?? '' }
}

const attention = async (user: PortalUser, kind: string) =>
  (await user.must('homeAttention')).items.filter((one: { kind: string }) => one.kind === kind)

test('higher limits of any role and no approvals are looser, lower ones are not', () => {
  const brand = { currency: 'USD', timeZone: 'UTC', exchangeRates: {} }
  const of = (limits: object, approvals?: 'on' | 'off') =>
    ({ brand, portal: { limits, ...(approvals && { approvals }) } }) as never
  const both = ['portal.limits', 'portal.approvals']
  const rows: readonly [before: never, after: never, parts: readonly string[]][] = [
    [of({}), of({}), []],
    [of({}), of(unlimited), ['portal.limits']],
    [of(unlimited), of({}), []],
    [of({}), of({ cashier: { return: { points: 1001 } } }), ['portal.limits']],
    [of({}), of({ cashier: { return: { points: 999 } } }), []],
    // Less at once, and more in a day.
    [of({}), of({ support: { issue: { money: 10, perDay: { money: 501 } } } }), ['portal.limits']],
    // Coupons of unknown worth count as what is given at once: of those more fit into the day.
    [of({}), of({ support: { issue: { money: 0.01, perDay: { money: 500 } } } }), ['portal.limits']],
    [of({}), of({ support: { issue: { money: 10, perDay: { money: 100 } } } }), []],
    [of({ finance: { approve: { money: 10 } } }), of({}), ['portal.limits']],
    [of({}), of({ finance: { approve: { money: 10 } } }), []],
    [of({}), of({}, 'off'), ['portal.approvals']],
    [of({}, 'on'), of(unlimited, 'off'), both],
    [of({}, 'off'), of({}, 'on'), []],
  ]
  for (const [before, after, parts] of rows)
    assert.deepEqual(loosenedParts(before, after), parts, JSON.stringify(after))
})

test('what is worth less of the main currency is looser, and so is another day', () => {
  const usual = { currency: 'USD', timeZone: 'America/New_York', exchangeRates: { EUR: '1.10', JPY: '0.0065' } }
  const { EUR, JPY } = usual.exchangeRates
  const rows: readonly [change: object, parts: readonly string[]][] = [
    [{}, []],
    [{ exchangeRates: { EUR: '1.1', JPY } }, []],
    [{ exchangeRates: { EUR: '1.09', JPY } }, ['brand.exchangeRates']],
    [{ exchangeRates: { EUR, JPY: '0.00000000001' } }, ['brand.exchangeRates']],
    [{ exchangeRates: { EUR: '1.2', JPY: '0.0066' } }, []],
    // Without a rate nobody does anything alone.
    [{ exchangeRates: { EUR } }, []],
    [{ exchangeRates: { EUR, JPY, GBP: '1.30' } }, ['brand.exchangeRates']],
    [{ currency: 'KWD' }, ['brand.currency']],
    [{ timeZone: 'Asia/Tokyo' }, ['brand.timeZone']],
    [{ timeZone: 'US/Eastern' }, []],
  ]
  for (const [change, parts] of rows) {
    const [before, after] = [{ brand: usual } as never, { brand: { ...usual, ...change } } as never]
    assert.deepEqual(loosenedParts(before, after), parts, JSON.stringify(change))
    assert.deepEqual(loosenedParts(before, after, 'key'), [], `${JSON.stringify(change)}, by a key`)
  }
  const [kiev, kyiv] = ['Europe/Kiev', 'Europe/Kyiv'].map((timeZone) => ({ brand: { ...usual, timeZone } }) as never)
  assert.deepEqual(loosenedParts(kiev as never, kyiv as never), [])
  assert.deepEqual(loosenedParts(undefined, { brand: usual } as never), [])
})

test('nobody passes their limits alone by an exchange rate or a new day; programs feed rates by a key', () =>
  inRoom(async (room) => {
    const [ana, ben] = [await room.login('administrator'), await room.login('administrator')]
    const { brandFile } = await room.shop.must('exportBrand', {})
    for (const change of [{ exchangeRates: { EUR: '0.000001' } }, { timeZone: 'Pacific/Auckland' }]) {
      const file = { ...brandFile, brand: { ...brandFile.brand, ...change } }
      const { body } = await ana.call('applyBrand', { brandFile: file })
      assert.deepEqual([body.error?.reason, /more by hand/.test(body.error?.text)], ['approvalNeeded', true])
    }
    // Taken away, lower, and new: as a program does that looks them up every night.
    for (const exchangeRates of [{}, { EUR: 1.08 }, { EUR: 1.07, JPY: 0.0061, GBP: 1.3 }]) {
      const { brandFile: now } = await room.shop.must('exportBrand', {})
      const file = { ...now, brand: { ...now.brand, exchangeRates } }
      await room.shop.must('applyBrand', { brandFile: file })
      assert.deepEqual((await room.shop.must('exportBrand', {})).brandFile.brand.exchangeRates, exchangeRates)
      const raised = { ...file, portal: { limits: unlimited } }
      const byKey = await room.shop.call('applyBrand', { brandFile: raised, overwrite: true })
      assert.match(JSON.stringify(byKey.body), /no key lets people do more by hand/, 'and no limits with them')
    }
    const { version: baseVersion } = await ana.must('brandFile')
    const now = (await room.shop.must('exportBrand', {})).brandFile.brand
    const edits = [{ section: 'brand', entry: { ...now, timeZone: 'Pacific/Auckland' } }]
    const { approvalId } = await ana.must('askBrandChange', { edits, baseVersion, reason: 'We moved' })
    await ben.must('decideApproval', { approvalId, isApproved: true })
    assert.equal((await room.shop.must('exportBrand', {})).brandFile.brand.timeZone, 'Pacific/Auckland')
  }))

test('where somebody else could approve it, nobody raises limits or switches approvals off alone', () =>
  inRoom(async (room) => {
    const [ana, ben] = [await room.login('administrator'), await room.login('administrator')]
    for (const portal of [{ limits: unlimited }, { limits: {} }, { approvals: 'off' }]) {
      const { outcome, text } = await edit(ana, portal)
      assert.deepEqual([outcome, /more by hand/.test(text)], ['approvalNeeded', true], JSON.stringify(portal))
    }
    const { brandFile } = await room.shop.must('exportBrand', {})
    const file = { ...brandFile, portal: { limits: unlimited } }
    for (const body of [{ brandFile: file }, { brandFile: file, at: '2099-01-01 00:00:00' }])
      assert.equal((await ana.call('applyBrand', body)).body.error.reason, 'approvalNeeded')
    // A key that an administrator has is no way around it.
    const byKey = await room.shop.call('applyBrand', { brandFile: file })
    assert.match(byKey.body.errorText ?? JSON.stringify(byKey.body), /no key lets people do more by hand/)
    assert.equal((await edit(ana, { limits: { support: { issue: { money: 1 } } } })).outcome, 'approvalNeeded')
    assert.equal((await edit(ana, { limits: { finance: { approve: { money: 10 } } } })).outcome, 'done')

    const { edits, baseVersion } = await edit(ana, { limits: unlimited })
    const { approvalId } = await ana.must('askBrandChange', { edits, baseVersion, reason: 'A large order' })
    assert.equal((await ana.ask('decideApproval', { approvalId, isApproved: true })).body.error.reason, 'forbidden')
    const name = `invited-${randomBytes(6).toString('hex')}`
    const { link } = await ana.must('inviteUser', { name, role: 'administrator' })
    const puppet = room.stranger()
    await puppet.must('useLink', { link: link.split('#')[1], password: 'a lighthouse keeps its own hours' })
    const own = await puppet.ask('decideApproval', { approvalId, isApproved: true })
    assert.match(own.body.error.text, /may not do this alone.*one person/)
    await ben.must('decideApproval', { approvalId, isApproved: true })
    assert.deepEqual((await room.shop.must('exportBrand', {})).brandFile.portal.limits, unlimited)
    assert.deepEqual(await attention(ben, 'loosenedAlone'), [])
  }))

test('whoever is the only one does it alone, with a proof, and Home and the audit log say so', () =>
  inRoom(async (room) => {
    const ana = await room.login('administrator')
    await room.login('support')
    await room.pool.rows`
      update portal_session set confirmed_at = confirmed_at - interval '6 minutes'
      where login_id = (select login_id from login where name = ${ana.name})`
    assert.equal((await edit(ana, { limits: unlimited })).outcome, 'confirmNeeded')
    await ana.must('confirm', { password: 'correct horse battery staple' })
    assert.equal((await edit(ana, { limits: unlimited, approvals: 'off' })).outcome, 'done')
    assert.equal((await attention(ana, 'loosenedAlone'))[0].subject, ana.name)
    assert.equal((await attention(ana, 'approvalsOff')).length, 1)
    const { entries } = await room.shop.must('auditLog', { action: 'brand.applied' })
    assert.equal(entries[0].after.isLoosenedAlone, true)
  }))

test('nobody becomes the only one by removing, resetting or demoting the others', () =>
  inRoom(async (room) => {
    const [ana, fin] = [await room.login('administrator'), await room.login('finance')]
    const { users } = await ana.must('listUsers')
    const { userId } = users.find((one: { name: string }) => one.name === fin.name)
    const steps: readonly (() => Promise<unknown>)[] = [
      () => ana.must('resetUser', { userId }),
      () => ana.must('changeUser', { userId, role: 'readOnly' }),
      () => ana.must('removeUser', { userId }),
    ]
    for (const step of steps) {
      await step()
      assert.equal((await edit(ana, { limits: unlimited })).outcome, 'approvalNeeded')
    }
  }))

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

test('the brand file is read, checked line by line, and applied as it was checked', async () => {
  const developer = await room.login('developer')
  const { version, text } = await developer.must('brandFile')
  assert.match(text, /^exportedFrom:\n {2}version: 1\n/)
  assert.deepEqual(await developer.must('checkBrandFile', { text }).then(({ changes }) => changes), [])
  const broken = await developer.must('checkBrandFile', { text: `${text}products:\n  - { skuu: ESP }\n` })
  const lines = text.split('\n').length
  assert.ok(broken.faults.some(({ line, path }: { line: number; path: string }) => line === lines + 1 && path !== ''))
  assert.equal(broken.file, undefined)
  const checked = await developer.must('checkBrandFile', {
    text: `${text}products:\n  - { sku: ESP, name: Espresso }\n`,
  })
  assert.deepEqual([checked.faults, checked.changes], [[], ['products/ESP: added']])
  assert.equal((await developer.must('brandFile')).version, version)
  const applied = await developer.call('applyBrand', { brandFile: checked.file, note: 'Espresso' })
  assert.equal(applied.body.version, version + 1)
  assert.match((await developer.must('brandFile')).text, /sku: ESP/)
  assert.doesNotMatch((await developer.must('brandFile', { version })).text, /sku: ESP/)
  const overtaken = await developer.must('checkBrandFile', { text })
  assert.equal(overtaken.isOvertaken, true)
  const forced = await developer.must('checkBrandFile', { text, overwrite: true })
  assert.deepEqual(forced.faults, [])
  assert.equal((await developer.ask('brandFile', { version: 99 })).status, 404)
})

test('the file of another brand, and one that is no file, are refused in words', async () => {
  const developer = await room.login('developer')
  const other = await developer.must('checkBrandFile', { text: 'brand: { id: other }' })
  assert.match(other.faults[0].message, /this is the file of another brand/)
  for (const text of ['', '{', 'just words', '[]', '- <b>x</b>']) {
    const answer = await developer.ask('checkBrandFile', { text })
    assert.ok(answer.status === 400 || answer.body.faults.length > 0, text)
  }
})

test('what was tried out on stage is promoted: name, keys and employees stay', async () => {
  const developer = await room.login('developer')
  const { text, version } = await developer.must('brandFile')
  const stage = text
    .replace(/^exportedFrom:\n(?: .*\n)+/, '')
    .replace(/id: "?[\w-]+"?/, 'id: "stage-1"')
    .replace(/name: .*/, 'name: On stage')
  const file = stage.replace(/^products:\n/m, 'products:\n  - { sku: TRIED, name: Tried out }\n')
  const seen = await developer.must('checkBrandFile', { text: file })
  assert.deepEqual([seen.otherBrand, seen.file], ['stage-1', undefined])
  const without = await developer.must('checkBrandFile', {
    text: stage.replace(/^products:\n(?:[ -].*\n)*/m, ''),
    promote: true,
  })
  assert.equal(without.isOvertaken, true, 'what is only here is not taken back by accident')
  const checked = await developer.must('checkBrandFile', { text: file, promote: true })
  assert.deepEqual(checked.faults, [])
  assert.ok(checked.changes.includes('products/TRIED: added'), String(checked.changes))
  const late = await developer.call('applyBrand', { brandFile: checked.file, promote: true, at: '2099-01-01 00:00:00' })
  assert.match(late.body.error.text, /^at: /)
  const applied = await developer.call('applyBrand', { brandFile: checked.file, promote: true })
  assert.equal(applied.body.version, version + 1, JSON.stringify(applied.body))
  const after = await developer.must('brandFile')
  assert.match(after.text, /TRIED/)
  assert.doesNotMatch(after.text, /On stage|stage-1/)
  assert.equal((await room.shop.call('listEventTypes', {})).status, 200)
})

test('only whoever may change the configuration, of all locations, has a file checked', async () => {
  const text = 'brand: {}'
  assert.equal((await (await room.login('readOnly')).ask('checkBrandFile', { text })).status, 403)
  const restricted = await room.login('developer', { location: 'L1' })
  for (const route of ['brandFile', 'checkBrandFile'])
    assert.equal((await restricted.ask(route, route === 'brandFile' ? {} : { text })).status, 403)
})

test('features, operations and the environment are told', async () => {
  const reader = await room.login('readOnly')
  const { features } = await reader.must('listEnabled')
  assert.ok(features.every(({ isEnabled }: { isEnabled: boolean }) => isEnabled))
  const { operations } = await reader.must('listOperations')
  const checkout = operations.find(({ name }: { name: string }) => name === 'checkout')
  assert.deepEqual([checkout.path, checkout.changes, checkout.isEnabled], ['/merchant/checkout', true, true])
  const facts = await reader.must('environment')
  assert.equal(facts.environment, 'demo')
  assert.ok(facts.schema >= 24)
  assert.equal(typeof (await reader.must('jobStates')).hasJobs, 'boolean')
})

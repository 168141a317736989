import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemberRoom } from '../support/member-room.ts'
import { rowsOf } from '../support/report-shop.ts'
import { sql } from '../support/time-passes.ts'
import { until } from '../support/worker-room.ts'

const always = { from: '2020-01-01', to: '2099-12-31' }

test('visits and joins are counted by place, source and day, and by nobody’s name', async (t) => {
  const { shop, ask, join, enterCode } = await openMemberRoom(t)
  const visit = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${shop.port}/m/${shop.id}${path}`, { headers })
    await response.text()
    return response.status
  }
  await visit('/join?at=L1')
  await visit('/join?at=L1')
  await visit('/join?at=nowhere')
  await visit('?from=installed')
  await visit('?from=qr')
  await visit('', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' })
  await visit('', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' })
  // From one of our pages to the next, what looks again by itself, files, and what there is not.
  await visit('/in', { 'sec-fetch-site': 'same-origin' })
  await visit('', { 'purser-again': '1' })
  await visit('/member.css')
  assert.equal(await visit('/nothing'), 404)

  await join('ana@example.com', { location: 'L1' })
  await join('ben@example.com')
  const shown = await ask('join', { fields: [{ name: 'email', value: 'cem@example.com' }], from: 'shop' })
  await enterCode('cem@example.com', shown.body.asked)
  await join('ana@example.com', { location: 'L1' })

  const counted = async (by: string) =>
    (await rowsOf(shop, 'members', { ...always, by })).map((row) => [row[by], row.pageVisits, row.joins])
  await until(
    'everything is written',
    async () => {
      const rows = await counted('source')
      return rows.reduce((sum, [, visits, joins]) => sum + Number(visits) + Number(joins), 0) === 10
    },
    20,
  )
  assert.deepEqual((await counted('source')).toSorted(), [
    ['a home screen', '1', '0'],
    ['a page of yours', '1', '1'],
    ["a place's code", '2', '1'],
    ['another page', '1', '0'],
    ['directly', '2', '0'],
    ['your app', '0', '1'],
  ])
  const places = await counted('location')
  assert.deepEqual(places.map(([, visits, joins]) => [visits, joins]).toSorted(), [
    ['2', '1'],
    ['5', '2'],
  ])
  const days = await rowsOf(shop, 'members', { ...always, by: 'source', per: 'day' })
  assert.ok(days.every(({ day }) => /^\d{4}-\d\d-\d\d$/.test(day ?? '')))
  const [kept] = await sql(`select string_agg(member_day::text, ' ') as text from member_day where brand_id = $1`, [
    shop.id,
  ])
  assert.doesNotMatch(kept?.text ?? '', /@|127\.0\.0\.1/)
  assert.deepEqual(await shop.verify(), [])
})

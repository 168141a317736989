import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import { openLog } from '../../server/ground/log/log.ts'
import { BrandListener } from '../../server/storage/brand-store/cache/brand-listener.ts'
import { testDatabase } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

test('a lost connection is told once, and once that it is back, however often it is tried meanwhile', async () => {
  const events: string[] = []
  const log = openLog('info', (line) => events.push(JSON.parse(line).event))
  let isDown = true
  let tries = 0
  const newClient = () => {
    tries += 1
    return isDown ? new pg.Client({ host: '127.0.0.1', port: 1 }) : new pg.Client({ connectionString: testDatabase() })
  }
  const listener = new BrandListener(newClient, { changed: () => undefined, mayHaveMissed: () => undefined }, log, true)
  await listener.connect()
  await until('it was tried again', async () => tries >= 3)
  assert.deepEqual(events, ['brand.listener.lost'])
  isDown = false
  await until('it is back', async () => events.length > 1)
  await listener.stop()
  assert.deepEqual(events, ['brand.listener.lost', 'brand.listener.back'])
})

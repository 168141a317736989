import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatDateTime } from '../../server/ground/kernel/time.ts'
import { withPurser } from '../support/purser-process.ts'
import type { Shop } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

const exported = async (shop: Shop) => (await shop.must('exportBrand', {})).brandFile
const groups = (...ids: string[]) => ids.map((id) => ({ id, name: id }))

test('a start leaves alone what others have changed, says so, and serves; a scheduled change comes at its time', () =>
  withPurser(async (purser) => {
    const path = join(purser.folder, 'brand.json')
    const before = JSON.parse(readFileSync(path, 'utf8'))
    const file = { ...before, brand: { ...before.brand, enable: ['createIfNew', 'admin'] } }
    writeFileSync(path, JSON.stringify(file))
    const first = await purser.start()
    await first.must('applyBrand', { brandFile: { ...(await exported(first)), groups: groups('portal') } })
    await purser.stop()

    const second = await purser.start()
    assert.deepEqual((await exported(second)).groups, groups('portal'))
    assert.doesNotMatch(purser.output, /not applied/)
    await purser.stop()

    writeFileSync(path, JSON.stringify({ ...file, groups: groups('file') }))
    const third = await purser.start()
    assert.match(
      purser.output,
      /brand\.json was not applied; the brand stays as it is.*groups\/portal: switched off.*--overwrite/s,
    )
    const now = await exported(third)
    assert.deepEqual(now.groups, groups('portal'))

    const at = formatDateTime(Date.now() + 2000)
    await third.must('applyBrand', { brandFile: { ...now, groups: groups('portal', 'later') }, at })
    assert.deepEqual((await exported(third)).groups, groups('portal'))
    const isThere = async () => (await exported(third)).groups.length === 2
    await until('the scheduled change is applied', isThere, 60)
    assert.deepEqual(await purser.stop(), 0)
  }))

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { BadFile } from '../../server/calls/import/file/bad-file.ts'
import { kinds } from '../../server/calls/import/kinds/all.ts'
import { openAccountShop } from '../support/account-shop.ts'
import { importText } from '../support/import-room.ts'
import { blocksOf } from '../support/page-blocks.ts'
import { runPage } from '../support/page-commands.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/import.md'), 'utf8')

test('the page has every column of every kind, and no other', async () => {
  const shop = await openAccountShop()
  for (const kind of kinds) {
    const refused = await importText(shop, kind.name, 'nothing\nx\n').catch((error: unknown) => error)
    assert.ok(refused instanceof BadFile)
    const [, listed = ''] = /Known are (.*)\./.exec(refused.message) ?? []
    const known = listed.split(', ').filter((name) => !name.startsWith('demographic.'))
    const [, section = ''] = new RegExp(`## ${kind.name}\\n([\\s\\S]*?)(?=\\n## |$)`, 'i').exec(page) ?? []
    const isListed = (name: string) => section.includes(`\`${name}\``)
    // Those of a second customer have the names of the first one's.
    const isSecond = (name: string) => name.startsWith('alternate.') && isListed('alternate.FIELD')
    assert.deepEqual(
      known.filter((name) => !isListed(isSecond(name) ? name.slice('alternate.'.length) : name)),
      [],
      kind.name,
    )
  }
})

test('each command of the page is run', () => {
  assert.ok(blocksOf('docs/import.md').length >= 4)
  for (const { marks, place } of blocksOf('docs/import.md')) assert.ok(marks.includes('run'), place)
})

test('docs/import.md does what it says beside a server', () =>
  runPage('docs/import.md', { before: 'npx purser start --data ./data --no-demo-history' }))

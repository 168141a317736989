import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writtenName } from '../../server/domain/brand/entries/written-name.ts'
import { openShop } from '../support/shop.ts'
import { slowness, turnsDuring } from '../support/thread-turns.ts'

test('a name is what its line says, without quotes and comment', () => {
  const names: readonly (readonly [string, string | undefined])[] = [
    ['id: a\nname: Spring\nrules: []', 'Spring'],
    ['name:\tSpring  sale  ', 'Spring  sale'],
    ['name: Spring # not yet # sure', 'Spring'],
    ['name: Spring \t  # not yet', 'Spring'],
    ['name: Spring#1', 'Spring#1'],
    ['name: "Spring"', 'Spring'],
    ["name: 'Spring' # quoted", 'Spring'],
    ['name: "', '"'],
    ['name: ""', undefined],
    ['name:   ', undefined],
    ['name:\nrules: []', undefined],
    ['  name: of something below', undefined],
    ['', undefined],
  ]
  for (const [text, name] of names) assert.equal(writtenName(text), name, text)
  assert.equal(writtenName(`name: ${'n'.repeat(200_000)}`), 'n'.repeat(300))
})

test('a draft with a line that never ends is saved, shown and listed without holding the thread', async () => {
  const shop = await openShop()
  const spaces = ' '.repeat(199_000)
  const entries = ['a', 'b', 'c'].map((key) => ({ section: 'campaigns', key, text: `name: Spring${spaces}${key}\n` }))
  const asked = { title: 'Spring', entries }
  await shop.must('listDrafts', {})
  const bound = 100 * slowness()
  let draftId = ''
  const saved = await turnsDuring(async () => {
    draftId = (await shop.must('saveDraft', asked)).draftId
  })
  const shown = await turnsDuring(() => shop.must('draftLookup', { draftId }))
  const listed = await turnsDuring(async () => {
    const { drafts } = await shop.must('listDrafts', {})
    const names = drafts[0].entries.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, ['Spring', 'Spring', 'Spring'])
  })
  for (const turns of [saved, shown, listed]) assert.ok(turns.longestMs < bound, `${turns.longestMs} ms of ${bound} ms`)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, changesIn, readChange, writeChange } from '../../server/domain/audit/change.ts'

const everyChange: { readonly [W in Change['what']]: readonly Extract<Change, { readonly what: W }>[] } = {
  added: [{ what: 'added' }],
  switchedOff: [{ what: 'switchedOff' }],
  moreCards: [
    { what: 'moreCards', count: 1 },
    { what: 'moreCards', count: 500 },
  ],
  moreCoupons: [
    { what: 'moreCoupons', count: 1 },
    { what: 'moreCoupons', count: 20 },
  ],
  reordered: [{ what: 'reordered' }, { what: 'reordered', field: 'groups' }],
  changed: [{ what: 'changed', field: 'secret' }],
  listed: [{ what: 'listed', field: 'groups', values: '+north -south' }],
  counted: [{ what: 'counted', field: 'cards', added: 30, removed: 2 }],
  replaced: [
    { what: 'replaced', field: 'limit.times', before: { text: '3' }, after: { text: '5' } },
    { what: 'replaced', field: 'text', before: 'none', after: { text: 'Now: 3 -> 5, order changed' } },
    { what: 'replaced', field: 'secrets', before: 'none', after: 'secret' },
    { what: 'replaced', field: 'name', before: { text: 'Old name' }, after: 'none' },
  ],
}

test('a change that was written is read as it was, and has German words', () => {
  for (const change of Object.values(everyChange).flat()) {
    const line = writeChange(change)
    assert.deepEqual(readChange(line), change, line)
    const [german] = changesIn([`locations/L2: ${line}`], 'de')
    assert.deepEqual(changesIn([`locations/L2: ${line}`], 'en'), [`locations/L2: ${line}`])
    if (change.what !== 'listed') assert.notEqual(german, `locations/L2: ${line}`)
  }
})

test('changes are told in German', () => {
  const lines = [
    'locations/L2: added',
    'campaigns/earn: switched off',
    'campaigns: order changed',
    'cardSets/rewards: 1 more card',
    'campaigns/earn/rules/per-dollar: limit.times 3 -> 5',
    'senders/email: password a secret -> none',
    'products/a: b: added',
  ]
  assert.deepEqual(changesIn(lines, 'de'), [
    'locations/L2: hinzugefügt',
    'campaigns/earn: ausgeschaltet',
    'campaigns: Reihenfolge geändert',
    'cardSets/rewards: 1 weitere Karte',
    'campaigns/earn/rules/per-dollar: limit.times 3 → 5',
    'senders/email: password ein Geheimnis → nichts',
    // An id with a colon and a space: what cannot be told apart stays as it was written.
    'products/a: b: added',
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrandDocument } from '../../server/domain/brand/document.ts'
import { findGivenObjection } from '../../server/domain/judge/given-limit.ts'
import { judgeChange } from '../../server/domain/judge/judge-change.ts'
import { documentOf } from '../support/campaign-fixture.ts'

const vip = (where: readonly unknown[], name = 'VIP') => ({ id: 'vip', name, where })
const codes = (code: object) => [
  { id: 'summer', name: 'Summer', autoGenerate: false, codes: [{ code: 'SUN', ...code }] },
]
const levels = (at: string, name = 'Gold') => [
  { id: 'club', tiers: { by: { fact: 'history.spend' }, levels: [{ id: 'gold', name, at }] } },
]
const campaign = (facts: readonly unknown[], more: object = {}) => [{ id: 'promo', active: true, facts, ...more }]

/** A brand with a limit, and with whatever a test is about. */
const brandOf = (more: object): BrandDocument =>
  ({
    ...documentOf([]),
    segments: [],
    couponSets: [],
    programs: [],
    portal: { publish: { maxGiven: { percent: 20 } } },
    ...more,
  }) as unknown as BrandDocument

const kindOf = (before: object, after: object, previous?: object) =>
  findGivenObjection({
    before: brandOf(before),
    after: brandOf(after),
    previous: previous && brandOf(previous),
  })?.kind

test('what campaigns in force refer to may give more as well, names and stock may not', () => {
  const campaigns = campaign([{ fact: 'segment', value: 'vip' }, { set: 'summer' }, { fact: 'tier.rank', value: 1 }])
  const rows: readonly [what: string, before: object, after: object, kind: string | undefined][] = [
    ['wider', { segments: [vip(['nobody'])] }, { segments: [vip(['everybody'])] }, 'unforeseen'],
    ['renamed', { segments: [vip(['some'])] }, { segments: [vip(['some'], 'Friends')] }, undefined],
    ['another', {}, { segments: [{ id: 'other', name: 'Other', where: [] }] }, undefined],
    [
      'through another',
      { segments: [vip(['inner']), { id: 'inner', where: ['nobody'] }] },
      { segments: [vip(['inner']), { id: 'inner', where: [] }] },
      'unforeseen',
    ],
    ['more uses', { couponSets: codes({ uses: 10 }) }, { couponSets: codes({ uses: 11 }) }, 'unforeseen'],
    ['any uses', { couponSets: codes({ perCard: 1 }) }, { couponSets: codes({}) }, 'unforeseen'],
    ['fewer uses', { couponSets: codes({}) }, { couponSets: codes({ uses: 0 }) }, undefined],
    [
      'for longer',
      { couponSets: codes({ until: '2026-01-01 00:00:00' }) },
      { couponSets: codes({ until: '2027-01-01 00:00:00' }) },
      'unforeseen',
    ],
    ['a level', { programs: levels('1000') }, { programs: levels('1') }, 'unforeseen'],
    ['its name', { programs: levels('1000') }, { programs: levels('1000', 'Or') }, undefined],
  ]
  for (const [what, before, after, kind] of rows) {
    assert.equal(kindOf({ campaigns, ...before }, { campaigns, ...after }), kind, what)
    const paused = campaign([], { active: false })
    assert.equal(
      kindOf({ campaigns: paused, ...before }, { campaigns: paused, ...after }),
      undefined,
      `${what}, paused`,
    )
  }
})

test('locations count by group and country, as a campaign asks for them', () => {
  const at = (place: object) => ({ locations: [{ id: 'L1', name: 'L1', terminals: [], employees: [], ...place }] })
  const rows: readonly [fact: string, op: string, value: unknown, before: object, after: object, isMore: boolean][] = [
    ['location.country', '=', 'CA', { country: 'US' }, { country: 'CA' }, true],
    ['location.country', 'notIn', ['CA'], { country: 'CA' }, { country: 'US' }, true],
    ['location.country', '=', 'CA', { country: 'US' }, { country: 'MX' }, false],
    ['location.country', 'startsWith', 'C', { country: 'US' }, { country: 'CA' }, true],
    ['location.group', 'startsWith', 'no', { group: 'south' }, { group: 'north' }, true],
    ['location.group', 'exists', undefined, {}, { group: 'north' }, true],
    ['location.group', 'missing', undefined, { group: 'north' }, {}, true],
    ['location.group', 'in', ['west'], { group: 'south' }, { group: 'north' }, false],
    ['location.id', 'startsWith', 'L', { group: 'south' }, { group: 'north' }, false],
  ]
  for (const [fact, op, value, before, after, isMore] of rows) {
    const campaigns = campaign([{ fact, op, value }])
    const kind = kindOf({ campaigns, ...at(before) }, { campaigns, ...at(after) })
    assert.equal(kind, isMore ? 'unforeseen' : undefined, JSON.stringify([fact, op, value, before, after]))
  }
  const campaigns = campaign([{ fact: 'location.country', op: '=', value: 'CA' }])
  const { brand } = brandOf({})
  const from = (country: string) => ({ campaigns, ...at({}), brand: { ...brand, country } })
  assert.equal(kindOf(from('US'), from('CA')), 'unforeseen', 'the country of the brand is that of its locations')
})

test('going back to what was in force before the last change is an undo, anything more is not', () => {
  const [on] = campaign([])
  const off = { ...on, active: false }
  const other = { ...on, id: 'other' }
  assert.equal(kindOf({ campaigns: [off] }, { campaigns: [on] }), 'unforeseen')
  assert.equal(kindOf({ campaigns: [off] }, { campaigns: [on] }, { campaigns: [on] }), undefined)
  assert.equal(kindOf({ campaigns: [] }, { campaigns: [on] }, { campaigns: [on] }), undefined)
  // The last change brought another one instead.
  assert.equal(kindOf({ campaigns: [off, other] }, { campaigns: [on, other] }, { campaigns: [on] }), 'unforeseen')
})

test('whoever has nobody else proves who they are, and it is kept that they decided alone', () => {
  const [before, after] = [brandOf({}), brandOf({ campaigns: campaign([]) })]
  const own = ['configuration.change', 'campaigns.change'] as const
  const judged = (more: { readonly isConfirmed: boolean; readonly isAlone: boolean }, mayApprove = true) => {
    const permissions = mayApprove ? [...own, 'changes.approve' as const] : own
    const verdict = judgeChange({ kind: 'user', permissions, isSeconded: false, ...more }, { before, after })
    return verdict.kind === 'owed' ? verdict.owed : verdict.kind === 'allowed' ? verdict.isGivenAlone : verdict
  }
  assert.equal(judged({ isConfirmed: true, isAlone: false }), 'secondPerson')
  assert.equal(judged({ isConfirmed: false, isAlone: true }), 'proof')
  assert.equal(judged({ isConfirmed: true, isAlone: true }), true)
  // Who could approve it for nobody else approves it not for themselves either.
  assert.equal(judged({ isConfirmed: true, isAlone: true }, false), 'secondPerson')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLeftCoupons, findUnusableGifts, honouringCampaigns } from '../../server/domain/brand/unusable-gifts.ts'

type File = Parameters<typeof findUnusableGifts>[0]

const points = { balanceType: 'Points', scale: 0 }
const stars = { balanceType: 'Custom', balanceCode: 'STARS', scale: 0 }
const programs = [
  { id: 'club', valueTypes: [points] },
  { id: 'gift', valueTypes: [stars] },
]
const coupon = (more: object = {}) => ({ allocateCoupon: { set: 'back', tags: [], ...more } })
const found = (...campaigns: { readonly [key: string]: unknown }[]) =>
  findUnusableGifts({
    programs,
    campaigns: campaigns.map((one) => ({ active: true, when: [], ...one })),
  } as unknown as File).map(({ path, fault }) => `${path} ${fault}`)
const giving = { id: 'give', rules: [{ id: 'r', when: [], then: [coupon()] }] }
const honouring = (asked: object, more: object = {}) => ({
  id: 'honour',
  rules: [{ id: 'h', when: [asked], then: [] }],
  ...more,
})
const unhonoured = 'campaigns[give].rules[r].then[0].allocateCoupon.set couponUnhonoured'

test('a coupon that nothing honours is warned of', () => {
  assert.deepEqual(found(giving), [unhonoured])
  assert.deepEqual(found(giving, honouring({ fact: 'coupon', op: '=', set: 'other' })), [unhonoured])
  assert.deepEqual(found(giving, honouring({ none: [{ fact: 'coupon', op: '=', set: 'back' }] })), [unhonoured])
  assert.deepEqual(found(giving, honouring({ fact: 'coupon', op: '=', set: 'back' }, { active: false })), [unhonoured])
  assert.deepEqual(found(giving, honouring({ fact: 'coupon', op: '=', tag: 'vip' })), [unhonoured])
})

test('a coupon is honoured by its set, by any coupon, by its tag, and inside groups', () => {
  const asked = [
    { fact: 'coupon', op: '=', set: 'back' },
    { fact: 'coupon', op: '=' },
    { any: [{ all: [{ fact: 'coupon', op: '=', set: 'back' }] }] },
    { atLeast: 1, of: [{ fact: 'coupon', op: '=', set: 'back' }] },
  ]
  for (const one of asked) assert.deepEqual(found(giving, honouring(one)), [])
  const tagged = { id: 'give', rules: [{ id: 'r', when: [], then: [coupon({ tags: ['vip'] })] }] }
  assert.deepEqual(found(tagged, honouring({ fact: 'coupon', op: '=', tag: 'vip' })), [])
  assert.deepEqual(found({ ...giving, active: false }), [], 'switched off, it gives nothing')
})

test('a coupon that is given for longer than anybody honours it is warned of', () => {
  const back = { fact: 'coupon', op: '=', set: 'back' }
  const [may, june] = ['2026-05-01T00:00:00', '2026-06-01T00:00:00']
  const outlived = unhonoured.replace('couponUnhonoured', 'couponOutlived')
  assert.deepEqual(found(giving, honouring(back, { until: may })), [outlived])
  assert.deepEqual(found({ ...giving, until: june }, honouring(back, { until: may })), [outlived])
  assert.deepEqual(found({ ...giving, until: may }, honouring(back, { until: may })), [])
  assert.deepEqual(found({ ...giving, until: may }, honouring(back, { until: june })), [])
  const ending = { id: 'rule', rules: [{ id: 'h', when: [back], then: [], until: may }] }
  assert.deepEqual(found(giving, ending), [outlived], 'a rule may end by itself')
  assert.deepEqual(found(giving, ending, honouring(back)), [], 'another one goes on')
  const untilMay = { id: 'give', rules: [{ id: 'r', when: [], then: [coupon()], until: may }] }
  assert.deepEqual(found(untilMay, ending), [])
})

test('a campaign that is over honours nothing', () => {
  const campaign = {
    active: true,
    when: [],
    ...honouring({ fact: 'coupon', op: '=', set: 'back' }),
    until: '2026-05-01',
  }
  const asked = (now: string) =>
    honouringCampaigns([campaign] as unknown as File['campaigns'], 'back', (until) => until <= now).length
  assert.deepEqual([asked('2026-04-30'), asked('2026-05-01')], [1, 0])
})

test('a value that the programs of a rule cannot hold is warned of', () => {
  const rule = (value: string | readonly string[]) => ({
    id: 'give',
    rules: [
      {
        id: 'r',
        when: [{ fact: 'program.id', op: Array.isArray(value) ? 'in' : '=', value }],
        then: [{ issue: { ...points, amount: 1, to: 'card' } }],
      },
    ],
  })
  assert.deepEqual(found(rule('gift')), ['campaigns[give].rules[r].then[0].issue.balanceType programLacksValue'])
  assert.deepEqual(found(rule('club')), [])
  assert.deepEqual(found(rule(['gift', 'club'])), [])
})

test('whoever stops honouring what others go on giving is warned', () => {
  const whole = (one: object) =>
    ({ active: true, when: [], name: 'Win-back', ...one }) as unknown as File['campaigns'][0]
  const [giver, honour] = [whole(giving), whole(honouring({ fact: 'coupon', op: '=', set: 'back' }))]
  const off = whole(honouring({ fact: 'coupon', op: '=', set: 'back' }, { active: false }))
  const changed = new Set(['honour'])
  const lost = (next: (typeof giver)[], keys: ReadonlySet<string> = changed) =>
    findLeftCoupons([giver, honour], next, keys).map(({ path, fault, values }) => [path, fault, values])
  const left = [['campaigns[honour]', 'couponLeft', { set: 'back', campaign: 'Win-back' }]]
  assert.deepEqual(lost([giver]), left)
  assert.deepEqual(lost([giver, off]), left)
  assert.deepEqual(lost([giver, honour]), [])
  assert.deepEqual(lost([giver, whole({ ...honour, id: 'another' })]), [], 'another one honours it now')
  assert.deepEqual(lost([], new Set(['honour', 'give'])), [], 'nobody gives it any more')
})

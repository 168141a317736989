import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { emptyAccount } from '../../server/domain/account/account.ts'
import { isEmail } from '../../server/domain/account/email.ts'
import { changeList } from '../../server/domain/account/list-change.ts'
import { toE164 } from '../../server/domain/account/phone.ts'
import { termDifference, termKey, termsOf } from '../../server/domain/account/terms.ts'

test('addresses that mail can be sent to are told from those that it cannot', () => {
  const good = [
    'a@b.co',
    'a.b+c@example.com',
    "o'neil@mail.example.org",
    'ana@münchen.de',
    '用户@例子.测试',
    'x_1@1.io',
  ]
  const bad = [
    '',
    '@',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a b@c.de',
    'a@b..co',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.de',
    'a@-b.co',
    'a@b-.co',
    'a@b.co ',
    'a@b.co\n',
    'a,b@c.de',
    '"a"@b.co',
    'a@[127.0.0.1]',
    'a@b.c\u0001o',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(64)}.co`,
    `a@${'b.'.repeat(126)}co`,
  ]
  for (const text of good) assert.equal(isEmail(text), true, text)
  for (const text of bad) assert.equal(isEmail(text), false, text)
})

test('phone numbers become E.164 by their country', () => {
  //  text                   country   number
  const table: readonly [text: string, country: string, number: string | undefined][] = [
    ['(212) 555-0123', 'US', '+12125550123'],
    ['1-212-555-0123', 'US', '+12125550123'],
    ['+1 212 555 0123', 'DE', '+12125550123'],
    ['0151 23456789', 'DE', '+4915123456789'],
    ['00 49 151 23456789', 'DE', '+4915123456789'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['+12125550123', 'AQ', '+12125550123'],
    ['212 555 0123', 'AQ', undefined],
    ['212 555 0123', '', undefined],
    ['', 'US', undefined],
    ['555', 'US', undefined],
    ['+1', 'US', undefined],
    ['2125550123456789', 'US', undefined],
    ['my number is 212 555 0123', 'US', undefined],
    ['ring ring', 'US', undefined],
  ]
  for (const [text, country, number] of table) assert.equal(toE164(text, country), number, `${text} ${country}`)
})

test('appending keeps what is there, and what is unique stays so', () => {
  const lists = fc.array(fc.integer({ min: 0, max: 5 }))
  fc.assert(
    fc.property(lists, lists, (before, values) => {
      assert.deepEqual(changeList(before, { mode: 'append', values }).slice(0, before.length), before)
      const unique = changeList([...new Set(before)], { mode: 'appendUnique', values })
      assert.equal(new Set(unique).size, unique.length)
      assert.deepEqual(new Set(unique), new Set([...before, ...values]))
      assert.deepEqual(changeList(before, { mode: 'overwrite', values }), values)
    }),
  )
})

test('whatever an account was, its difference makes its terms those of what it becomes', () => {
  const word = fc.constantFrom('Ana', 'ANA', 'Bo', 'İ', 'ß', 'ẞ', '', 'x'.repeat(256))
  const account = fc
    .record({ firstName: word, email: word, city: word, hobbies: fc.array(word), cups: fc.array(fc.integer()) })
    .map(({ hobbies, cups, ...customer }) => ({ ...emptyAccount(1), customer, demographics: { hobbies, cups } }))
  fc.assert(
    fc.property(account, account, (before, after) => {
      const { gone, added } = termDifference(before, after)
      const kept = new Set(termsOf(before).map(termKey))
      for (const term of gone) assert.equal(kept.delete(termKey(term)), true)
      for (const term of added) assert.equal(kept.has(termKey(term)), false)
      for (const term of added) kept.add(termKey(term))
      assert.deepEqual(kept, new Set(termsOf(after).map(termKey)))
    }),
  )
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { fieldText, fileAmount, readAmount } from '../../portal/parts/read-amount.ts'
import { isRecord, withKey } from '../../portal/parts/schema-form/field.ts'
import { countOf, durationOf, kindOf } from '../../portal/screens/settings/forms/durations.ts'
import { innerOf } from '../../portal/screens/settings/forms/inner.ts'
import { linesOfCards, readCards } from '../../portal/screens/settings/forms/listed-cards.ts'
import { readMailServer, writeMailServer } from '../../portal/screens/settings/forms/mail-server.ts'
import { renamed } from '../../portal/screens/settings/forms/short-name.ts'
import { displayOf, withNames } from '../../portal/screens/settings/forms/value-type-title.ts'
import { type BrandEdit, editSections, entriesOf, isListSection } from '../../server/domain/brand/edits.ts'
import { fileOf, templateNames } from '../../server/doors/portal-api/founding/brand-templates.ts'

type Entry = Readonly<Record<string, unknown>>

const founded = { id: '1', name: 'Hafen', country: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin', location: 'Pier' }
/** What neither the demo nor a template has, and a file may have. */
const rare = {
  senders: {
    email: { smtp: 'smtps://ana%40shop@mail.example:465/?pool=true', from: 'a@shop.example' },
    sms: { secrets: ['one', 'two'], url: 'https://sms.example' },
  },
  programs: [
    {
      name: 'Old',
      id: 'old',
      cardsExpireAfter: { days: 1095 },
      valueTypes: [
        { scale: 3, balanceType: 'Currency', balanceCode: 'KWD', maxBalance: '1000.500', minIssue: 1.125 },
        { balanceType: 'Points', scale: 0, display: { one: 'Star', other: 'Star' }, maxBalance: '1000' },
      ],
      tiers: { by: { fact: 'history.spend' }, levels: [{ at: '0.50', id: 'a' }], keep: { plus: 0, endOf: 'year' } },
      cardSets: [
        { id: 's', cards: [{ pin: '0001', cardNumber: '70000001', status: 'Demo' }, { cardNumber: '70000002' }] },
      ],
    },
  ],
  promotions: { worth: { 'Points ': '0.010', Punches: 0.005 } },
  portal: { limits: { cashier: { issue: { points: 1000, perDay: { money: '250.00' } } } } },
}
const files: readonly (readonly [string, Entry])[] = [
  ['the demo', parse(readFileSync(new URL('../../demo/harbor-coffee.yaml', import.meta.url), 'utf8'))],
  ...templateNames.map((name) => [name, fileOf(name, { ...founded, language: 'de' }) as Entry] as const),
  ['what is rare', rare],
]

/** Every entry that a form of the settings opens. */
const opened = files.flatMap(([name, file]) =>
  editSections.flatMap((section: BrandEdit['section']) => {
    const entries = isListSection(section) ? entriesOf(file, section) : [file[section]]
    return entries.filter(isRecord).map((entry) => ({ where: `${name}: ${section}`, entry }))
  }),
)

/** Everything in an entry, however deep, with the key under which it is. */
function everyIn(value: unknown, key = ''): readonly (readonly [string, unknown])[] {
  const inner: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.flatMap((one) => everyIn(one, key))
    : isRecord(value)
      ? Object.entries(value).flatMap(([name, one]) => everyIn(one, name))
      : []
  return [[key, value], ...inner]
}

const all = opened.flatMap(({ where, entry }) => everyIn(entry).map(([key, value]) => ({ where, key, value })))
const named = (key: string) => all.filter((one) => one.key === key)
const same = (after: unknown, before: unknown, where: string) =>
  assert.equal(JSON.stringify(after), JSON.stringify(before), where)

test('each key that is given what it has leaves the entry as it is, to the byte', () => {
  assert.ok(opened.length > 60, `${opened.length}`)
  for (const { where, value } of all) {
    if (!isRecord(value)) continue
    for (const key of Object.keys(value)) {
      same(withKey(value, key, value[key]), value, where)
      const heard: unknown[] = []
      const at = innerOf({
        value,
        onChange: (next) => heard.push(next),
        paths: [],
        keyPath: '',
        isRequired: false,
        depth: 0,
      })
      at(key, '').onChange(value[key])
      same(heard[0], value, where)
      at(key, '').onChange(undefined)
      assert.equal(Object.hasOwn(Object(heard[1]), key), false, `${where}: ${key} is taken away`)
    }
  }
})

test('an amount that is typed as it stands there is the same value, in either language', () => {
  const keys = [
    'maxBalance',
    'minIssue',
    'maxIssue',
    'minRedeem',
    'maxRedeem',
    'at',
    'keepAt',
    'money',
    'points',
    'count',
  ]
  const worth = named('worth').flatMap(({ where, value }) =>
    isRecord(value)
      ? everyIn(value)
          .slice(1)
          .map((one) => ({ where, value: one[1] }))
      : [],
  )
  const amounts = [...keys.flatMap(named), ...worth].filter(
    ({ value }) => typeof value === 'number' || typeof value === 'string',
  )
  assert.ok(amounts.length > 20, `${amounts.length}`)
  for (const language of ['de', 'en'])
    for (const { where, value } of amounts) {
      const read = readAmount(fieldText(value, language), { language, scale: 6 })
      assert.ok(read.kind === 'read', `${where}: ${value}`)
      same(fileAmount(read.amount, read.text, value), value, where)
    }
})

test('names, durations, cards and mail servers that are entered as they are stay as they are', () => {
  for (const { where, value } of all)
    if (isRecord(value) && typeof value.id === 'string') same(renamed(value, value.name, true), value, where)
  for (const { where, value } of named('display')) {
    const { one = '', other = '' } = displayOf(value) ?? {}
    same(withNames(value, one, other), value, where)
  }
  for (const { where, value } of [...named('cardsExpireAfter'), ...named('keep')]) {
    const kind = isRecord(value) ? kindOf(value) : undefined
    assert.ok(isRecord(value) && kind, where)
    same(durationOf(kind, Number(countOf(value, kind)), value), value, where)
  }
  for (const { where, value } of named('cards'))
    if (Array.isArray(value)) same(readCards(linesOfCards(value), value), value, where)
  for (const { where, value } of named('smtp')) same(writeMailServer(readMailServer(value)), value, where)
  for (const key of ['display', 'cardsExpireAfter', 'keep', 'cards', 'smtp']) assert.ok(named(key).length > 0, key)
})

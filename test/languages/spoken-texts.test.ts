import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { listenerOf, sayingFor, textFor } from '../../server/domain/brand/texts/spoken-text.ts'
import { valueNameTo } from '../../server/domain/brand/value-names.ts'
import { mannerOf } from '../../server/domain/message/local-format.ts'
import { canonicalLanguage } from '../../server/ground/kernel/language-tag.ts'
import { placedMessage } from '../support/told-fault.ts'

const head = { id: 'b', name: 'B', country: 'DE', currency: 'EUR' }
const template = { id: 't', channel: 'email', body: { en: 'Hello', de: 'Hallo' } }

function read(more: object, brand: object = { languages: ['en', 'de'] }) {
  return readBrandFile(JSON.stringify({ brand: { ...head, ...brand }, ...more }))
}

const told = (found: ReturnType<typeof readBrandFile>) =>
  'faults' in found ? found.faults.map(placedMessage) : found.warnings.map(placedMessage)

test('a text is chosen by the language, by what it is a kind of, else by the order of the brand', () => {
  const spoken = ['fr', 'de', 'de-AT', 'zh-Hant']
  const all = { fr: 'Salut', de: 'Hallo', 'de-AT': 'Servus', 'zh-Hant': '你好' }
  const { fr: _, ...withoutFirst } = all
  //  text, who reads it, what they read, the locale of amounts
  const table: [typeof all | object | string, unknown, string, string][] = [
    [all, 'de-AT', 'Servus', 'de-AT'],
    [all, 'de-CH', 'Hallo', 'de-CH'],
    [all, 'de', 'Hallo', 'de'],
    [all, 'zh-Hant-TW', '你好', 'zh-Hant-TW'],
    [all, 'zh-Hans', 'Salut', 'fr'],
    [all, 'nl', 'Salut', 'fr'],
    [all, undefined, 'Salut', 'fr'],
    [all, 42, 'Salut', 'fr'],
    [all, 'constructor', 'Salut', 'fr'],
    [{ fr: 'Salut', de: 'Hallo' }, 'de-AT', 'Hallo', 'de-AT'],
    [withoutFirst, 'nl', 'Hallo', 'de'],
    [{ fr: 'Salut' }, 'de-AT', 'Salut', 'fr'],
    ['Hi', 'de-CH', 'Hi', 'fr'],
    ['Hi', 'fr-CH', 'Hi', 'fr-CH'],
    ['Hi', 'nl', 'Hi', 'fr'],
  ]
  for (const [text, wanted, words, locale] of table)
    assert.deepEqual(sayingFor(text as string, listenerOf(spoken, wanted)), { text: words, locale }, String(wanted))
  assert.deepEqual(sayingFor('Hi', listenerOf(undefined, 'de')), { text: 'Hi' })
  assert.equal(textFor({ de: 'Hallo' }, undefined), 'Hallo')
})

test('a language is what BCP 47 says it is', () => {
  //  given, kept
  const table: [string, string | undefined][] = [
    ['de', 'de'],
    ['PT-br', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['iw', 'he'],
    ['de-u-nu-arab', 'de'],
    ['zh-hant-x-own', 'zh-Hant'],
    ['', undefined],
    ['d', undefined],
    ['german', undefined],
    ['de_AT', undefined],
    ['de-', undefined],
    ['en-a', undefined],
    ['<b>', undefined],
    [`de-${'x'.repeat(40)}`, undefined],
  ]
  for (const [given, kept] of table) assert.equal(canonicalLanguage(given), kept, given)
})

test('value types are counted by the rules of the language', () => {
  const type = {
    balanceType: 'Custom',
    balanceCode: 'STARS',
    display: { one: 'star', other: 'stars' },
    names: {
      en: { one: 'star', other: 'stars' },
      pl: { one: 'gwiazdka', few: 'gwiazdki', many: 'gwiazdek', other: 'gwiazdki' },
      de: 'Sterne',
    },
  }
  const spoken = ['en', 'pl', 'de']
  //  language, amount, what it is called
  const table: [string, string, string][] = [
    ['en', '1', 'star'],
    ['en', '2', 'stars'],
    ['pl', '1', 'gwiazdka'],
    ['pl', '3', 'gwiazdki'],
    ['pl', '5', 'gwiazdek'],
    ['pl', '1.5', 'gwiazdki'],
    ['de', '1', 'Sterne'],
    ['fr', '2', 'stars'],
  ]
  for (const [language, amount, name] of table)
    assert.equal(valueNameTo(listenerOf(spoken, language), type, amount), name, `${amount} ${language}`)
  assert.equal(valueNameTo(undefined, type, '1'), 'star')
})

test('amounts and dates are written as in the language, and no digit is lost', () => {
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('’', "'")
  //  locale, amount, day
  const table: [string, string, string][] = [
    ['en', '9,007,199,254,740.99', 'January 31, 2026'],
    ['de', '9.007.199.254.740,99', '31. Januar 2026'],
    ['de-CH', "9'007'199'254'740.99", '31. Januar 2026'],
    ['fr', '9 007 199 254 740,99', '31 janvier 2026'],
  ]
  for (const [locale, amount, day] of table) {
    const manner = mannerOf(locale)
    assert.deepEqual([plain(manner.amount('9007199254740.99')), plain(manner.day('2026-01-31'))], [amount, day])
  }
  assert.equal(
    plain(mannerOf('de').time(Date.parse('2026-01-31T23:30:00Z'), 'Europe/Berlin')),
    '1. Februar 2026 um 00:30',
  )
  assert.deepEqual(['12.50', '1000', '-3.5'].map(mannerOf('de').amount), ['12,50', '1.000', '-3,5'])
})

test('a language that a text lacks is warned of, with what customers read instead', () => {
  const rule = (then: object[], more: object = {}) => ({
    campaigns: [{ id: 'c', rules: [{ id: 'r', trigger: 'checkout', then, ...more }] }],
  })
  const says = (text: unknown, channel = 'direct') => rule([{ notify: { channel, text } }])
  const program = (type: object, level: unknown) => ({
    programs: [
      {
        id: 'p',
        valueTypes: [{ balanceType: 'Points', scale: 0, ...type }],
        tiers: { by: { fact: 'history.spend' }, levels: [{ id: 'gold', name: level, at: 5 }] },
      },
    ],
  })
  const lacks = (path: string, languages = 'de') =>
    `${path}: has no text in ${languages}; customers who read that get the one in en`
  //  the file, what it is warned of
  const table: [object, string[]][] = [
    [{ templates: [template] }, []],
    [{ templates: [{ ...template, body: 'Hello' }] }, [lacks('templates[t].body')]],
    [{ templates: [{ ...template, channel: 'webhook', body: 'Hello' }] }, []],
    [{ templates: [{ ...template, subject: { en: 'Hi' } }] }, [lacks('templates[t].subject')]],
    [
      { templates: [{ ...template, html: { de: '<b>Hallo</b>' } }] },
      ['templates[t].html: has no text in en; customers who read that get the one in de'],
    ],
    [says({ en: 'Hi', de: 'Hallo' }), []],
    [says('Hi'), [lacks('campaigns[c].rules[r].then[0].notify.text')]],
    [says('Hi', 'webhook'), []],
    [rule([{ block: { message: { en: 'No' } } }]), [lacks('campaigns[c].rules[r].then[0].block.message')]],
    [rule([{ discount: { percent: 10, on: 'checkout' } }], { option: { id: 'o' } }), []],
    [program({ display: 'Points' }, 'Gold'), []],
    [program({ display: { en: 'Points' } }, 'Gold'), [lacks('programs[p].valueTypes[0].display')]],
    [program({}, { en: 'Gold' }), [lacks('programs[p].tiers.levels[gold].name')]],
    [{ passes: { fields: [{ label: 'Hours', text: { en: '7', de: '7' } }] } }, [lacks('passes.fields[0].label')]],
    [{ passes: { organizationName: 'Harbor', logoText: { en: 'Harbor' } } }, [lacks('passes.logoText')]],
  ]
  for (const [file, warned] of table) assert.deepEqual(told(read(file)), warned, JSON.stringify(file))
  assert.deepEqual(
    told(
      read(
        { templates: [{ ...template, body: { en: 'Hello', de: 'Hallo' } }] },
        {
          languages: ['en', 'de', 'de-AT'],
        },
      ),
    ),
    [],
    'a kind of a language has its words',
  )
})

test('what languages cannot be is a fault that says what to write', () => {
  const body = (entries: object) => ({ templates: [{ ...template, body: entries }] })
  //  the file, its brand, what is said
  const table: [object, object, string][] = [
    [body({ en: 'Hi' }), {}, 'templates[t].body.en: for texts in several languages, list them: brand.languages: [en]'],
    [
      body({ en: 'Hi', fr: 'Salut' }),
      { languages: ['en', 'de'] },
      'templates[t].body.fr: the brand does not speak fr; add it to brand.languages, or write one of en, de',
    ],
    [
      body({}),
      { languages: ['en'] },
      'templates[t].body: expected an object such as { en: "some text" }, found an object',
    ],
    [body({ en: 'Hi {{' }), { languages: ['en'] }, 'templates[t].body.en: has a {{ or }} without its other half'],
    [
      { templates: [{ ...template, html: { en: '<script>{{ customer.firstName }}</script>' } }] },
      { languages: ['en', 'de'] },
      'templates[t].html.en: ',
    ],
    [{}, { languages: [] }, 'brand.languages: '],
    [{}, { languages: ['de', 'de'] }, 'brand.languages: "de" is listed twice'],
    [{}, { languages: ['german'] }, 'brand.languages[0]: expected a language such as en, de or pt-BR'],
    [{}, { languages: ['en-a'] }, 'brand.languages[0]: expected a language such as en, de or pt-BR'],
    [{}, { languages: ['he', 'iw'] }, 'brand.languages: "he" is listed twice'],
    [body({ he: 'Hi', iw: 'Hi' }), { languages: ['he'] }, 'templates[t].body.iw: "he" is listed twice'],
    [{}, { languages: Array.from({ length: 17 }, (_, i) => `e${'abcdefghijklmnopqr'[i]}`) }, 'brand.languages: '],
    [
      {},
      { languages: ['de', 'en'], language: 'en' },
      'brand.language: must be de, the first of brand.languages; or leave it out',
    ],
  ]
  for (const [file, brand, words] of table) {
    const [first = 'nothing'] = told(read(file, brand))
    assert.ok(first.startsWith(words), `${first}\n${words}`)
  }
  const sound = read({}, { languages: ['de', 'en'] })
  assert.ok('file' in sound)
  assert.equal(sound.file.brand.language, 'de')
})

test('tags that are outdated or spelled otherwise are read as BCP 47 spells them', () => {
  //  in the file, as it is read
  const table: [string, string][] = [
    ['iw', 'he'],
    ['in', 'id'],
    ['iw-IL', 'he-IL'],
    ['sh', 'sr-Latn'],
    ['pt-br', 'pt-BR'],
  ]
  for (const [given, kept] of table) {
    const plain = read({ texts: { [given]: { unsubscribeLink: 'Bye' } } }, { language: given })
    assert.ok('file' in plain, given)
    assert.equal(plain.file.brand.language, kept)
    assert.deepEqual(Object.keys(plain.file.texts), [kept])
    const body = { en: 'Hello', [given]: 'Shalom' }
    const spoken = read({ templates: [{ ...template, body }] }, { languages: ['en', given] })
    assert.ok('file' in spoken, JSON.stringify(told(spoken)))
    assert.deepEqual(spoken.file.brand.languages, ['en', kept])
    const [{ body: words = '' } = {}] = spoken.file.templates
    assert.equal(textFor(words, listenerOf(spoken.file.brand.languages, kept)), 'Shalom')
  }
})

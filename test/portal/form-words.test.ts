import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginningOf } from '../../portal/parts/beginning-of.ts'
import { finenessOf, fromEdited, toEdited } from '../../portal/parts/days.ts'
import { type Definitions, fieldOf, type Schema } from '../../portal/parts/schema-form/field.ts'
import { amountIn, decimalIn, isOwnText, lastKeyOf, readBack } from '../../portal/screens/settings/entry/read-back.ts'
import { linesOfCards, lineWithMore, readCards } from '../../portal/screens/settings/forms/listed-cards.ts'
import { readMailServer, writeMailServer } from '../../portal/screens/settings/forms/mail-server.ts'
import { ownFormPaths as typedPaths } from '../../portal/screens/settings/forms/own-paths.ts'
import { de } from '../../portal/texts/de.ts'
import { en } from '../../portal/texts/en.ts'
import { editSections } from '../../server/domain/brand/edits.ts'
import { faultOf } from '../../server/domain/brand/faults/fault.ts'
import { formFaultWords } from '../../server/domain/brand/faults/form-words.ts'
import { wholeIn } from '../../server/doors/portal-api/configuration/entry-form.ts'

/** What only somebody knows who has seen the file: brackets, keys, headers, what a text has to be quoted for. */
const fileWords =
  /[{}[\]`]|\bISO\b|[Hh]eader|Kopfzeile|quotes|Anführungszeichen|[Aa]bsent|base64|Base64|this file|dieser Datei|\btrue\b|[a-z]{2}[A-Z]/

const ownFormPaths: readonly string[] = typedPaths

/** What forms keep and do not show. */
const hidden: ReadonlySet<string> = new Set(['passwordHash', 'passwordSet'])

interface Shown {
  readonly path: string
  readonly kind: string
  readonly about: string
}

/** Every field that a form of the settings shows by its description, however deep. */
function fieldsOf(schema: Schema, path: string, definitions: Definitions, depth: number): readonly Shown[] {
  if (ownFormPaths.includes(path)) return []
  const field = fieldOf(schema, definitions, depth)
  const inside = (inner: Schema, at: number) => {
    const group = fieldOf(inner, definitions, at)
    if (group.kind !== 'group') return []
    const keys = Object.entries(group.properties).filter(([key]) => !hidden.has(key))
    return keys.flatMap(([key, one]) =>
      fieldsOf(one, path.endsWith('.') ? `${path}${key}` : `${path}.${key}`, definitions, at + 1),
    )
  }
  const own = { path, kind: field.kind, about: field.about ?? '' }
  if (field.kind === 'group') return [own, ...inside(schema, depth)]
  return field.kind === 'rows' ? [own, ...inside(field.item, depth + 1)] : [own]
}

/** Campaigns have an editor of their own, segments too; webhooks are for developers. */
const sections = editSections.filter((one) => !['campaigns', 'segments', 'webhooks'].includes(one))

for (const [language, texts] of [
  ['en', en],
  ['de', de],
] as const) {
  const whole = wholeIn(language)
  const shown = sections.flatMap((section) => {
    const schema = whole.properties?.[section] || {}
    const entry = schema.items ?? schema.allOf?.[0]?.items ?? schema
    if (ownFormPaths.includes(`${section}.`)) return []
    return fieldsOf(entry, section, whole.definitions as Definitions, 0).slice(1)
  })

  test(`no form of the settings shows the file’s own words (${language})`, () => {
    assert.ok(shown.length > 60)
    const meanings: Readonly<Record<string, string>> = texts.file.meanings
    const told = shown.map(({ path, about }) => `${path}: ${meanings[path] ?? about}`)
    assert.deepEqual(
      told.filter((line) => fileWords.test(line.slice(line.indexOf(': ') + 2))),
      [],
    )
  })

  test(`every part of the settings has fields, and none is a text in brackets (${language})`, () => {
    assert.deepEqual(
      shown.filter(({ kind }) => kind === 'tooDeep').map(({ path }) => path),
      [],
    )
  })
}

test('what is wrong is said in the words of a form, and those of a file stay the same', () => {
  const missing = faultOf('missingKey', { name: 'count', example: '1' })
  assert.equal(formFaultWords(missing, 'en'), 'Fill this in.')
  assert.equal(formFaultWords(missing, 'de'), 'Füllen Sie das aus.')
  const few = faultOf('tooFewNumbers', { random: 2, count: 500 })
  assert.match(formFaultWords(few, 'en'), /^2 random characters are too few for 500 numbers\. Make the numbers longer/)
  assert.equal(formFaultWords(faultOf('scaleFixed', { before: 0, after: 2 }), 'en').includes('scale'), false)
})

test('a mail server’s address is taken apart and put together again, with what no field shows', () => {
  for (const address of [
    'smtp://mail.example:587',
    'smtps://mail.example',
    'smtps://ana%40shop:p%2Fw@mail.example:465',
    'smtp://ana@mail.example:25/?pool=true',
  ])
    assert.equal(writeMailServer(readMailServer(address)), address)
  assert.equal(writeMailServer(readMailServer(undefined)), undefined)
})

test('a mail server’s address with a lone percent sign is shown, and names the same login once it is written', () => {
  const server = readMailServer('smtp://a%b:50%@mail.example:587')
  assert.deepEqual([server.user, server.password, server.host], ['a%b', '50%', 'mail.example'])
  assert.deepEqual(readMailServer(writeMailServer(server)), server)
})

test('cards are one a line, and what is known of one stays with it', () => {
  const cards = [{ cardNumber: '70000001', pin: '0001', status: 'Demo' }, { cardNumber: '70000002' }]
  assert.equal(linesOfCards(cards), '70000001 0001\n70000002')
  assert.deepEqual(readCards(linesOfCards(cards), cards), [
    { status: 'Demo', cardNumber: '70000001', pin: '0001' },
    { cardNumber: '70000002' },
  ])
  assert.deepEqual(readCards(' 70000003,0003 \n\n', undefined), [{ cardNumber: '70000003', pin: '0003' }])
})

test('of what stands behind a card’s PIN nothing is dropped in silence', () => {
  const text = '70000001;0001;\n70000002;0002;Ana\n70000003'
  assert.equal(lineWithMore(text), 2)
  assert.equal(lineWithMore('70000001 0001 \n\n70000002'), undefined)
  assert.deepEqual(readCards(text, undefined), [
    { cardNumber: '70000001', pin: '0001' },
    { cardNumber: '70000002', pin: '0002 Ana' },
    { cardNumber: '70000003' },
  ])
})

test('a time keeps its seconds while it is edited', () => {
  const ends = '2026-12-24 23:59:59'
  assert.equal(finenessOf(ends), 'second')
  assert.equal(fromEdited(toEdited(ends, 'second')), ends)
  assert.equal(finenessOf('2026-12-24 18:30:00'), 'minute')
  assert.equal(fromEdited(toEdited('2026-12-24 18:30:00', 'minute')), '2026-12-24 18:30:00')
  assert.equal(fromEdited(toEdited('2026-12-24 18:30:00', 'second')), '2026-12-24 18:30:00')
  for (const day of ['', '2026-12-24', '2026-12-24 00:00:00', '2026-12-24 00:00']) assert.equal(finenessOf(day), 'day')
})

test('the beginning of a text has only whole characters', () => {
  assert.equal(beginningOf('Coffee ☕', 100), 'Coffee ☕')
  assert.equal(beginningOf(`${'x'.repeat(99)}🎂🎂`, 100), 'x'.repeat(99))
  assert.equal(beginningOf(`${'x'.repeat(98)}🎂🎂`, 100), `${'x'.repeat(98)}🎂`)
})

test('what somebody made up is told as it stands, and amounts by the language', () => {
  assert.equal(isOwnText(lastKeyOf('valueTypes[Points].display')), true)
  assert.equal(isOwnText(lastKeyOf('type')), false)
  assert.equal(lastKeyOf('terminals[0]'), 'terminals')
  assert.equal(readBack('true', 'name'), 'true')
  assert.equal(readBack('true', 'expires'), true)
  assert.deepEqual(readBack('{"one":"Gem","other":"Gems"}', 'display'), { one: 'Gem', other: 'Gems' })
  assert.deepEqual(
    [amountIn('1250.50', 'de'), amountIn(1250, 'en'), amountIn('', 'de')],
    ['1.250,50', '1,250', undefined],
  )
  assert.deepEqual(
    [decimalIn('2.5', 'de'), decimalIn('0001', 'de'), decimalIn('a.b', 'de')],
    ['2,5', undefined, undefined],
  )
  assert.equal(de.settings.forms.named('Stufe', 'Gold'), 'Stufe „Gold“')
})

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { messageVariables } from '../../server/domain/brand/rules/mustache.ts'
import { parseTemplate } from '../../server/domain/brand/rules/template.ts'
import type { CallFacts } from '../../server/domain/campaign/call-facts.ts'
import type { Sink } from '../../server/domain/message/escape.ts'
import { renderMessage, renderText, templates } from '../../server/domain/message/render.ts'
import { TemplateCache } from '../../server/domain/message/template-cache.ts'
import { type MessageExtras, variablesOf } from '../../server/domain/message/variables.ts'
import { account, anonymous, at, card, facts, rewards, tuesday } from '../support/campaign-fixture.ts'

const program = {
  ...rewards,
  valueTypes: [
    ...rewards.valueTypes,
    { ...valueType(4), balanceType: 'Custom', balanceCode: 'STARS', scale: 1 },
    { ...valueType(5), balanceType: 'Currency', balanceCode: 'JPY', scale: 0 },
  ],
} as const

function valueType(id: number) {
  return { id, program: 'rewards', subtracks: [], switchedOff: false }
}

/** Ana's card: 120 points, of which 20 are held and 50 have expired; 12.50 dollars; 2.5 stars; 900 yen. */
const anasCard = {
  ...card([
    { valueType: 1, amount: 70, held: 20 },
    { valueType: 1, amount: 50, expiresAt: tuesday },
    { valueType: 2, amount: 1250 },
    { valueType: 4, amount: 25 },
    { valueType: 5, amount: 900 },
  ]),
  customNumber: 'ANA-1',
}

const full: MessageExtras = {
  tier: { name: 'Gold', missing: '12.5' },
  brand: { name: 'Harbor Coffee' },
  locationName: 'Pier 1',
  checkoutDiscount: 150,
  mutation: {
    amount: 1250,
    scale: 2,
    valueType: { ...valueType(2), balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
  },
  discount: { amount: 250, scale: 2 },
  coupon: { id: 'TEN-1', expiresAt: at('2026-08-01 23:30:00') },
}
const bare: MessageExtras = { brand: full.brand }

function ana(over: Partial<CallFacts> = {}): CallFacts {
  const keyValues = [
    { key: 'table', value: '7' },
    { key: 'guest', value: 'Bo' },
    { key: 'guest', value: 'Cy' },
  ]
  return facts({ card: anasCard, program, keyValues, ...over })
}

/** A text about Ana as it is printed. */
function toAna(template: string, over: Partial<CallFacts> = {}, extras = full): string {
  return renderText(template, variablesOf(ana(over), extras).lookup, 'text')
}

/** A text whose variable x has this value. */
function withX(template: string, x: string, sink: Sink = 'text'): string {
  return renderText(template, (name) => (name === 'x' ? x : undefined), sink)
}

test('each variable is printed in its own form', () => {
  const table: [template: string, printed: string][] = [
    ['Hello {{ customer.firstName }}!', 'Hello Ana!'],
    ['{{customer.birthday}}', '1990-07-20'],
    ['{{ customer.latitude }}', '40.7'],
    ['{{ customer.affiliatedLocations }}', 'L1, L2'],
    ['{{ card.number }} {{ card.customNumber }}', '6006 ANA-1'],
    ['{{ balances.Points }} points', '50 points'],
    ['{{ balances.Punches }} punches', '0 punches'],
    ['$ {{ balances.USD }}', '$ 12.50'],
    ['¥ {{ balances.JPY }}', '¥ 900'],
    ['{{ balances.STARS }} stars', '2.5 stars'],
    ['{{ mutation.amount }}', '12.5'],
    ['{{ mutation.name }}', 'USD'],
    ['{{ discount.amount }}', '2.50'],
    ['{{ coupon.id }} until {{ coupon.expirationDate }}', 'TEN-1 until 2026-08-01 23:30:00'],
    ['{{ tier.name }}, {{ tier.missing }} to go', 'Gold, 12.5 to go'],
    ['{{ checkout.total }} - {{ checkout.discount }} = {{ checkout.netTotal }}', '20.00 - 1.50 = 18.50'],
    ['{{ location.name }}, {{ brand.name }}', 'Pier 1, Harbor Coffee'],
    ['table {{ keyValues.table }} for {{ keyValues.guest }}', 'table 7 for Bo, Cy'],
    ['{{ date }}', '2026-07-14'],
  ]
  for (const [template, printed] of table) assert.equal(toAna(template), printed, template)
})

test('for a reader of another language, amounts and dates are written as there', () => {
  const listener = { own: ['de'], spoken: ['en', 'de'], locale: 'de' }
  const german = { ...full, listener, locale: 'de', mutation: { amount: 123_450, scale: 2 } }
  const table: [template: string, printed: string][] = [
    ['{{customer.birthday}}', '20. Juli 1990'],
    ['{{ balances.USD }}', '12,50'],
    ['{{ balances.STARS }}', '2,5'],
    ['{{ mutation.amount }}', '1.234,5'],
    ['{{ discount.amount }}', '2,50'],
    ['{{ coupon.expirationDate }}', '1. August 2026 um 23:30'],
    ['{{ tier.missing }}', '12,5'],
    ['{{ checkout.total }} - {{ checkout.discount }}', '20,00 - 1,50'],
    ['{{ date }}', '14. Juli 2026'],
    ['{{ keyValues.table }} {{ card.number }}', '7 6006'],
  ]
  for (const [template, printed] of table) assert.equal(toAna(template, {}, german), printed, template)
})

test('every variable that a brand file may name is known here', () => {
  const customer = Object.fromEntries(messageVariables.map((name) => [name.replace('customer.', ''), 'some']))
  const { lookup } = variablesOf(ana({ account: { ...account, customer } }), full)
  assert.deepEqual(
    messageVariables.filter((name) => lookup(name) === undefined),
    [],
  )
})

test('what there is nothing to say about is empty', () => {
  const nobody = anonymous()
  const { checkout: _checkout, ...noCheckout } = nobody
  const all = [...messageVariables, 'balances.Points', 'balances.USD', 'keyValues.table']
  const known = (here: CallFacts) => all.filter((name) => (variablesOf(here, bare).lookup(name) ?? '') !== '')
  assert.deepEqual(known(nobody), ['checkout.total', 'checkout.netTotal', 'brand.name', 'date'])
  assert.deepEqual(known(noCheckout), ['brand.name', 'date'])

  const table: [template: string, printed: string][] = [
    ['Dear {{ customer.lastName }}.', 'Dear .'],
    ['{{ customer.email }}|{{ customer.drink }}|{{ nonsense }}', '||'],
    ['{{ balances.EUR }}|{{ balances.Currency }}|{{ balances.Espresso }}', '||'],
    ['{{ keyValues.absent }}|{{ keyValues }}|{{ customer }}|{{ balances }}', '|||'],
  ]
  for (const [template, printed] of table) assert.equal(toAna(template), printed, template)
})

test('a variable is worked out only when a text asks for it', () => {
  const silent = new Proxy(ana(), { get: () => assert.fail('nothing was asked for') })
  assert.equal(
    renderText('Thank you, {{ brand.name }}', variablesOf(silent, full).lookup, 'text'),
    'Thank you, Harbor Coffee',
  )
})

test('sections show when their variable has a text', () => {
  const table: [template: string, x: string, printed: string][] = [
    ['Hi{{#x}} {{x}}{{/x}}!', 'Ana', 'Hi Ana!'],
    ['Hi{{#x}} {{x}}{{/x}}!', '', 'Hi!'],
    ['Hi {{^x}}friend{{/x}}', '', 'Hi friend'],
    ['Hi {{^x}}friend{{/x}}', 'Ana', 'Hi '],
    ['{{#x}}zero is a text{{/x}}', '0', 'zero is a text'],
    ['{{#x}}a{{#absent}}b{{/absent}}{{^absent}}c{{/absent}}{{/x}}', 'Ana', 'ac'],
    ['{{#x}}[{{.}}]{{/x}}', 'Ana', '[]'],
    ['{{#x}}[{{length}}]{{/x}}', 'Ana', '[]'],
    ['{{#absent}}a{{/absent}}{{^absent}}b{{/absent}}', 'Ana', 'b'],
    ['one\n{{#x}}\ntwo\n{{/x}}\nthree', 'Ana', 'one\ntwo\nthree'],
  ]
  for (const [template, x, printed] of table) assert.equal(withX(template, x), printed, `${template} of "${x}"`)
})

test('where a text goes decides how its values are escaped', () => {
  const value = `<b>"Bo's" & co\r\nBcc: x\t\u0000\u0085é`
  const table: [sink: Sink, printed: string][] = [
    ['text', `<b>"Bo's" & co\nBcc: x\té`],
    ['html', '&lt;b&gt;&quot;Bo&#39;s&quot; &amp; co\nBcc: x\té'],
    ['header', `<b>"Bo's" & co Bcc: x é`],
    ['url', `%3Cb%3E%22Bo's%22%20%26%20co%0D%0ABcc%3A%20x%09%00%C2%85%C3%A9`],
    ['json', `<b>\\"Bo's\\" & co\\r\\nBcc: x\\t\\u0000\u0085é`],
  ]
  for (const [sink, printed] of table) assert.equal(withX('{{x}}', value, sink), printed, sink)
})

test('the author of a text cannot turn the escaping off', () => {
  const sinks: Sink[] = ['text', 'html', 'header', 'url', 'json']
  const value = '<a href="x">\r\n&\u0007</a>'
  for (const sink of sinks) {
    const escaped = withX('{{x}}', value, sink)
    assert.notEqual(escaped, value)
    for (const tag of ['{{{x}}}', '{{{ x }}}', '{{&x}}', '{{ & x }}', '{{#x}}{{{x}}}{{/x}}']) {
      assert.equal(withX(tag, value, sink), escaped, `${tag} as ${sink}`)
    }
  }
})

test('a value inside an address of an HTML text is a part of that address, and never another one', () => {
  const table: [template: string, x: string, printed: string][] = [
    ['<a href="https://h.example/c/{{x}}">', 'a/b?c', '<a href="https://h.example/c/a%2Fb%3Fc">'],
    ['<a href="{{x}}">', 'javascript:alert(1)', '<a href="javascript%3Aalert(1)">'],
    ["<a HREF = '{{x}}'>", "' onclick='y", "<a HREF = '&#39;%20onclick%3D&#39;y'>"],
    ['<img src="/i?a={{x}}&amp;b={{x}}">{{x}}', 'ü&', '<img src="/i?a=%C3%BC%26&amp;b=%C3%BC%26">ü&amp;'],
    ['<a href="/{{#x}}{{x}}{{/x}}" title="{{x}}">', 'a b', '<a href="/a%20b" title="a b">'],
    ['<p>href is {{x}}</p>', 'a b', '<p>href is a b</p>'],
  ]
  for (const [template, x, printed] of table) assert.equal(withX(template, x, 'html'), printed, template)
})

test('no value can break out of an HTML text or a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (x) => {
      assert.doesNotMatch(withX('{{x}}', x, 'html'), /[<>"'`=]/)
      assert.doesNotMatch(withX('a{{x}}', x, 'header'), /[\r\n\u2028\u2029]|\p{Cc}/u)
      assert.equal(decodeURIComponent(withX('{{x}}', x, 'url')), x)
      assert.equal(JSON.parse(`"${withX('{{x}}', x, 'json')}"`), x)
    }),
  )
})

test('a broken character is replaced, where it would have no encoding', () => {
  for (const sink of ['text', 'html', 'header', 'json'] as const)
    assert.equal(withX('{{x}}', 'a\uD800', sink), 'a\uFFFD')
  assert.equal(withX('{{x}}', 'a\uD800', 'url'), 'a%EF%BF%BD')
})

test('a name is looked up whole: nothing of the machinery can be reached', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '.', '']
  const nested = names.flatMap((name) => [
    name,
    ...['customer', 'balances', 'keyValues', 'card', 'date'].map((of) => `${of}.${name}`),
  ])
  for (const name of [
    ...nested,
    'constructor.name',
    'card.lots',
    'card.pin',
    'card.id',
    'brand.timeZone',
    'clock.now',
  ]) {
    assert.equal(toAna(`[{{${name}}}{{{${name}}}}{{#${name}}}shown{{/${name}}}]`), '[]', name)
  }
})

test('a name with dots is one name, and is not walked along', () => {
  const asked: string[] = []
  const lookup = (name: string) => {
    asked.push(name)
    return 'text'
  }
  renderText('{{ a.b.c }}{{#d.e}}{{ f.g }}{{/d.e}}', lookup, 'text')
  assert.deepEqual(asked, ['a.b.c', 'd.e', 'f.g'])
})

test('partials, other delimiters and comments have no effect', () => {
  const table: [template: string, printed: string][] = [
    ['a{{> x}}b', 'ab'],
    ['a{{! x }}b', 'ab'],
    ['{{=<% %>=}}<% x %>{{x}}', '<% x %>Ana'],
    ['{{ =[ ]= }}[x]{{x}}', '[x]Ana'],
    ['{{! {{= }}{{x}}', 'Ana'],
    ['{{{=[ ]=}}}[x]{{x}}', '[x]Ana'],
  ]
  for (const [template, printed] of table) assert.equal(withX(template, 'Ana'), printed, template)
})

test('a value that looks like a tag is printed, not read', () => {
  assert.equal(withX('{{x}}', '{{ customer.email }}{{/x}}'), '{{ customer.email }}{{/x}}')
})

test('a text that cannot be read is empty, and costs no time', () => {
  const deep = (levels: number) => `${'{{#x}}'.repeat(levels)}deep${'{{/x}}'.repeat(levels)}`
  const unreadable = [
    '{{x',
    '{{#x}}open',
    'open{{/x}}',
    '{{#x}}{{/y}}',
    '{{{x}} half',
    `{{x${' '.repeat(400_000)}y}}`,
    `{{{x}} ${' '.repeat(400_000)}`,
    deep(21),
    deep(40_000),
  ]
  for (const text of unreadable) {
    assert.equal(parseTemplate(text), undefined, text.slice(0, 40))
    assert.equal(withX(text, 'Ana'), '', text.slice(0, 40))
  }
  assert.equal(withX(deep(20), 'Ana'), 'deep')
  assert.equal(withX('', 'Ana'), '')
})

test('what comes out is bounded', () => {
  const table: [sink: Sink, longest: number][] = [
    ['text', 100_000],
    ['html', 500_000],
    ['header', 1_000],
    ['url', 100_000],
    ['json', 100_000],
  ]
  for (const [sink, longest] of table) {
    assert.equal(withX('a'.repeat(longest + 1), '', sink).length, longest, sink)
    assert.equal(withX('{{x}}'.repeat(6000), 'a'.repeat(100), sink).length, longest, sink)
    assert.equal(withX(`${'a'.repeat(longest)}{{#x}}b{{x}}{{/x}}c`, 'x', sink).length, longest, sink)
    // One place is left: a character of two units does not fit, and neither does half an escaped value.
    assert.equal(withX(`${'a'.repeat(longest - 1)}😀b`, '', sink), 'a'.repeat(longest - 1), sink)
    assert.equal(withX(`${'a'.repeat(longest - 1)}{{x}}b`, '<"😀', sink), 'a'.repeat(longest - 1), sink)
  }
  assert.equal(withX('{{x}}', 'a'.repeat(1_000_000)).length, 10_000)
  assert.equal(withX(`a${'{{x}}'.repeat(11)}b`, '\u0000'.repeat(10_000)), 'a', 'what is left out counts too')
  assert.equal(withX('{{x}}', `${'a'.repeat(9_999)}😀`), 'a'.repeat(9_999))
})

test('only the texts used last are kept', () => {
  const cache = new TemplateCache(1000)
  const first = cache.partsOf('first {{x}}')
  for (let index = 0; index < 5; index += 1) cache.partsOf(`text ${index} {{x}}`)
  assert.equal(cache.partsOf('first {{x}}'), first, 'it was used lately')
  for (let index = 0; index < 50; index += 1) {
    cache.partsOf(`text ${index} {{x}}`)
    assert.ok(cache.size <= cache.limit)
  }
  assert.notEqual(cache.partsOf('first {{x}}'), first, 'it was forgotten')
  assert.deepEqual(cache.partsOf('first {{x}}'), first, 'it was read again')
  cache.partsOf('a'.repeat(2000))
  assert.equal(cache.size, 0)
})

test('any number of different texts takes a bounded memory', () => {
  for (let index = 0; index < 100; index += 1) withX(`${index} ${'text '.repeat(20_000)}`, '')
  assert.ok(templates.size <= templates.limit, `${templates.size} characters`)
})

test('a message is a subject on one line, a plain text, and an HTML text', () => {
  const bo = variablesOf(ana({ account: { ...account, customer: { firstName: 'Bo <b>\r\nBcc: y' } } }), full)
  const hello = '{{ customer.firstName }}'
  assert.deepEqual(
    renderMessage({ subject: `Hi\n${hello}`, body: `Hi\n${hello}`, html: `<p>${hello}</p>` }, bo.lookup),
    {
      subject: 'Hi Bo <b> Bcc: y',
      text: 'Hi\nBo <b>\nBcc: y',
      html: '<p>Bo &lt;b&gt;\nBcc: y</p>',
    },
  )
  assert.deepEqual(renderMessage({ body: 'Hi' }, bo.lookup), { text: 'Hi' })
})

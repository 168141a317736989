import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

let room: PortalRoom
let berta: PortalUser

const german = { 'accept-language': 'de' }

const rule = (id: string, more: object) => ({ id, name: id, trigger: 'checkout', when: [], ...more })
const points = (amount: number) => [{ issue: { balanceType: 'Points', amount } }]

before(async () => {
  room = await openPortalRoom({
    locations: [{ id: 'L1', name: 'Hafen', terminals: ['T1'] }],
    more: {
      products: [{ sku: 'ESP', name: 'Espresso', categories: ['Getränke'] }],
      segments: [{ id: 'treue', name: 'Treue Kunden', where: [{ fact: 'history.checkouts', op: '>=', value: 5 }] }],
      campaigns: [
        {
          id: 'punkte',
          name: 'Punkte',
          rules: [rule('immer', { then: points(5) })],
        },
        {
          id: 'rabatt',
          name: 'Rabatt',
          rules: [
            rule('ab10', { when: [{ fact: 'checkout.total', op: '>=', value: 10 }], then: points(1) }),
            rule('treu', { when: [{ fact: 'segment', op: '=', value: 'treue' }], then: points(1) }),
            rule('geburtstag', { trigger: 'date', date: { of: 'customer.birthday' }, then: points(1) }),
            rule('vorbei', { until: '2020-01-01 00:00:00', then: points(1) }),
          ],
        },
      ],
    },
  })
  berta = await room.login('administrator')
})

after(() => room?.close())

/** Words that stand in nearly every English sentence, and are no German ones. */
const english = /\b(the|is|of|and|not|only|needs|more|with|for|must|are|be|to|it|by|from|has|have|how|what)\b/i

/** Every text that people read, wherever it stands in an answer. */
function proseIn(value: unknown, keys: ReadonlySet<string>): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => {
    if (!keys.has(key)) return proseIn(one, keys)
    return (Array.isArray(one) ? one : [one]).flatMap((each) =>
      typeof each === 'string' ? [each] : proseIn(each, keys),
    )
  })
}

function assertGerman(answer: unknown, keys: readonly string[]): string[] {
  const told = proseIn(answer, new Set(keys))
  assert.ok(told.length > 0, JSON.stringify(answer))
  assert.deepEqual(
    // Examples are of the file, whose keys are the same in every language.
    told.filter((text) => english.test(text.replace(/\{.*\}/g, ''))),
    [],
  )
  return told
}

const explaining = ['words', 'missing', 'reason', 'why', 'takenBack', 'shortfalls']

/** The kinds of reasons are words for programs. */
const explanationOf = ({ nearly, ...rest }: { nearly: { reason: string }[] }) => ({
  ...rest,
  nearly: nearly.map(({ reason: _, ...one }) => one),
})

const sale = { products: [{ sku: 'ESP', amountPurchased: 2, unitPrice: 3 }] }

test('why rules fired or did not is told in German', async () => {
  const cardNumber = await room.shop.card({ points: 5 })
  const { transactionId } = await room.shop.must('checkout', { cardNumber, ...sale })
  const { calls } = await berta.must('callDetail', { text: transactionId }, german)
  const told = assertGerman(explanationOf(calls[0].explanation), explaining)
  assert.ok(told.includes('5 Punkte gutgeschrieben'))
  assert.ok(told.includes('es fehlen noch 4,00 $ (Einkaufsbetrag 6,00 $, nötig mindestens 10,00 $)'), told.join('\n'))
  const voided = await room.shop.must('voidTransaction', { cardNumber, requestRef: transactionId })
  const undone = await berta.must('callDetail', { text: voided.requestRef }, german)
  assertGerman(explanationOf(undone.calls[0].explanation), explaining)
})

test('what is tried out is explained in German, and in English to those who read English', async () => {
  const tried = await berta.must('tryOut', sale, german)
  assertGerman(explanationOf(tried.explanation), explaining)
  const { body: simulated } = await berta.call('simulate', sale, german)
  assert.deepEqual(simulated.explanation.fired, tried.explanation.fired)
  const plain = await berta.must('tryOut', sale)
  assert.match(JSON.stringify(plain.explanation), /needs 4.00 USD more/)
  const api = await room.shop.must('simulate', sale)
  assert.match(JSON.stringify(api.explanation), /needs 4.00 USD more/)
})

test('the audit log and versions of the brand are told in German', async () => {
  const edit = { section: 'products', key: 'BUN', entry: { sku: 'BUN', name: 'Schnecke' } }
  const { version } = (await berta.call('brandHistory', {}, german)).body.versions[0]
  const request = { edits: [edit], baseVersion: version }
  const checked = await berta.must('checkEdits', request, german)
  assert.deepEqual(checked.changes, ['products/BUN: hinzugefügt'])
  const edited = await berta.call('editBrand', request, german)
  assert.deepEqual(edited.body.changes, ['products/BUN: hinzugefügt'])
  const { body: history } = await berta.call('brandHistory', {}, german)
  assert.deepEqual(history.versions[0].changes, ['products/BUN: hinzugefügt'])
  const { body: log } = await berta.call('auditLog', {}, german)
  const [latest] = assertGerman(log.entries, ['text'])
  assert.match(latest ?? '', /Konfiguration geändert, von Version \d+ zu \d+; products\/BUN: hinzugefügt$/)
  const { body: plain } = await berta.call('auditLog', {})
  assert.match(plain.entries[0].text, /changed the configuration from version \d+ to \d+; products\/BUN: added$/)
})

test('reports have German titles, columns and notes', async () => {
  for (const name of ['liability', 'roll-forward', 'campaigns', 'coupons', 'activity', 'lift', 'tiers']) {
    const { body } = await berta.call('report', { name }, german)
    assertGerman(body, ['title', 'notes', 'remarks'])
  }
  const plain = await room.shop.must('report', { name: 'liability' })
  assert.match(plain.title, /^Liability of /)
})

test('forms of the settings say in German what their fields mean', async () => {
  for (const section of ['locations', 'programs', 'campaigns', 'segments', 'webhooks']) {
    const form = await berta.must('entryForm', { section }, german)
    assertGerman([form.schema, form.definitions], ['description', 'enumDescriptions'])
  }
})

test('what is wrong with a change is said in German where it is made', async () => {
  const { version } = (await berta.call('brandHistory', {}, german)).body.versions[0]
  const entry = { sku: 'BAD', name: 7, cost: '2,50', parent: 'NIX', colour: 'red' }
  const request = { edits: [{ section: 'products', key: 'BAD', entry }], baseVersion: version }
  const checked = await berta.must('checkEdits', request, german)
  const told = assertGerman(checked.faults, ['message'])
  assert.ok(
    told.some((text) => text.includes('diesen Schlüssel gibt es nicht')),
    told.join('\n'),
  )
  const drafted = await berta.must(
    'checkDraft',
    { entries: [{ section: 'campaigns', key: 'neu', text: 'id: neu\nname Neu\n' }] },
    german,
  )
  assertGerman(drafted.faults, ['message'])
  const rows = await berta.must('readProducts', { csv: 'sku,name\nA,Eins\nA,Zwei\n,Drei\n' }, german)
  assertGerman(rows.faults, ['message'])
  const file = await berta.must('checkBrandFile', { text: 'brand:\n\tid: x\n' }, german)
  assertGerman(file.faults, ['message'])
})

test('why a draft is not published is said in German', async () => {
  const save = (text: string) =>
    berta.call('saveDraft', { title: 'Neu', entries: [{ section: 'campaigns', key: 'punkte', text }] }, german)
  const why = async (draft: object) => (await berta.call('publishDraft', draft, german)).body.error.text
  const faulty = (await save('id: punkte\nname: Punkte\nrules: 7\n')).body
  const { draftId, revision } = faulty
  const told = await why({ draftId, revision })
  assert.match(told, /^campaigns\/punkte, Zeile 3: .*gefunden: 7/)
  const later = (await save('id: punkte\nname: Mehr Punkte\n')).body
  const { version } = (await berta.call('brandHistory', {}, german)).body.versions[0]
  const edits = [{ section: 'campaigns', key: 'punkte', entry: { id: 'punkte', name: 'Andere' } }]
  assert.equal((await berta.call('editBrand', { edits, baseVersion: version }, german)).status, 200)
  assert.match(
    await why({ draftId: later.draftId, revision: later.revision }),
    /jemand anderes hat es seither geändert/,
  )
})

test('warnings about a change that was made are German for those who read German, and English for others', async () => {
  const change = async (key: string, headers: Readonly<Record<string, string>>) => {
    const { version } = (await berta.call('brandHistory', {}, german)).body.versions[0]
    const then = [{ discount: { percent: 5, on: { where: { sku: ['NIX'] } } } }]
    const entry = { id: key, name: key, rules: [rule('nichts', { then })] }
    const edits = [{ section: 'campaigns', key, entry }]
    return (await berta.call('editBrand', { edits, baseVersion: version }, headers)).body.warnings
  }
  assertGerman({ warnings: await change('leer', german) }, ['warnings'])
  assert.match((await change('empty', {}))[0], /so it matches nothing/)
})

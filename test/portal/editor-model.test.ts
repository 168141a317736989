import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import {
  dissolved,
  grouped,
  moved,
  movedInto,
  movedOut,
  withoutCondition,
} from '../../portal/screens/campaigns/editor/model/conditions.ts'
import { editText, textOf } from '../../portal/screens/campaigns/editor/model/edit-text.ts'
import { lineOf, offsetOf, pathAt, rangeOf, readEntry } from '../../portal/screens/campaigns/editor/model/entry-text.ts'
import { faultsAt, faultsIn, placeFaults, toPath } from '../../portal/screens/campaigns/editor/model/faults.ts'
import {
  beginWith,
  changedTo,
  currentText,
  mayRedo,
  redone,
  undone,
  wholeStep,
} from '../../portal/screens/campaigns/editor/model/history.ts'
import { readSchedule, writeSchedule } from '../../portal/screens/campaigns/editor/model/schedule.ts'
import { topicOf } from '../../portal/screens/campaigns/editor/model/topics.ts'
import { faultOf } from '../../server/domain/brand/faults/fault.ts'
import { FileReading, Place } from '../../server/domain/brand/reading/place.ts'
import { scheduleBlock } from '../../server/domain/brand/rules/schedule.ts'

const text = `# Agreed with the shops on 3 May.
id: tuesdays
name: Tuesdays # as on the posters
rules:
  # The usual points come from another campaign.
  - id: double
    trigger: checkout
    when:
      - { fact: tier, op: "=", value: gold } # only gold
      - { fact: request.dayOfWeek, op: "=", value: tue }

    then:
      - issue: { balanceType: Points, amount: 1.50 }
`

test('a change of one value leaves every other line as it is, with its comments', () => {
  const next = editText(text, ['rules', 0, 'when', 1, 'value'], 'wed')
  assert.equal(next, text.replace('value: tue', 'value: wed'))
  assert.equal(editText(text, ['name'], 'Mondays'), text.replace('name: Tuesdays', 'name: Mondays'))
  assert.equal(editText(text, ['name'], 'Tuesdays'), text, 'the same value changes nothing')
})

test('a whole list with one row changed keeps the comments of all rows', () => {
  const when = [
    { fact: 'tier', op: '=', value: 'silver' },
    { fact: 'request.dayOfWeek', op: '=', value: 'tue' },
  ]
  assert.equal(editText(text, ['rules', 0, 'when'], when), text.replace('value: gold', 'value: silver'))
  const turned = editText(text, ['rules', 0, 'when'], [when[1], { fact: 'tier', op: '=', value: 'gold' }])
  assert.match(turned, /value: tue \}\n {6}- \{ fact: tier, op: "=", value: gold \} # only gold/)
  const longer = editText(text, ['rules', 0, 'when'], [...when.slice(1), { fact: 'card.isEnrolled' }])
  assert.match(longer, /value: tue \}\n {6}- \{ fact: card\.isEnrolled \}\n/)
})

test('a new key goes where people expect it, and a key can be taken away', () => {
  const limited = editText(text, ['rules', 0, 'limit'], { times: 1, per: 'card', every: 'day' })
  assert.match(limited, /value: tue \}\n {4}limit: \{ times: 1, per: card, every: day \}\n+ {4}then:/)
  assert.deepEqual(parse(editText(limited, ['rules', 0, 'limit'], undefined)), parse(text))
  const more = editText(text, ['rules', 0, 'then', 0, 'issue', 'expiresAfter'], { days: 30 })
  assert.match(more, /amount: 1\.50, expiresAfter: \{ days: 30 \} \}/)
  const without = editText(text, ['rules', 0, 'when'], undefined)
  assert.deepEqual(parse(without).rules[0].when, undefined)
  assert.match(without, /^# Agreed/)
})

test('a text with a fault is not changed by a form', () => {
  const broken = 'id: [a'
  assert.equal(editText(broken, ['id'], 'b'), broken)
  const { value, problems } = readEntry(broken)
  assert.equal(value, undefined)
  assert.equal(problems[0]?.line, 1)
})

test('a new entry is written as people write it by hand', () => {
  const entry = {
    id: 'a',
    rules: [
      {
        id: 'r',
        trigger: 'checkout',
        when: [{ fact: 'tier', op: '=', value: 'gold' }],
        then: [{ discount: { percent: 5 } }],
      },
    ],
  }
  assert.equal(
    textOf(entry),
    `id: a
rules:
  - id: r
    trigger: checkout
    when:
      - { fact: tier, op: "=", value: gold }
    then:
      - { discount: { percent: 5 } }
`,
  )
})

test('a fault is found by its field and by its line', () => {
  const { value } = readEntry(text)
  const place = { section: 'campaigns', key: 'tuesdays', text, value }
  const fault = {
    section: 'campaigns',
    key: 'tuesdays',
    path: 'campaigns[tuesdays].rules[double].when[0].value',
    fault: 'undefinedName',
    message: 'there is no level "gold"',
  }
  const [placed] = placeFaults([fault, { ...fault, key: 'other' }], place)
  assert.ok(placed)
  assert.deepEqual(placed.path, ['rules', 0, 'when', 0, 'value'])
  assert.deepEqual([placed.line, placed.column], [9, 39])
  assert.deepEqual(faultsAt([placed], ['rules', 0, 'when', 0, 'value']), [placed])
  assert.equal(placed.kind, 'unknown')
  assert.equal(faultsIn([placed], ['rules', 0]).length, 1)
  assert.equal(faultsIn([placed], ['rules', 0, 'then']).length, 0)
  const [missing] = placeFaults(
    [{ ...fault, path: 'campaigns[tuesdays].rules[double].then[0].issue.balanceCode' }],
    place,
  )
  assert.equal(missing?.line, 13, 'a key that is missing is marked where it belongs')
  assert.deepEqual(toPath('rules[double].when[1].any[0]', value), ['rules', 0, 'when', 1, 'any', 0])
})

test('what is wrong is told without words of the file', () => {
  const place = { section: 'campaigns', key: 'tuesdays', text, value: parse(text) }
  const told = [
    [faultOf('operatorMissing', { possible: ['=', '!='] }), 'missing'],
    [faultOf('valueless', { name: 'value', example: '1' }), 'missing'],
    [faultOf('templateOrText'), 'missing'],
    [faultOf('dateMissing'), 'missing'],
    [faultOf('tooFewEntries', { min: 1, example: '[1]' }), 'empty'],
    [faultOf('exceptsNothing'), 'empty'],
    [faultOf('undefinedName', { noun: 'segment', name: 'x', more: 0, isPerhaps: false }), 'unknown'],
    [faultOf('unknownFact', { given: { is: 'text', text: 'x' }, advice: { advice: 'known', names: [] } }), 'unknown'],
    [faultOf('needsCheckout', { result: 'discount' }), 'purchaseOnly'],
    [faultOf('keepAbove', { at: 100 }), 'other'],
  ] as const
  for (const [{ fault }, kind] of told) {
    const named = { section: 'campaigns', key: 'tuesdays', path: 'campaigns[tuesdays].rules', fault, message: '' }
    const [placed] = placeFaults([named], place)
    assert.equal(placed?.kind, kind, fault)
  }
})

test('places in the text and paths lead to each other', () => {
  const at = text.indexOf('tue }')
  assert.deepEqual(pathAt(text, at), ['rules', 0, 'when', 1, 'value'])
  assert.equal(rangeOf(text, ['rules', 0, 'when', 1, 'value']).from, at)
  assert.equal(offsetOf(text, lineOf(text, at)), at)
})

test('typing in one field is one step back', () => {
  let history = beginWith('a')
  history = changedTo(history, 'ab', { what: 'name', at: 0 })
  history = changedTo(history, 'abc', { what: 'name', at: 500 })
  history = changedTo(history, 'abcd', { what: 'until', at: 600 })
  assert.equal(currentText(undone(history)), 'abc')
  assert.equal(currentText(undone(undone(history))), 'a')
  assert.equal(currentText(redone(undone(history))), 'abcd')
  const pressed = [1, 2].reduce(
    (one, press) => changedTo(one, `pressed ${press}`, { what: wholeStep, at: 700 + press }),
    history,
  )
  assert.equal(currentText(undone(pressed)), 'pressed 1', 'each press is a step of its own')
  const again = changedTo(undone(history), 'x', { what: 'name', at: 9000 })
  assert.equal(mayRedo(again), false)
})

test('conditions are put into groups, moved, and taken out again', () => {
  const list = ['a', 'b', 'c']
  const group = grouped(list, [1], 'any')
  assert.deepEqual(group, ['a', { any: ['b'] }, 'c'])
  const two = movedInto(group, [2], -1)
  assert.deepEqual(two, ['a', { any: ['b', 'c'] }])
  assert.deepEqual(moved(two, [1, 'any', 1], -1), ['a', { any: ['c', 'b'] }])
  assert.deepEqual(movedOut(two, [1, 'any', 0]), ['a', { any: ['c'] }, 'b'])
  assert.deepEqual(movedOut(movedOut(two, [1, 'any', 0]), [1, 'any', 0]), ['a', 'c', 'b'])
  assert.deepEqual(dissolved(two, [1]), ['a', 'b', 'c'])
  assert.deepEqual(withoutCondition(two, [1, 'any', 0]), ['a', { any: ['c'] }])
  assert.deepEqual(withoutCondition(group, [1, 'any', 0]), ['a', 'c'])
  const atLeast = [{ atLeast: 2, of: ['a', 'b'] }]
  assert.deepEqual(withoutCondition(atLeast, [0, 'of', 0]), [{ atLeast: 1, of: ['b'] }])
  assert.deepEqual(moved(['a', 'b'], [0], -1), ['a', 'b'])
})

test('each condition has its part of the form', () => {
  assert.equal(topicOf({ fact: 'tier', op: '=', value: 'gold' }), 'customer')
  assert.equal(topicOf({ fact: 'products.quantity', op: '>=', value: 3 }), 'basket')
  assert.equal(topicOf({ any: [{ fact: 'request.hour', op: '<', value: 9 }] }), 'time')
})

test('a day of the month that cannot be read stays one in the rule, which is no valid one', () => {
  const days: [typed: number | string, kept: number | string][] = [
    [15, 15],
    ['1x ?', '1x ?'],
    ['1;5 ?', '1,5 ?'],
    ['=3 ?', ',3 ?'],
  ]
  for (const [day, kept] of days) {
    const rule = writeSchedule({ kind: 'monthly', day })
    assert.deepEqual(readSchedule(rule), { kind: 'monthly', day: kept })
    const reading = new FileReading({})
    scheduleBlock({ rule }, new Place(reading))
    assert.equal(reading.faults.length === 0, typeof day === 'number', rule)
  }
  assert.equal(readSchedule('FREQ=MONTHLY;BYMONTHDAY=1,15').kind, 'rule')
})

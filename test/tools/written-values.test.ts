import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import type { Operation } from '../../server/calls/operations/operation.ts'
import { requestExample } from '../../server/doors/api/describe/examples.ts'
import { findRequestFault } from '../../server/doors/remote/check-request.ts'
import { exampleWords, operationHelp } from '../../server/doors/remote/operation-help.ts'
import { readWritten } from '../../server/doors/remote/written-values.ts'

const named = (name: string): Operation => {
  const found = operations.find((one) => one.name === name)
  assert.ok(found)
  return found
}

const write = (operation: string, ...words: string[]) => readWritten(words, named(operation).request)
const bodyOf = (operation: string, ...words: string[]) => {
  const read = write(operation, ...words)
  return read.kind === 'body' ? read.body : read.faults
}

test('what a value becomes depends on the field that it is for', () => {
  assert.deepEqual(
    bodyOf('updateBalance', 'cardNumber=70000001', 'action=issue', 'amount.amount=25', 'returnBalances=true'),
    { cardNumber: '70000001', action: 'issue', amount: { amount: 25 }, returnBalances: true },
  )
  assert.deepEqual(bodyOf('updateBalance', 'cardNumber=007', 'amount.amount=-0.50'), {
    cardNumber: '007',
    amount: { amount: -0.5 },
  })
})

test('lists are written by index, by repeating them, one after the other, or as JSON', () => {
  const twoLines = { products: [{ sku: 'ESP', unitPrice: 3.5 }, { sku: 'BUN' }] }
  assert.deepEqual(
    bodyOf('checkout', 'products[0].sku=ESP', 'products[1].sku=BUN', 'products[0].unitPrice=3.50'),
    twoLines,
  )
  assert.deepEqual(bodyOf('checkout', 'products:=[{"sku":"ESP","unitPrice":3.5},{"sku":"BUN"}]'), twoLines)
  for (const words of [
    ['coupons=A', 'coupons=B'],
    ['coupons[0]=A', 'coupons[1]=B'],
    ['coupons[]=A', 'coupons[]=B'],
  ])
    assert.deepEqual(bodyOf('checkout', ...words), { coupons: ['A', 'B'] })
})

test('a value may contain anything, also what separates names', () => {
  assert.deepEqual(bodyOf('processMessage', 'message=a=b:=c.d[0]\n"x"'), { message: 'a=b:=c.d[0]\n"x"' })
  assert.deepEqual(bodyOf('processMessage', 'message='), { message: '' })
})

const faults: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['updateBalance', ['cardNumer=1'], /cardNumer: unknown field; did you mean "cardNumber"\?/],
  ['updateBalance', ['amount.amout=1'], /amount\.amout: unknown field; did you mean "amount"\?/],
  ['updateBalance', ['amount.amount=ten'], /expected a number/],
  ['updateBalance', ['amount.amount=1e3'], /expected a number/],
  ['updateBalance', ['amount.amount=1234567890123456'], /too many digits/],
  ['updateBalance', ['returnBalances=yes'], /expected true or false/],
  ['updateBalance', ['amount=25'], /is an object: write amount\.NAME/],
  ['updateBalance', ['cardNumber=1', 'cardNumber=2'], /is given twice/],
  ['updateBalance', ['cardNumber[0]=1'], /is no list/],
  ['updateBalance', ['cardNumber.x=1'], /cardNumber has no fields/],
  ['updateBalance', ['amount:={'], /is not JSON/],
  ['updateBalance', ['amount:=1', 'amount.amount=1'], /something else was given/],
  ['updateBalance', ['7000'], /expected FIELD=VALUE/],
  ['updateBalance', ['__proto__.x=1'], /expected names/],
  ['updateBalance', ['constructor=1'], /unknown field/],
  ['checkout', ['products.sku=ESP'], /is a list; say which element: products\[0\]\.sku/],
  ['checkout', ['products=ESP'], /is a list of objects/],
  ['checkout', ['products[1].sku=ESP'], /products\[0\]: is missing/],
  ['listLocations', ['x=1'], /takes no fields/],
]

for (const [operation, words, message] of faults)
  test(`${operation} ${words.join(' ')}: is told before anything is sent`, () => {
    const read = write(operation, ...words)
    assert.equal(read.kind, 'unwritable')
    assert.match(read.kind === 'unwritable' ? read.faults.join('\n') : '', message)
  })

test('the contract itself judges a whole body: what is missing, unknown or contradictory', () => {
  const fault = (name: string, body: object | string) =>
    findRequestFault(named(name), typeof body === 'string' ? body : JSON.stringify(body))
  assert.equal(
    fault('updateBalance', { cardNumber: '1', action: 'issue', amount: { amount: 1, balanceType: 'Points' } }),
    undefined,
  )
  assert.match(fault('updateBalance', { cardNumber: '1' }) ?? '', /action: is required/)
  assert.match(fault('updateBalance', { cardNumber: '1', action: 'isue' }) ?? '', /must be one of/)
  assert.match(
    fault('checkout', { products: [{ skuu: 'A' }] }) ?? '',
    /products\[0\]\.skuu: unknown field; did you mean sku/,
  )
  assert.match(fault('listValueTypes', {}) ?? '', /give lookupCardNumber or cardSetId/)
  assert.match(fault('search', '[1]') ?? '', /JSON object/)
})

test('every operation has a help with all its fields, and an example that is read as it is meant', () => {
  for (const operation of operations) {
    const help = operationHelp(operation)
    for (const field of Object.keys(operation.request.fields))
      assert.ok(help.includes(field), `${operation.name} ${field}`)
    assert.deepEqual(
      readWritten(exampleWords(operation), operation.request),
      { kind: 'body', body: requestExample(operation) },
      operation.name,
    )
  }
})

import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { fromConsentToken, toConsentToken } from '../../server/domain/message/link/consent-link.ts'
import { fromPassToken, toPassToken } from '../../server/domain/message/link/pass-link.ts'
import { fromSignedToken, hasExpired, toSignedToken } from '../../server/ground/kernel/signed-token.ts'

const key = createSecretKey(Buffer.alloc(32, 7))
const expiresAt = Date.UTC(2030, 0, 1)
const message = { brand: 'bakery', ref: '0193b7a2-7c4e-7d11-8a55-0123456789ab', line: 3 }

test('tokens that were handed out keep their bytes', () => {
  const passes = [
    [
      { brand: 'bakery', card: 4711, expiresAt },
      'n42ADKJbVxwAyd8Xw1-F-v4e0FI5sGDU6vNA9i8KPIEBAAAAABJnAbjaxbQAYmFrZXJ5',
    ],
    [{ brand: 'bakery', card: 4711 }, '99NkvLSGjYN_wafxcpbVMUWqcewhIyQ34GRoZRQE1JYBAAAAABJnAAAAAAAAYmFrZXJ5'],
  ] as const
  for (const [ticket, token] of passes) {
    assert.equal(toPassToken(ticket, key), token)
    assert.deepEqual(fromPassToken(token, key), ticket)
  }
  const consents = [
    [
      { ...message, wish: 'unsubscribe' },
      'ojWiBVB2Y7W9ZVeih29uqwh4hd4nnV8ZVQ5lWb_EXJgBAAGTt6J8Tn0RilUBI0VniasAAAADAAAAAAAAYmFrZXJ5',
    ],
    [
      { ...message, wish: 'confirm', expiresAt },
      'u7gEYUyXVUredCSG1V8DUrxi5xCr5V98FshVk4oTBR0BAQGTt6J8Tn0RilUBI0VniasAAAADAbjaxbQAYmFrZXJ5',
    ],
  ] as const
  for (const [ticket, token] of consents) {
    assert.equal(toConsentToken(ticket, key), token)
    assert.deepEqual(fromConsentToken(token, key, expiresAt - 1), ticket)
  }
})

test('a token is read only as it was made', () => {
  const token = toSignedToken({ fields: Buffer.of(1, 2, 3), brand: 'bakery', expiresAt }, key)
  const wrong = [
    '',
    '====',
    `${token}=`,
    `${token} `,
    token.slice(0, -1),
    `${token}A`,
    token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    'A'.repeat(401),
  ]
  for (const text of wrong) assert.equal(fromSignedToken(text, 3, key), undefined, text)
  assert.equal(fromSignedToken(token, 3, createSecretKey(randomBytes(32))), undefined)
  assert.equal(fromSignedToken(token, 30, key), undefined)
  assert.equal(fromSignedToken(token, 3, key)?.brand, 'bakery')
})

test('a token without an end never expires', () => {
  assert.deepEqual([hasExpired({}, expiresAt), hasExpired({ expiresAt }, expiresAt - 1)], [false, false])
  assert.equal(hasExpired({ expiresAt }, expiresAt), true)
})

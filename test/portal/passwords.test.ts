import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isOutdated, Passwords } from '../../server/doors/access/login/passwords.ts'

const passwords = new Passwords(randomBytes)

/** Made by another program. */
const foreign = '$argon2id$v=19$m=19456,t=2,p=1$ilwejSql++ek+VZta2zsug$ywoIBSB33pPZFqzYlMoQ2lyhRHyrSeSfsgZnzc6dqG0'

test('a password matches its hash and no other', async () => {
  const hash = await passwords.hash('pässword of mine')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(await passwords.hash('pässword of mine'), hash, 'each has a salt of its own')
  assert.equal(await passwords.matches(hash, 'pässword of mine'), true)
  assert.equal(await passwords.matches(hash, 'password of mine'), false)
})

test('hashes are those that other programs make', async () => {
  assert.equal(await passwords.matches(foreign, 'pässword'), true)
  assert.equal(await passwords.matches(foreign, 'pässwort'), false)
})

test('a hash of any other form matches nothing, and nobody has no password', async () => {
  for (const hash of ['', 'plain', '$argon2id$v=19$m=1,t=1,p=1$$', undefined])
    assert.equal(await passwords.matches(hash, 'plain'), false)
})

test('a hash that was made at a lower cost is to be made again', async () => {
  assert.equal(isOutdated(foreign), false)
  assert.equal(isOutdated(foreign.replace('m=19456', 'm=9216')), true)
  assert.equal(isOutdated(foreign.replace('t=2', 't=1')), true)
})

import { foundOf } from '../faults/found.ts'
import { isSubnet } from '../keys/addresses.ts'
import { isScopeWord, scopeWords } from '../keys/scope.ts'
import type { Place } from '../reading/place.ts'
import { dateTime, flag, idOf, reference, text, textLike } from '../reading/scalars.ts'
import { checked, distinct, object, optional, required, type Shaped } from '../reading/shape.ts'
import { isSet } from './is-set.ts'

/** A shorter secret could be guessed from its stored hash. */
const secret = text({ min: 8, max: 200, example: '"8-characters-or-more"' })
const digest = textLike(/^[0-9a-f]{64}$/, 'sha256', {
  example: '0123456789abcdef'.repeat(4),
})

const scopeWord = checked(text({ max: 64, example: 'merchant' }), (word, at) => {
  if (!isScopeWord(word)) at.fault('notChoice', { choices: scopeWords, found: foundOf(word) })
})

const subnet = checked(text({ max: 64, example: '"10.0.0.0/8"' }), (value, at) => {
  if (!isSubnet(value)) at.fault('notSubnet', { found: foundOf(value) })
})

const secretKeys = ['secret', 'secretSha256', 'secrets', 'secretsSha256', 'secretSet'] as const

const apiKeyObject = object({
  key: required(idOf('apiKey', textLike(/^[!-9;-~]+$/, 'asciiWithoutColons', { max: 100 }))),
  secret: optional(secret),
  secretSha256: optional(digest),
  // Two while one is being replaced; the first is the older one.
  secrets: optional(distinct(secret, { min: 1, max: 2 })),
  secretsSha256: optional(distinct(digest, { min: 1, max: 2 })),
  // As exports show it: the secrets that the key has stay.
  secretSet: optional(isSet),
  scope: optional(distinct(scopeWord, { min: 1 })),
  locations: optional(distinct(reference('location'), { min: 1 })),
  addresses: optional(distinct(subnet, { min: 1, max: 100 })),
  expires: optional(dateTime),
  strict: optional(flag),
})

export type ApiKeyEntry = Shaped<typeof apiKeyObject>

export const apiKeyShape = checked(apiKeyObject, checkSecrets)

function checkSecrets(apiKey: ApiKeyEntry, at: Place): void {
  if (secretKeys.filter((name) => apiKey[name] !== undefined).length !== 1) {
    at.fault('secretsUnclear')
  }
}

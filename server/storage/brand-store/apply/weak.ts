import { type BrandDocument, type BrandFile, secretsOf } from '../../../domain/brand/document.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'
import { isPublicSecret } from '../../../domain/brand/keys/public-secrets.ts'
import { changedKeys } from '../../../domain/judge/changed-keys.ts'
import { cardSetsOf } from './next-document.ts'

/** With fewer, somebody who tries numbers finds a card. Twelve digits are forty bits. */
const randomDigitsMin = 12
const pinDigitsMin = 4
const passwordCharactersMin = 4
/** Secrets are stored as unsalted hashes, which is safe only if nobody can guess them. */
const secretCharactersMin = 16

export interface Documents {
  readonly file: BrandFile
  readonly document: BrandDocument
  readonly before: BrandDocument | undefined
}

/** What is easy to guess in a file. What was already weak is left out: refusing it would only block the next change. */
export function findWeak(documents: Documents): readonly FileFault[] {
  return [...weakSecrets(documents), ...weakPasswords(documents), ...weakPrograms(documents), ...weakSets(documents)]
}

/** Secrets that are public. In the demo environment they are there on purpose. */
export function findPublicSecrets({ document, before }: Documents): readonly FileFault[] {
  const known = changedKeys(document, before).filter((apiKey) => secretsOf(apiKey).some(isPublicSecret))
  return known.map(({ key }) => ({ path: `apiKeys[${key}].secret`, ...faultOf('publicSecret') }))
}

function weakSecrets({ file, document, before }: Documents): FileFault[] {
  const changed = new Set(changedKeys(document, before).map(({ key }) => key))
  const isShort = (secret: string) => secret.length < secretCharactersMin
  const weak = file.apiKeys.filter(
    ({ key, secret = '', secrets = [] }) => changed.has(key) && [...secrets, ...(secret ? [secret] : [])].some(isShort),
  )
  const fault = faultOf('weakSecret', { min: secretCharactersMin })
  return weak.map(({ key }) => ({ path: `apiKeys[${key}].secret`, ...fault }))
}

function weakPasswords({ file, document, before }: Documents): FileFault[] {
  const hashOf = (from: BrandDocument | undefined, location: string, id: string) =>
    from?.locations.find((one) => one.id === location)?.employees.find((one) => one.id === id)?.passwordHash
  const fault = faultOf('weakPassword', { min: passwordCharactersMin })
  return file.locations.flatMap((location) =>
    location.employees
      .filter(({ password }) => password !== undefined && password.length < passwordCharactersMin)
      .filter(({ id }) => hashOf(document, location.id, id) !== hashOf(before, location.id, id))
      .map(({ id }) => ({ path: `locations[${location.id}].employees[${id}].password`, ...fault })),
  )
}

function weakPrograms({ document, before }: Documents): FileFault[] {
  const fault = faultOf('weakPin', { min: pinDigitsMin })
  return document.programs
    .filter(({ pinLength }) => pinLength > 0 && pinLength < pinDigitsMin)
    .filter(({ id, pinLength }) => before?.programs.find((one) => one.id === id)?.pinLength !== pinLength)
    .map(({ id }) => ({ path: `programs[${id}].pinLength`, ...fault }))
}

function weakSets({ document, before }: Documents): FileFault[] {
  const known = new Map(cardSetsOf(before?.programs ?? []).map((set) => [set.id, randomDigits(set)]))
  return cardSetsOf(document.programs)
    .filter((set) => randomDigits(set) < randomDigitsMin && known.get(set.id) !== randomDigits(set))
    .map((set) => ({
      path: `programs[${set.program}].cardSets[${set.id}].generate`,
      ...faultOf('fewRandomDigits', { digits: randomDigits(set), min: randomDigitsMin }),
    }))
}

/** Listed cards are not considered: their numbers were made elsewhere. */
function randomDigits({
  generate,
}: {
  readonly generate?: { readonly length: number; readonly prefix: string }
}): number {
  return generate ? generate.length - generate.prefix.length : Number.POSITIVE_INFINITY
}

import { type BrandDocument, type BrandFile, secretsOf } from '../../brand/document.ts'
import { isPublicSecret } from '../../brand/keys/public-secrets.ts'
import type { FileFault } from '../../brand/reading/place.ts'
import { changedKeys } from './changed-keys.ts'
import { cardSetsOf } from './next-document.ts'

/** With fewer, whoever tries numbers finds a card: twelve digits are forty bits. */
const leastRandomDigits = 12
const leastPinLength = 4
const leastPasswordLength = 4
/** Of secrets only an unsalted hash is kept, which is enough for those that nobody can guess. */
const leastSecretLength = 16

export interface Documents {
  readonly file: BrandFile
  readonly document: BrandDocument
  readonly before: BrandDocument | undefined
}

/** What in a file is easy to guess. What was so before is left out: refusing it would only stop the next change. */
export function findWeak(documents: Documents): readonly FileFault[] {
  return [...weakSecrets(documents), ...weakPasswords(documents), ...weakPrograms(documents), ...weakSets(documents)]
}

/** Secrets that everybody knows. In the demo environment the demo has them on purpose. */
export function findPublicSecrets({ document, before }: Documents): readonly FileFault[] {
  const known = changedKeys(document, before).filter((apiKey) => secretsOf(apiKey).some(isPublicSecret))
  const message =
    'everybody knows this secret; it works in the environment demo only. Make another with purser key create'
  return known.map(({ key }) => ({ path: `apiKeys[${key}].secret`, message }))
}

function weakSecrets({ file, document, before }: Documents): FileFault[] {
  const changed = new Set(changedKeys(document, before).map(({ key }) => key))
  const isShort = (secret: string) => secret.length < leastSecretLength
  const weak = file.apiKeys.filter(
    ({ key, secret = '', secrets = [] }) => changed.has(key) && [...secrets, ...(secret ? [secret] : [])].some(isShort),
  )
  const message = `has fewer than ${leastSecretLength} characters and can be guessed; make one with purser key create`
  return weak.map(({ key }) => ({ path: `apiKeys[${key}].secret`, message }))
}

function weakPasswords({ file, document, before }: Documents): FileFault[] {
  const hashOf = (from: BrandDocument | undefined, location: string, id: string) =>
    from?.locations.find((one) => one.id === location)?.employees.find((one) => one.id === id)?.passwordHash
  const message = `has fewer than ${leastPasswordLength} characters and can be guessed`
  return file.locations.flatMap((location) =>
    location.employees
      .filter(({ password }) => password !== undefined && password.length < leastPasswordLength)
      .filter(({ id }) => hashOf(document, location.id, id) !== hashOf(before, location.id, id))
      .map(({ id }) => ({ path: `locations[${location.id}].employees[${id}].password`, message })),
  )
}

function weakPrograms({ document, before }: Documents): FileFault[] {
  const message = `pins of fewer than ${leastPinLength} digits can be guessed; 0 is for cards without a pin`
  return document.programs
    .filter(({ pinLength }) => pinLength > 0 && pinLength < leastPinLength)
    .filter(({ id, pinLength }) => before?.programs.find((one) => one.id === id)?.pinLength !== pinLength)
    .map(({ id }) => ({ path: `programs[${id}].pinLength`, message }))
}

function weakSets({ document, before }: Documents): FileFault[] {
  const known = new Map(cardSetsOf(before?.programs ?? []).map((set) => [set.id, randomDigits(set)]))
  return cardSetsOf(document.programs)
    .filter((set) => randomDigits(set) < leastRandomDigits && known.get(set.id) !== randomDigits(set))
    .map((set) => ({
      path: `programs[${set.program}].cardSets[${set.id}].generate`,
      message: `numbers with ${randomDigits(set)} random digits can be guessed; make length at least ${leastRandomDigits} more than the prefix`,
    }))
}

/** Cards that are listed have numbers of somebody else's making. */
function randomDigits({
  generate,
}: {
  readonly generate?: { readonly length: number; readonly prefix: string }
}): number {
  return generate ? generate.length - generate.prefix.length : Number.POSITIVE_INFINITY
}

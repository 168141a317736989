import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { codeOf } from '../../../../ground/kernel/code-of.ts'

/** Who issues passes at Google. */
export interface ServiceAccount {
  readonly email: string
  readonly key: KeyObject
  /** Where it gets its tokens. */
  readonly tokenUrl: string
}

export type ReadAccount =
  | { readonly kind: 'account'; readonly account: ServiceAccount }
  | { readonly kind: 'fault'; readonly text: string }

const usualTokenUrl = 'https://oauth2.googleapis.com/token'

/** Reads the JSON file that Google's console gives out, and says what is wrong with it. */
export function readServiceAccount(file: string): ReadAccount {
  const fault = (text: string): ReadAccount => ({ kind: 'fault', text })
  try {
    const text = readFileSync(file, 'utf8')
    const read = parse(text)
    if (!read) return fault(`${file} is no JSON object`)
    const { client_email: email, private_key: key, token_uri: tokenUrl = usualTokenUrl } = read
    if (typeof email !== 'string' || typeof key !== 'string' || typeof tokenUrl !== 'string')
      return fault(`${file} is not the key of a service account: it needs client_email and private_key`)
    return { kind: 'account', account: { email, key: createPrivateKey(key), tokenUrl } }
  } catch (error) {
    const code = codeOf(error)
    const isMissing = code === 'ENOENT' || code === 'EACCES'
    return fault(isMissing ? `${file} cannot be read (${code})` : `${file} holds no private key that can be read`)
  }
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : undefined
  } catch {
    return undefined
  }
}

import { PurserMisuse } from './errors.ts'

/** Who calls, from where: what the service wants to know with every call. */
export interface Caller {
  readonly brand: string
  readonly location: string
  readonly terminal: string
  readonly employee?: string | undefined
  readonly employeePassword?: string | undefined
}

export interface Credentials {
  readonly key: string
  readonly secret: string
}

export function authorizationOf({ key, secret }: Credentials): string {
  return `Basic ${btoa(bytesAsText(`${key}:${secret}`))}`
}

/** The headers that have a value. What is wrong with one is said without its value, which may be a secret. */
export function headersOf(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    if (typeof value !== 'string') throw new PurserMisuse(`${name} is not a text.`)
    if (hasControlCharacters(value)) throw new PurserMisuse(`${name} has characters in it that no header may have.`)
    headers[name] = bytesAsText(value)
  }
  return headers
}

/** fetch takes the bytes of a header as characters up to 255. The service reads them as UTF-8. */
function bytesAsText(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
}

const hasControlCharacters = (text: string) => /\p{Cc}/u.test(text)

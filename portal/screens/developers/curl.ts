interface CurlParts {
  readonly path: string
  readonly brand: string
  readonly location?: string | undefined
  readonly terminal?: string | undefined
  readonly key?: string | undefined
  readonly secret?: string | undefined
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** JSON; absent: the body is not known. */
  readonly body?: string | undefined
}

/** A call as a line for a shell. Whatever stands in a value stays a part of it. */
export function toCurl({ path, brand, location, terminal, key, secret, headers = [], body }: CurlParts): string {
  const all: readonly (readonly [string, string])[] = [
    ['Brand', brand],
    ['Location', location ?? 'LOCATION'],
    ['Terminal', terminal ?? 'TERMINAL'],
    ...headers,
  ]
  return [
    `curl -u ${quoted(`${key ?? 'KEY'}:${secret ?? 'SECRET'}`)}`,
    ...all.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `-d ${quoted(body ?? '{}')}`,
    quoted(`${globalThis.location.origin}${path}`),
  ].join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

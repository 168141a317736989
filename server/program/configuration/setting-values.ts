import { readFileSync } from 'node:fs'
import { isSubnet } from '../../domain/brand/keys/addresses.ts'
import { parseKeys } from './key-file.ts'
import { type SettingName, settings } from './options.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The values of the flags that were given, by name. */
export type GivenFlags = ReadonlyMap<string, readonly string[]>

/** Reads settings from flags, variables and defaults, in this order of precedence, and collects what is wrong with them. */
export class SettingValues {
  readonly faults: string[]
  private readonly given: GivenFlags
  private readonly env: Environment

  constructor(given: GivenFlags, env: Environment) {
    this.given = given
    this.env = env
    this.faults = Object.keys(env)
      .filter((name) => name.startsWith('PURSER_') && !settings.some(([, variable]) => variable === name))
      .map((name) => `unknown environment variable: ${name}`)
  }

  text(name: SettingName): string | undefined {
    const [, variable = '', , fallback = ''] = settings.find(([known]) => known === name) ?? []
    // A variable that is set to nothing counts as not set.
    return (this.given.get(name)?.at(-1) ?? (this.env[variable] || fallback)) || undefined
  }

  /** By a flag or a variable, and not only by what is usual. */
  isGiven(name: SettingName): boolean {
    const [, variable = ''] = settings.find(([known]) => known === name) ?? []
    return this.given.has(name) || Boolean(this.env[variable])
  }

  /** Only what was given as a flag: the variable of the same setting may mean something else. */
  flagText(name: SettingName): string | undefined {
    return this.given.get(name)?.at(-1) || undefined
  }

  list(name: SettingName): readonly string[] {
    const given = this.given.get(name)
    return given ?? (this.text(name) ?? '').split(',').flatMap((part) => part.trim() || [])
  }

  subnets(name: SettingName): readonly string[] {
    const given = (this.text(name) ?? '').split(',').flatMap((part) => part.trim() || [])
    if (!given.every(isSubnet)) this.fault(name, 'must be addresses and networks such as 10.0.0.0/8')
    return given
  }

  whole(name: SettingName, min: number, max: number): number {
    const text = this.text(name) ?? ''
    const value = Number(text)
    if (!/^\d{1,9}$/.test(text) || value < min || value > max) {
      this.fault(name, `must be a whole number from ${min} to ${max}`)
    }
    return value
  }

  /** Absent when it is not set. */
  optionalWhole(name: SettingName, min: number, max: number): number | undefined {
    return this.text(name) === undefined ? undefined : this.whole(name, min, max)
  }

  optionalOneOf<const C extends string>(name: SettingName, choices: readonly [C, ...C[]]): C | undefined {
    return this.text(name) === undefined ? undefined : this.oneOf(name, choices)
  }

  /** A number from 0 to 1. */
  ratio(name: SettingName): number {
    const text = this.text(name) ?? ''
    if (!/^(0(\.\d{1,9})?|1(\.0+)?)$/.test(text)) this.fault(name, 'must be a number from 0 to 1, such as 0.01')
    return Number(text)
  }

  /** An address to send something to. It may have a path; what is secret about it does not belong into a flag. */
  /** What another setting makes necessary. */
  needed(name: SettingName, because: SettingName): string {
    const text = this.text(name)
    if (text === undefined) this.fault(name, `is needed with ${this.originOf(because)}`)
    return text ?? ''
  }

  /** Given directly, or by a file that holds it. */
  secret(name: SettingName, fileName: SettingName): string | undefined {
    const file = this.text(fileName)
    if (file === undefined) return this.text(name)
    try {
      return readFileSync(file, 'utf8').trim()
    } catch (error) {
      this.fault(fileName, `cannot be read: ${(error as Error).message}`)
      return undefined
    }
  }

  httpUrl(name: SettingName): string | undefined {
    const text = this.text(name)
    const url = text === undefined ? undefined : URL.parse(text)
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
    if (text !== undefined && !isPlain) this.fault(name, 'must be an http:// or https:// address without a user')
    return isPlain ? url.href : undefined
  }

  oneOf<const C extends string>(name: SettingName, choices: readonly [C, ...C[]]): C {
    const text = this.text(name)
    const choice = choices.find((candidate) => candidate === text)
    if (choice === undefined) this.fault(name, `must be one of ${choices.join(', ')}`)
    return choice ?? choices[0]
  }

  flag(name: SettingName): boolean {
    return this.oneOf(name, ['false', 'true']) === 'true'
  }

  name(name: SettingName): string {
    const text = this.text(name) ?? ''
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(text)) this.fault(name, 'must be lower-case letters, digits and hyphens')
    return text
  }

  /** Given directly or in a file. A flag wins over a variable here too, whichever of the two it gives. */
  databaseUrl(names: readonly [direct: SettingName, file: SettingName]): string | undefined {
    const byFlag = names.filter((name) => this.given.has(name))
    const [name, other] = byFlag.length > 0 ? byFlag : names.filter((one) => this.text(one) !== undefined)
    if (name === undefined) return undefined
    if (other !== undefined) this.fault(name, `cannot be combined with ${this.originOf(other)}`)
    return name === names[0] ? this.checkDatabaseUrl(names, this.text(name) ?? '') : this.databaseUrlFromFile(name)
  }

  coordinatorUrl(): string | undefined {
    const url = this.text('coordinator')
    if (url !== undefined && this.databaseUrl(['database', 'database-file']) === undefined)
      this.fault('coordinator', 'needs a database of your own beside it (DATABASE_URL, --database, --database-file)')
    return url === undefined ? undefined : this.checkDatabaseUrl(['coordinator'], url)
  }

  publicUrl(): string | undefined {
    const text = this.text('public-url')
    const url = text === undefined ? undefined : URL.parse(text)
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
    if (text !== undefined && !isPlain)
      this.fault('public-url', 'must be an http:// or https:// address without a user, a query or a fragment')
    return isPlain ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : undefined
  }

  secretKeys(): { secretKey?: Buffer; furtherSecretKeys?: readonly Buffer[] } {
    const text = this.text('secret-key')
    if (text === undefined) return {}
    const [secretKey, ...furtherSecretKeys] = parseKeys(text) ?? []
    if (this.text('secret-key-file')) this.fault('secret-key', 'cannot be combined with PURSER_SECRET_KEY_FILE')
    if (secretKey) return { secretKey, ...(furtherSecretKeys.length > 0 && { furtherSecretKeys }) }
    this.fault('secret-key', 'must be the base64 of 32 random bytes')
    return {}
  }

  private databaseUrlFromFile(name: SettingName): string | undefined {
    const path = this.text(name) ?? ''
    try {
      const url = readFileSync(path, 'utf8').trim()
      if (!isDatabaseUrl(url)) this.fault(name, 'must hold a URL that must begin with postgres://')
      return url
    } catch (error) {
      this.fault(name, `cannot be read: ${error instanceof Error ? error.message : error}`)
      return undefined
    }
  }

  private checkDatabaseUrl([name, file]: readonly [SettingName, SettingName?], url: string): string {
    if (!isDatabaseUrl(url)) this.fault(name, 'must begin with postgres://')
    else if (this.given.has(name) && hasPassword(url))
      this.fault(
        name,
        'must not contain a password: every user of this machine can read the flags of a process. ' +
          `Set ${variableOf(name)}${file === undefined ? '' : `, or write the URL into a file and name it with --${file}`}`,
      )
    return url
  }

  /** Names where the wrong value came from, and never the value, which may be a secret. */
  private fault(name: SettingName, what: string): void {
    this.faults.push(`${this.originOf(name)} ${what}`)
  }

  private originOf(name: SettingName): string {
    return this.given.has(name) ? `--${name}` : variableOf(name)
  }
}

const variableOf = (name: SettingName) => settings.find(([known]) => known === name)?.[1] ?? ''

const isDatabaseUrl = (text: string) => /^postgres(ql)?:\/\//.test(text)

/** The driver takes a password from before the host and from the query. */
function hasPassword(text: string): boolean {
  return /^[^/]*:\/\/[^/@]*:[^/]+@/.test(text) || /[?&](ssl)?password=[^&]/i.test(text)
}

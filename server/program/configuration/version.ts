import { readFileSync } from 'node:fs'

interface Version {
  readonly version: string
  /** Of a release: the commit it was built from. */
  readonly builtFrom?: string
}

/** Which Purser this is. */
export function readVersion(): Version {
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as Version
}

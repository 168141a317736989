import { readVersion } from '../configuration/version.ts'

export const currentVersion = (): string => readVersion().version

/** A release says which commit it was built from; whoever runs the sources can ask git. */
export function versionText(): string {
  const { version, builtFrom } = readVersion()
  return builtFrom === undefined ? version : `${version} (built from ${builtFrom})`
}

export function printVersion(): void {
  process.stdout.write(`${versionText()}\n`)
}

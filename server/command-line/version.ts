import { readVersion } from '../configuration/version.ts'

export const currentVersion = (): string => readVersion().version

/** A release says which commit it was built from; whoever runs the sources can ask git. */
export function printVersion(): void {
  const { version, builtFrom } = readVersion()
  process.stdout.write(builtFrom === undefined ? `${version}\n` : `${version} (built from ${builtFrom})\n`)
}

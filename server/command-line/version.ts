import { readFileSync } from 'node:fs'

export const currentVersion = (): string => packageFile().version

/** A release says which commit it was built from; whoever runs the sources can ask git. */
export function versionText(): string {
  const { version, builtFrom } = packageFile()
  return builtFrom === undefined ? version : `${version} (built from ${builtFrom})`
}

export function printVersion(): void {
  process.stdout.write(`${versionText()}\n`)
}

function packageFile(): { readonly version: string; readonly builtFrom?: string } {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
}

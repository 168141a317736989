import { readFileSync } from 'node:fs'

export const currentVersion = (): string => packageFile().version

/** A release says which commit it was built from; whoever runs the sources can ask git. */
export function printVersion(): void {
  const { version, builtFrom } = packageFile()
  process.stdout.write(builtFrom === undefined ? `${version}\n` : `${version} (built from ${builtFrom})\n`)
}

function packageFile(): { readonly version: string; readonly builtFrom?: string } {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
}

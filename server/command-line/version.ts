import { readFileSync } from 'node:fs'

/** A release says which commit it was built from; whoever runs the sources can ask git. */
export function currentVersion(): string {
  const { version, builtFrom } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return builtFrom === undefined ? version : `${version} (built from ${builtFrom})`
}

export function printVersion(): void {
  process.stdout.write(`${currentVersion()}\n`)
}

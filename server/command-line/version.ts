import { readFileSync } from 'node:fs'

/** A release says which commit it was built from; whoever runs the sources can ask git. */
export function printVersion(): void {
  const { version, builtFrom } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  process.stdout.write(builtFrom === undefined ? `${version}\n` : `${version} (built from ${builtFrom})\n`)
}

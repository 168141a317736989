import { readFileSync } from 'node:fs'

export function printVersion(): void {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`${version}\n`)
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export const project = join(import.meta.dirname, '../..')

export const readText = (path: string): string => readFileSync(join(project, path), 'utf8')

/** Every file that an operator deploys Purser with, or a proxy in front of it. */
export const deploymentFiles: readonly string[] = globSync('operate/{container,kubernetes,proxy,systemd}/*', {
  cwd: project,
  withFileTypes: true,
})
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(project.length + 1))
  .toSorted()

interface Instruction {
  readonly name: string
  readonly text: string
}

/** The instructions of a Dockerfile, each on one line and without comments. */
export function readDockerfile(path: string): readonly Instruction[] {
  const lines = readText(path)
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
  return lines.flatMap((line) => {
    const [, name, text] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? []
    return name === undefined || text === undefined ? [] : [{ name, text: text.replaceAll(/\s+/g, ' ') }]
  })
}

/** What the Dockerfile copies from the repository. */
export function listCopied(): readonly string[] {
  return readDockerfile('operate/container/Dockerfile')
    .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from'))
    .flatMap(({ text }) => text.split(' ').slice(0, -1))
}

/** The lines `Key=value` of a unit of systemd, or of a file of settings, in order. */
export function readUnit(path: string): readonly (readonly [key: string, value: string])[] {
  return readText(path)
    .split('\n')
    .flatMap((line) => {
      const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? []
      return key === undefined || value === undefined ? [] : [[key, value] as const]
    })
}

export const readYaml = (path: string): unknown => parse(readText(path), { merge: true })

/** Every value of a document that stands under a key, however deep. */
export function findAll(document: unknown, key: string): unknown[] {
  if (typeof document !== 'object' || document === null) return []
  return Object.entries(document).flatMap(([name, value]) => [...(name === key ? [value] : []), ...findAll(value, key)])
}

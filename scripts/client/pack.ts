import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from './build.ts'

/** Builds the client in a folder of its own, and returns the file in `to` that npm packs from it. */
export function packClient(folder: string, to: string): { readonly file: string; readonly bytes: number } {
  buildClient(folder)
  mkdirSync(to, { recursive: true })
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', to]
  const packed = JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }))
  const [{ filename, size }] = Object.values(packed) as [{ filename: string; size: number }]
  return { file: join(to, filename), bytes: size }
}

import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import type { Day } from './plan/calendar.ts'
import type { DemoStep } from './plan/step.ts'
import type { Walker } from './walker.ts'

/** A change of the brand that somebody made in the course of the year. */
export interface LaterVersion {
  readonly daysAgo: number
  readonly note: string
  readonly add: Sections
}

type Sections = Readonly<Record<string, unknown>>

const file = new URL('../../../demo/later.yaml', import.meta.url)

export async function readLaterVersions(): Promise<readonly LaterVersion[]> {
  const { changes } = parse(await readFile(file, 'utf8')) as { readonly changes: readonly LaterVersion[] }
  return changes
}

const place = { location: 'L1', terminal: 'T2' }

/** The call that applies it, but for the file. */
export function stepOf({ daysAgo }: LaterVersion, day: Day): DemoStep {
  const at = day.opensAt - 3_540_000
  return { name: `version ${daysAgo}`, at, walker: 0, place, operation: 'applyBrand', body: {} }
}

/** Takes the brand's file, adds to it and applies it again, as somebody would who edits it. */
export async function applyLaterVersion(version: LaterVersion, day: Day, walker: Walker): Promise<void> {
  const { note, add } = version
  const step = stepOf(version, day)
  await walker.goTo(step.at)
  const exported = await walker.look({ ...step, operation: 'exportBrand' })
  if (exported.kind !== 'done') throw new Error(`${note}: ${exported.text}`)
  const { brandFile } = exported.response as { readonly brandFile: Sections }
  const applied: DemoStep = { ...step, body: { brandFile: addSections(brandFile, add), note } }
  const finished = await walker.make(applied)
  if (finished.kind === 'refused') throw new Error(`${note}: ${finished.text}`)
}

export function addSections(brandFile: Sections, add: Sections): Sections {
  const merged = Object.entries(add).map(([name, more]) => [name, addTo(brandFile[name], more)])
  return { ...brandFile, ...Object.fromEntries(merged) }
}

function addTo(known: unknown, more: unknown): unknown {
  if (!Array.isArray(more) || !Array.isArray(known)) return more
  const names = new Set(more.map(nameOf))
  return [...known.filter((one) => !names.has(nameOf(one))), ...more]
}

const nameOf = (one: { readonly id?: string; readonly sku?: string }) => one.id ?? one.sku

import { join } from 'node:path'

/** How many milliseconds the clock of a server is off, by its place among the servers of a folder. */
export const clockFile = (folder: string, place: number) => join(folder, `clock-${place}`)

/** What a process needs to be off by that. */
export function jumpingClock(folder: string, place: number): NodeJS.ProcessEnv {
  const preload = join(import.meta.dirname, 'jumping-clock.js')
  return { NODE_OPTIONS: `--import=${preload}`, PROVE_CLOCK: clockFile(folder, place) }
}

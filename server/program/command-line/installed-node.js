import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The oldest Node that reads the sources as they are, and that the tests run on. */
export const nodeMin = 24

/**
 * The Node that was installed with Purser. Where two packages have a program of the same name, as those of two kinds of
 * machines do, npm 10 makes no link to either, so the packages are looked into as well. An installed release is itself
 * in a node_modules, and npm has put that package beside it.
 */
export function findInstalledNode() {
  const program = `node-${process.platform}-${process.arch}/bin/node`
  const places = ['../../../node_modules/.bin/node', `../../../node_modules/${program}`, `../../../../${program}`]
  return places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path))
}

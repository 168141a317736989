import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The oldest Node that reads the sources as they are. */
export const nodeMin = 24

/**
 * The Node that was installed with Purser. Where two packages have a program of the same name, as those of two kinds of
 * machines do, npm 10 makes no link to either, so the packages are looked into as well.
 */
export function findInstalledNode() {
  const places = ['.bin/node', `node-${process.platform}-${process.arch}/bin/node`]
  return places
    .map((place) => fileURLToPath(new URL(`../../node_modules/${place}`, import.meta.url)))
    .find((path) => existsSync(path))
}

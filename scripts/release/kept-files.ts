import { globSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Kinds of files that Node does not load: types, sources of what is compiled, maps to them, texts, build files, and what
 * was made smaller for browsers.
 */
const neverLoaded = /\.([cm]?ts|map|flow|md|markdown|gz|ya?ml|(min|umd|iife)\.[cm]?js)$|^(Makefile|\..*)$/i
/** Tests and texts, builds for browsers, sources of what is built, and numbering plans in other sizes than ours. */
const neverLoadedFolder =
  /^(tests?|examples?|benchmarks?|docs?|max|mobile)\/|(^|\/)(umd|iife|amd|global|cjs-browser|bundle|source)\//
const otherPlans = /^metadata\.(full|max|mobile)\.json(\.js)?$/
const license = /^(licen[cs]e|copying|copyright|notice)/i
const readme = /^readme/i

/**
 * The files of a package that a release needs. Licenses ask to be passed on with the code; some packages have theirs in
 * the readme only.
 */
export function listKeptFiles(folder: string): readonly string[] {
  const files = globSync('**', { cwd: folder, withFileTypes: true, exclude: ({ name }) => name === 'node_modules' })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1))
  const hasLicense = files.some((file) => license.test(file))
  const isText = (file: string) => license.test(basename(file)) || (!hasLicense && readme.test(file))
  const isLoaded = (file: string) =>
    !neverLoaded.test(basename(file)) && !neverLoadedFolder.test(file) && !otherPlans.test(file)
  return files.filter((file) => isText(file) || isLoaded(file)).toSorted()
}

import { supportOf } from './test-processes.ts'

/** Folders whose tests work on the tables, by calls, jobs, commands or pages. */
const folders =
  /^test\/(account|audit|balance|bounds|brand|campaign|card|checkout|citus|coupon|delivery|draft|engine|errand|export|import|jobs|languages|lift|member|observe|portal|replay|report|return|simulate|tier|transfer|verify|void|wallet|wire)\//

/** Files among them that have nothing to do with the nodes, or cannot be run there. */
const apart: readonly (readonly [RegExp, string])[] = [
  [/\/browser-/, 'a browser: what it asks for is tested by the routes'],
  [/portal\/(texts|german|form-words|home-words|script-size|portal-build|yaml-completion)\.test/, 'no database'],
  [/verify\/whole-brand-plans\.test/, 'what one PostgreSQL of its newest version plans'],
]

/** What starts a server with a database of its own, and what gives a session another clock, which no node follows. */
const unfit: ReadonlySet<string> = new Set(['test/support/purser-process.ts', 'test/support/travel-clock.ts'])

/** The test files that `npm run test:citus` runs when none are named. */
export function clusterFiles(files: readonly string[]): readonly string[] {
  return files.filter(
    (file) =>
      folders.test(file) &&
      !apart.some(([path]) => path.test(file)) &&
      !supportOf(file).some((module) => unfit.has(module)),
  )
}

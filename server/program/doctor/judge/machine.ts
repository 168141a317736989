import { type Finding, ok, problem, warning } from '../finding.ts'

export interface ExaminedMachine {
  readonly nodeVersion: string
  readonly platform: string
  readonly isRoot: boolean
  readonly isEmbedded: boolean
  readonly environment: string
}

/** Earlier ones do not run the program. */
const nodeMin = 24
/** Where the embedded database exists. */
const platforms = ['linux x64', 'linux arm64', 'darwin arm64', 'darwin x64']

export function judgeMachine({ nodeVersion, platform, isRoot, isEmbedded, environment }: ExaminedMachine): Finding[] {
  const isNew = Number.parseInt(nodeVersion, 10) >= nodeMin
  const node = isNew
    ? ok('node', `Node ${nodeVersion}`)
    : problem('node', `Node ${nodeVersion}`, `Install Node ${nodeMin} or later.`)
  const tells = platforms.includes(platform)
    ? ok('platform', platform)
    : isEmbedded
      ? problem('platform', `${platform} has no embedded database`, 'Set DATABASE_URL to a PostgreSQL of your own.')
      : warning('platform', `${platform} is not tried`, `Tried are ${platforms.join(', ')}.`)
  const rootAdvice = 'Start it as a user of its own, such as purser.'
  const root =
    isRoot && environment !== 'demo'
      ? [warning('user', 'Purser runs as root, and needs no right of it', rootAdvice)]
      : []
  return [node, tells, ...root]
}

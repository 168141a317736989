import type { Permission } from '../../../server/domain/judge/permissions.ts'

/** The pages of the section, and what somebody needs to see each. */
const tabPermissions = {
  keys: 'keys.manage',
  calls: 'requests.see',
  webhooks: 'webhooks.see',
  file: 'configuration.see',
  versions: 'configuration.see',
  reference: 'configuration.see',
  enabled: 'configuration.see',
  jobs: 'jobs.see',
} as const satisfies Record<string, Permission>

export type DeveloperTab = keyof typeof tabPermissions

/** What tells of the whole brand is nothing for those who are here for some of its locations. */
const ofPlaces: readonly DeveloperTab[] = ['calls', 'reference', 'enabled']

interface Seen {
  readonly permissions: readonly Permission[]
  readonly locations?: readonly string[]
}

export const visibleTabs = ({ permissions, locations }: Seen): readonly DeveloperTab[] =>
  (Object.keys(tabPermissions) as DeveloperTab[]).filter(
    (tab) => permissions.includes(tabPermissions[tab]) && (locations === undefined || ofPlaces.includes(tab)),
  )

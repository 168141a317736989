import type { Permission } from '../../../server/access/permissions.ts'

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

export const visibleTabs = (permissions: readonly Permission[]): readonly DeveloperTab[] =>
  (Object.keys(tabPermissions) as DeveloperTab[]).filter((tab) => permissions.includes(tabPermissions[tab]))

import { IconCode, IconDeviceTablet, IconListDetails, IconUsers, type TablerIcon } from '@tabler/icons-react'
import type { Permission } from '../../server/domain/judge/permissions.ts'
import { visibleTabs } from '../screens/developers/tabs.ts'
import type { SearchSource } from '../shell/search/search-source.ts'
import { visibleSections } from '../shell/sections.ts'
import type { Texts } from '../texts/shape.ts'

/** Pages inside sections that people look for by name. */
const innerPages: readonly {
  readonly to: string
  readonly permission: Permission
  readonly Icon: TablerIcon
  readonly label: (texts: Texts) => string
}[] = [
  {
    to: 'settings/users',
    permission: 'users.manage',
    Icon: IconUsers,
    label: ({ administration }) => administration.users.title,
  },
  {
    to: 'settings/devices',
    permission: 'users.manage',
    Icon: IconDeviceTablet,
    label: ({ administration }) => administration.devices.title,
  },
  {
    to: 'settings/audit',
    permission: 'audit.see',
    Icon: IconListDetails,
    label: ({ administration }) => administration.audit.title,
  },
]

/** The entries of the navigation and what is inside them, by their names. */
export const pageSource: SearchSource = {
  id: 'pages',
  title: (texts) => texts.shell.searchPages,
  find: ({ query, brand, texts }) =>
    [
      ...visibleSections(brand.permissions).map(({ id, Icon }) => ({
        id,
        Icon,
        label:
          id === 'cards' && !brand.permissions.includes('cards.see') ? texts.cards.terminal : texts.shell.sections[id],
        to: id,
      })),
      ...innerPages
        .filter(({ permission }) => brand.permissions.includes(permission) && brand.locations === undefined)
        .map(({ to, Icon, label }) => ({ id: to, Icon, label: label(texts), to })),
      // Without a word, the sections are enough.
      ...(query === '' ? [] : visibleTabs(brand)).map((tab) => ({
        id: `developers/${tab}`,
        Icon: IconCode,
        label: texts.developers.tabs[tab],
        about: texts.shell.sections.developers,
        to: `developers/${tab}`,
      })),
    ].filter(({ label }) => label.toLowerCase().includes(query.toLowerCase())),
}

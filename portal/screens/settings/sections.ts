import {
  IconBox,
  IconBuildingStore,
  IconCalendarEvent,
  IconCards,
  IconDeviceMobile,
  IconLanguage,
  IconListCheck,
  IconMap2,
  IconMessage,
  IconReportMoney,
  IconScale,
  IconSend,
  IconSitemap,
  IconTag,
  IconTags,
  IconTicket,
  IconUserCog,
  IconUserPlus,
  IconUserShield,
  IconUsersGroup,
  IconWallet,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import type { EditSection } from '../../../server/domain/brand/edits.ts'
import type { Texts } from '../../texts/shape.ts'

/** The sections that have lists and forms here. Campaigns have pages of their own. */
export type SettingsSection = Exclude<EditSection, 'campaigns'>

interface SectionLook {
  readonly Icon: TablerIcon
  /** The key by which entries are called; absent for a section that is no list. */
  readonly keyName?: string
  /** What a list shows besides name and key. */
  readonly columns?: readonly string[]
}

export const sectionLooks: Readonly<Record<SettingsSection, SectionLook>> = {
  brand: { Icon: IconBuildingStore },
  locations: { Icon: IconMap2, keyName: 'id', columns: ['group', 'terminals', 'employees'] },
  groups: { Icon: IconSitemap, keyName: 'id', columns: [] },
  programs: { Icon: IconCards, keyName: 'id', columns: ['type', 'currency', 'valueTypes', 'cardSets'] },
  couponSets: { Icon: IconTicket, keyName: 'id', columns: ['codes', 'autoGenerate'] },
  products: { Icon: IconBox, keyName: 'sku', columns: ['cost', 'parent', 'categories'] },
  attributes: { Icon: IconTags, keyName: 'name', columns: ['type', 'values'] },
  orderAttributes: { Icon: IconTag, keyName: 'name', columns: ['type', 'values'] },
  demographicFields: { Icon: IconUserCog, keyName: 'name', columns: ['type', 'list'] },
  eventTypes: { Icon: IconCalendarEvent, keyName: 'categoryId', columns: ['groupType', 'sentiment'] },
  subscriptionLists: { Icon: IconListCheck, keyName: 'uuid', columns: ['channel', 'public'] },
  templates: { Icon: IconMessage, keyName: 'id', columns: ['channel', 'subject'] },
  segments: { Icon: IconUsersGroup, keyName: 'id', columns: ['description'] },
  senders: { Icon: IconSend },
  texts: { Icon: IconLanguage },
  passes: { Icon: IconWallet },
  portal: { Icon: IconUserShield },
  promotions: { Icon: IconScale },
  accounts: { Icon: IconReportMoney },
  member: { Icon: IconDeviceMobile },
  referrals: { Icon: IconUserPlus },
  webhooks: { Icon: IconWebhook, keyName: 'id', columns: ['url', 'active'] },
}

export const isSettingsSection = (text: string): text is SettingsSection => Object.hasOwn(sectionLooks, text)

/** How the overview arranges them. */
export const overviewGroups: readonly {
  readonly id: keyof Texts['settings']['groups']
  readonly sections: readonly SettingsSection[]
}[] = [
  {
    id: 'shop',
    sections: ['brand', 'locations', 'groups', 'products', 'attributes', 'orderAttributes', 'portal', 'accounts'],
  },
  { id: 'programs', sections: ['programs', 'promotions', 'referrals', 'couponSets', 'segments', 'eventTypes'] },
  {
    id: 'customers',
    sections: ['demographicFields', 'subscriptionLists', 'templates', 'senders', 'texts', 'passes', 'member'],
  },
]

import {
  IconChartBar,
  IconCode,
  IconCreditCard,
  IconHome,
  IconMail,
  IconSettings,
  IconSpeakerphone,
  IconTicket,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Permission } from '../../server/domain/judge/permissions.ts'
import type { Texts } from '../texts/shape.ts'

export interface Section {
  readonly id: keyof Texts['shell']['sections']
  readonly to: `/b/$brand/${string}`
  readonly Icon: TablerIcon
  /** Any one of them is enough to see it. */
  readonly permissions: readonly Permission[]
}

/** The entries of the navigation, in their order. There are never more than eight. */
const sections: readonly Section[] = [
  {
    id: 'home',
    to: '/b/$brand/home',
    Icon: IconHome,
    permissions: ['reports.see', 'requests.see', 'messages.see', 'jobs.see'],
  },
  { id: 'cards', to: '/b/$brand/cards', Icon: IconCreditCard, permissions: ['cards.see', 'terminal.use'] },
  { id: 'campaigns', to: '/b/$brand/campaigns', Icon: IconSpeakerphone, permissions: ['campaigns.see'] },
  { id: 'coupons', to: '/b/$brand/coupons', Icon: IconTicket, permissions: ['coupons.see'] },
  { id: 'messages', to: '/b/$brand/messages', Icon: IconMail, permissions: ['messages.see'] },
  { id: 'reports', to: '/b/$brand/reports', Icon: IconChartBar, permissions: ['reports.see'] },
  {
    id: 'settings',
    to: '/b/$brand/settings',
    Icon: IconSettings,
    permissions: ['configuration.see', 'users.manage', 'audit.see'],
  },
  {
    id: 'developers',
    to: '/b/$brand/developers',
    Icon: IconCode,
    permissions: ['keys.manage', 'webhooks.see', 'requests.see'],
  },
]

/** Those that a role has any business in. */
export const visibleSections = (permissions: readonly Permission[]): readonly Section[] =>
  sections.filter((section) => section.permissions.some((permission) => permissions.includes(permission)))

import {
  IconCashRegister,
  IconChecks,
  IconFileImport,
  IconHelpCircle,
  IconTicket,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Permission } from '../../../server/domain/judge/permissions.ts'
import type { Texts } from '../../texts/shape.ts'
import type { SearchSource } from './search-source.ts'

/** What people come to do, by the words that they would use. */
const actions: readonly {
  readonly to: string
  /** Each of them is enough. */
  readonly permissions: readonly Permission[]
  readonly Icon: TablerIcon
  readonly label: (texts: Texts) => string
  readonly search?: Readonly<Record<string, string>>
}[] = [
  {
    to: 'terminal',
    permissions: ['terminal.use'],
    Icon: IconCashRegister,
    label: ({ shell }) => shell.actions.terminal,
  },
  { to: 'why', permissions: ['cards.see'], Icon: IconHelpCircle, label: ({ shell }) => shell.actions.why },
  {
    to: 'approvals',
    permissions: ['changes.approve', 'terminal.use'],
    Icon: IconChecks,
    label: ({ shell }) => shell.actions.approvals,
  },
  {
    to: 'coupons',
    permissions: ['coupons.see'],
    Icon: IconTicket,
    label: ({ shell }) => shell.actions.coupon,
    search: { tab: 'lookUp' },
  },
  {
    to: 'settings/products/import',
    permissions: ['configuration.change'],
    Icon: IconFileImport,
    label: ({ shell }) => shell.actions.importProducts,
  },
]

export const actionSource: SearchSource = {
  id: 'actions',
  title: (texts) => texts.shell.searchActions,
  find: ({ query, brand, texts }) =>
    actions
      .filter(({ permissions }) => permissions.some((one) => brand.permissions.includes(one)))
      .map(({ to, Icon, label, search }) => ({
        id: `do ${to}`,
        Icon,
        label: label(texts),
        to,
        ...(search && { search }),
      }))
      .filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase())),
}

import { askApproval } from './ask-approval.ts'
import { askBrandChange } from './ask-brand-change.ts'
import { callDetail } from './call-detail.ts'
import { callOutcomes } from './call-outcomes.ts'
import { cardPage } from './card-page.ts'
import { cardReferral } from './card-referral.ts'
import { cardStory } from './card-story.ts'
import { decideApproval } from './decide-approval.ts'
import { eraseCustomer } from './erase-customer.ts'
import { exportCustomer } from './export-customer.ts'
import { find } from './find.ts'
import { findCustomer } from './find-customer.ts'
import { findSales } from './find-sales.ts'
import { listApprovals } from './list-approvals.ts'
import { listCards } from './list-cards.ts'
import { moveCard } from './move-card.ts'
import { movePreview } from './move-preview.ts'
import { myApprovals } from './my-approvals.ts'
import { newSecrets } from './new-secrets.ts'
import { returnQuote } from './return-quote.ts'
import { saleQuote } from './sale-quote.ts'
import { sameContacts } from './same-contacts.ts'
import { sellByCards } from './sell-by-cards.ts'
import { terminalCard } from './terminal-card.ts'
import { terminalSetup } from './terminal-setup.ts'

/** What support and cashiers ask about cards and customers. */
export const cardRoutes = [
  find,
  findCustomer,
  sameContacts,
  findSales,
  listCards,
  cardPage,
  cardReferral,
  cardStory,
  callDetail,
  callOutcomes,
  terminalSetup,
  terminalCard,
  saleQuote,
  sellByCards,
  returnQuote,
  movePreview,
  moveCard,
  askApproval,
  askBrandChange,
  myApprovals,
  newSecrets,
  listApprovals,
  decideApproval,
  eraseCustomer,
  exportCustomer,
] as const

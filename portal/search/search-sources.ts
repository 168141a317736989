import { campaignSource } from '../screens/campaigns/campaign-source.ts'
import { cardSource } from '../screens/cards/card-source.ts'
import { operationSource } from '../screens/developers/reference/operation-source.ts'
import { settingsSource } from '../screens/settings/settings-source.ts'
import { actionSource } from '../shell/search/action-source.ts'
import type { SearchSource } from '../shell/search/search-source.ts'
import { pageSource } from './page-source.ts'

/** Everything that the search looks through, in the order in which it is shown. */
export const searchSources: readonly SearchSource[] = [
  cardSource,
  campaignSource,
  pageSource,
  actionSource,
  settingsSource,
  operationSource,
]

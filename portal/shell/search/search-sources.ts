import { campaignSource } from '../../screens/campaigns/campaign-source.ts'
import { cardSource } from '../../screens/cards/card-source.ts'
import { pageSource } from './page-source.ts'
import type { SearchSource } from './search-source.ts'

/** Everything that the search looks through, in the order in which it is shown. */
export const searchSources: readonly SearchSource[] = [cardSource, campaignSource, pageSource]

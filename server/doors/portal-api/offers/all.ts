import { cardOffers } from './card-offers.ts'
import { listOffers } from './list-offers.ts'

export const offerRoutes = [listOffers, cardOffers] as const

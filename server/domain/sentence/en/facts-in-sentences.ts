import type { Speech } from '../speech.ts'
import { factsOfCustomers } from './facts-of-customers.ts'
import { factsOfHistory } from './facts-of-history.ts'
import { factsOfPlaces } from './facts-of-places.ts'
import { factsOfPurchases } from './facts-of-purchases.ts'

export const facts: Speech['facts'] = {
  ...factsOfPurchases,
  ...factsOfPlaces,
  ...factsOfCustomers,
  ...factsOfHistory,
}

import type { Brand } from '../../domain/brand/brand.ts'
import type { CallCompany } from '../../domain/decision/call.ts'
import { isAlone, oneHandWith } from '../../domain/judge/one-hand.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { loadCompany } from '../access/login/company.ts'
import type { PortalServices } from './portal-services.ts'

/** Who could be a second person for somebody who asks for something at a time, and who could not. */
export async function companyOf(
  { pool }: Pick<PortalServices, 'pool'>,
  brand: Brand,
  { name, at }: { readonly name: string; readonly at: Instant },
): Promise<CallCompany> {
  const company = await loadCompany(pool, brand, at)
  return { oneHand: oneHandWith(name, company), isAlone: isAlone(name, company) }
}

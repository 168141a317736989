import type { Account } from '../../domain/account/account.ts'
import { termKey, termsOf } from '../../domain/account/terms.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../ground/kernel/ids.ts'
import type { CheckFinding } from './check.ts'

interface AccountTermsRow {
  card_id: CardId
  customer: Account['customer'] | null
  demographics: Account['demographics'] | null
  terms: { field: string; term: string }[] | null
}

const findingsMax = 1000

/**
 * Finds cards whose search terms do not match their accounts. The terms are derived in JavaScript, as when they are
 * written, because not every database has the same rules for lower case. Read in pieces, in the caller's transaction.
 * The findings contain no personal data.
 */
export async function findWrongTerms(db: Sql, brand: BrandId): Promise<CheckFinding[]> {
  const findings: CheckFinding[] = []
  await openTerms(db, brand)
  for (;;) {
    const rows = await db.rows<AccountTermsRow>`fetch 5000 from account_terms`
    for (const row of rows) findings.push(...compare(row))
    if (rows.length === 0 || findings.length >= findingsMax) break
  }
  await db.rows`close account_terms`
  return findings.slice(0, findingsMax)
}

function openTerms(db: Sql, brand: BrandId): Promise<unknown> {
  return db.rows`
    declare account_terms no scroll cursor for
    select card_id, customer, demographics, terms
    from (select card_id, customer, demographics from account where brand_id = ${brand}) as kept
    full join (
      select card_id, jsonb_agg(jsonb_build_object('field', field, 'term', term)) as terms
      from account_term
      where brand_id = ${brand}
      group by card_id) as found using (card_id)`
}

function compare({ card_id, customer, demographics, terms }: AccountTermsRow): CheckFinding[] {
  const derived = new Set(termsOf({ customer: customer ?? {}, demographics: demographics ?? {} }).map(termKey))
  const kept = new Set((terms ?? []).map(termKey))
  if (derived.size === kept.size && derived.isSubsetOf(kept)) return []
  const fieldsOf = (keys: Set<string>) => [...keys].map((key) => key.split('\0')[0]).join(', ') || 'none'
  return [{ subject: `card id ${card_id}`, expected: fieldsOf(derived), found: fieldsOf(kept), card: card_id }]
}

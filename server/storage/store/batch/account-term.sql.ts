import type { Account } from '../../../domain/account/account.ts'
import { type Term, termDifference } from '../../../domain/account/terms.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'

/** An account before and after a change. An account that was not stored yet has no `before`. */
export interface AccountChange {
  readonly before?: Account
  readonly after: Account
}

type CardTerm = Term & { readonly cardId: CardId }

/** Updates the search terms of cards to match their accounts. Only differences are written. */
export function changeTerms(db: Sql, brand: BrandId, changes: readonly AccountChange[]): (Promise<unknown> | false)[] {
  const gone: CardTerm[] = []
  const added: CardTerm[] = []
  for (const { before, after } of changes) {
    const { cardId } = after
    const difference = termDifference(before, after)
    gone.push(...difference.gone.map((term) => ({ ...term, cardId })))
    added.push(...difference.added.map((term) => ({ ...term, cardId })))
  }
  return [gone.length > 0 && deleteTerms(db, brand, gone), added.length > 0 && insertTerms(db, brand, added)]
}

function deleteTerms(db: Sql, brand: BrandId, terms: readonly CardTerm[]): Promise<unknown> {
  return db.rows`
    delete from account_term
    using unnest(
      ${textArray(terms.map(({ field }) => field))}::text[],
      ${textArray(terms.map(({ term }) => term))}::text[],
      ${plainArray(terms.map(({ cardId }) => cardId))}::bigint[]) as gone (field, term, card_id)
    where account_term.brand_id = ${brand} and account_term.field = gone.field and account_term.term = gone.term
      and account_term.card_id = gone.card_id`
}

function insertTerms(db: Sql, brand: BrandId, terms: readonly CardTerm[]): Promise<unknown> {
  return db.rows`
    insert into account_term (brand_id, field, term, card_id)
    values (${brand},
      unnest(${textArray(terms.map(({ field }) => field))}::text[]),
      unnest(${textArray(terms.map(({ term }) => term))}::text[]),
      unnest(${plainArray(terms.map(({ cardId }) => cardId))}::bigint[]))`
}

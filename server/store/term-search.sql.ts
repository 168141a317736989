import type { BrandId } from '../kernel/ids.ts'
import { textArray } from './arrays.ts'
import type { Sql } from './connection.ts'

/** A text that a customer's field must be, or with `isPrefix` begin with; in lower case. */
export interface WantedTerm {
  readonly field: string
  readonly text: string
  readonly isPrefix: boolean
}

interface TermPage {
  readonly includeInactive: boolean
  readonly cardSetId?: string | undefined
  readonly customCardNumber?: string | undefined
  readonly limit: number
  readonly offset: number
}

/** No character sorts after it. */
const lastCharacter = '\u{10FFFF}'

/** A page of the numbers of root cards whose customers match all terms, the newest first. */
export async function listCardNumbersByTerms(
  db: Sql,
  brand: BrandId,
  terms: readonly WantedTerm[],
  page: TermPage,
): Promise<string[]> {
  const rows = await db.rows<{ card_number: string }>`
    select card_number
    from (
      select account_term.card_id
      from unnest(
        ${textArray(terms.map(({ field }) => field))}::text[],
        ${textArray(terms.map(({ text }) => text))}::text[],
        ${textArray(terms.map(({ text, isPrefix }) => (isPrefix ? `${text}${lastCharacter}` : text)))}::text[])
        with ordinality as wanted (field, least, most, place)
      join account_term on account_term.brand_id = ${brand} and account_term.field = wanted.field
        and term between wanted.least and wanted.most
      group by account_term.card_id
      having count(distinct place) = ${terms.length}) as matching
    join card on card.brand_id = ${brand} and card.card_id = matching.card_id and root_id is null
    where (${page.cardSetId ?? null}::text is null or card_set_id = ${page.cardSetId ?? null})
      and (${page.customCardNumber ?? null}::text is null or lower(custom_card_number) = lower(${page.customCardNumber ?? null}))
      and (${page.includeInactive} or (status in ('Activated', 'Demo') and (expires_at is null or expires_at > now())))
    order by activated_at desc nulls last, card.card_id desc
    limit ${page.limit} offset ${page.offset}`
  return rows.map((row) => row.card_number)
}

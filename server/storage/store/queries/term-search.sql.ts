import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

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

/**
 * The first so many matches, a page unless more are asked for, are put in the order of their activation; further ones
 * follow as they are found. With all of them in order a common name would cost a look at thousands of cards.
 */
const inOrderMax = 25

/** A page of the numbers of root cards whose customers match all terms, the newest first. */
export async function listCardNumbersByTerms(
  db: Sql,
  brand: BrandId,
  terms: readonly WantedTerm[],
  page: TermPage,
): Promise<string[]> {
  const [rarest, ...others] = terms.toSorted((a, b) => rarity(a) - rarity(b))
  const canWalk = rarest && !(others.length > 0 && terms.some(({ isPrefix }) => isPrefix))
  const rows = canWalk ? await walkTerms(db, brand, { rarest, others }, page) : await countTerms(db, brand, terms, page)
  return rows.map((row) => row.card_number)
}

/** From those that few customers share to those that many do; the fields of the brand come last. */
const rareFields = ['email', 'phone', 'mobilePhone', 'birthday', 'lastName', 'postal', 'firstName']

function rarity({ field }: WantedTerm): number {
  const place = rareFields.indexOf(field)
  return place < 0 ? rareFields.length : place
}

interface NumberRow {
  card_number: string
}

/**
 * Walks backwards through the key where it has the rarest term, and looks the other terms up for each card: within one
 * text that is from the highest card id down. What half of the customers share costs no more than what a few do.
 */
function walkTerms(
  db: Sql,
  brand: BrandId,
  { rarest, others }: { rarest: WantedTerm; others: readonly WantedTerm[] },
  { includeInactive, cardSetId = null, customCardNumber = null, limit, offset }: NullablePage,
): Promise<NumberRow[]> {
  return db.rows<NumberRow>`
    select card_number
    from (
      select card.card_id, card_number, activated_at, row_number() over (order by term desc, matching.card_id desc) as place
      from (
        select term, card_id
        from account_term
        where brand_id = ${brand} and field = ${rarest.field} and term between ${rarest.text} and ${upperBoundOf(rarest)}
          and not exists (
            select
            from unnest(
              ${textArray(others.map(({ field }) => field))}::text[],
              ${textArray(others.map(({ text }) => text))}::text[]) as other (field, term)
            where not exists (
              select
              from account_term as also
              where also.brand_id = ${brand} and also.field = other.field and also.term = other.term
                and also.card_id = account_term.card_id))
        order by term desc, card_id desc) as matching
      cross join lateral (
        select card_id, card_number, activated_at
        from card
        where brand_id = ${brand} and card_id = matching.card_id and root_id is null
          and (${cardSetId}::text is null or card_set_id = ${cardSetId})
          and (${customCardNumber}::text is null or lower(custom_card_number) = lower(${customCardNumber}))
          and (${includeInactive} or (status in ('Activated', 'Demo') and (expires_at is null or expires_at > now())))
        limit 1) as card
      order by term desc, matching.card_id desc
      limit ${Math.max(inOrderMax, offset + limit)}) as latest
    order by greatest(place, ${inOrderMax}), activated_at desc nulls last, card_id desc
    limit ${limit} offset ${offset}`
}

type NullablePage = Omit<TermPage, 'cardSetId' | 'customCardNumber'> & {
  readonly cardSetId?: string | null | undefined
  readonly customCardNumber?: string | null | undefined
}

/**
 * Counts how many of the terms each card has: a customer has each of the fields that are found by beginnings once. All
 * that begin alike are read, but from the key alone; cards are looked at from the highest id down.
 */
function countTerms(
  db: Sql,
  brand: BrandId,
  terms: readonly WantedTerm[],
  { includeInactive, cardSetId = null, customCardNumber = null, limit, offset }: NullablePage,
): Promise<NumberRow[]> {
  return db.rows<NumberRow>`
    select card_number
    from (
      select card.card_id, card_number, activated_at, row_number() over (order by matching.card_id desc) as place
      from (
        select account_term.card_id
        from unnest(
          ${textArray(terms.map(({ field }) => field))}::text[],
          ${textArray(terms.map(({ text }) => text))}::text[],
          ${textArray(terms.map(upperBoundOf))}::text[])
          as wanted (field, least, most)
        join account_term on account_term.brand_id = ${brand} and account_term.field = wanted.field
          and term between wanted.least and wanted.most
        group by account_term.card_id
        having count(*) = ${terms.length}
        order by account_term.card_id desc) as matching
      cross join lateral (
        select card_id, card_number, activated_at
        from card
        where brand_id = ${brand} and card_id = matching.card_id and root_id is null
          and (${cardSetId}::text is null or card_set_id = ${cardSetId})
          and (${customCardNumber}::text is null or lower(custom_card_number) = lower(${customCardNumber}))
          and (${includeInactive} or (status in ('Activated', 'Demo') and (expires_at is null or expires_at > now())))
        limit 1) as card
      order by matching.card_id desc
      limit ${Math.max(inOrderMax, offset + limit)}) as latest
    order by greatest(place, ${inOrderMax}), activated_at desc nulls last, card_id desc
    limit ${limit} offset ${offset}`
}

/** The last text that a term may be. */
const upperBoundOf = ({ text, isPrefix }: WantedTerm) => (isPrefix ? `${text}${lastCharacter}` : text)

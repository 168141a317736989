import { findWrongTerms } from './account-terms.sql.ts'
import { auditChecks } from './audit.sql.ts'
import { budgetChecks } from './budgets.sql.ts'
import type { Check, CheckFinding } from './check.ts'
import { conversionChecks } from './conversions.sql.ts'
import { reportChecks } from './daily-sums.sql.ts'
import { discountChecks } from './discounts.sql.ts'
import { importChecks } from './imports.sql.ts'
import { reversalChecks } from './reversals.sql.ts'
import { levelCheck } from './tier-levels.ts'
import { tallyCheck } from './tier-tallies.ts'
import { tierChecks } from './tiers.sql.ts'
import { transferChecks } from './transfers.sql.ts'
import { walletChecks } from './wallet.sql.ts'

/** Every check reads all rows of a brand. On a large database, quiet hours are a better time, but any time is safe. */
export const checks: readonly Check[] = [
  {
    name: 'lots equal the sum of their ledger rows',
    find: (db, brand) => db.rows<CheckFinding>`
      with derived as (
        select card_id, lot_no, value_type_id, bucket, sum(amount) as amount, sum(held) as held
        from ledger
        where brand_id = ${brand}
        group by card_id, lot_no, value_type_id, bucket)
      select 'card ' || coalesce(card_number, card_id::text) || ' lot ' || lot_no as subject,
        coalesce(derived.amount, 0) || ' of which held ' || coalesce(derived.held, 0) as expected,
        coalesce(lot.amount, 0) || ' of which held ' || coalesce(lot.held, 0) as found
      from derived
      full join (select * from lot where brand_id = ${brand}) as lot using (card_id, lot_no, value_type_id, bucket)
      left join (select card_id, card_number from card where brand_id = ${brand}) as card using (card_id)
      where coalesce(derived.amount, 0) <> coalesce(lot.amount, 0) or coalesce(derived.held, 0) <> coalesce(lot.held, 0)
        or lot.card_id is null
      limit 1000`,
  },
  {
    name: 'balances equal the sum of their ledger rows and end their chain',
    find: (db, brand) => db.rows<CheckFinding>`
      with derived as (
        select card_id, value_type_id, bucket, sum(amount) as amount, sum(held) as held, max(seq) as seq
        from ledger
        where brand_id = ${brand}
        group by card_id, value_type_id, bucket)
      select 'card ' || coalesce(card_number, card_id::text) || ' value type ' || value_type_id || ' ' || bucket as subject,
        coalesce(derived.amount, 0) || ' held ' || coalesce(derived.held, 0) || ' seq ' || coalesce(derived.seq, 0) as expected,
        coalesce(balance.amount, 0) || ' held ' || coalesce(balance.held, 0) || ' seq ' || coalesce(balance.seq, 0) as found
      from derived
      full join (select * from balance where brand_id = ${brand}) as balance using (card_id, value_type_id, bucket)
      left join (select card_id, card_number from card where brand_id = ${brand}) as card using (card_id)
      where (coalesce(derived.amount, 0), coalesce(derived.held, 0), coalesce(derived.seq, 0))
        <> (coalesce(balance.amount, 0), coalesce(balance.held, 0), coalesce(balance.seq, 0))
      limit 1000`,
  },
  {
    name: 'balances equal the sum of their lots',
    find: (db, brand) => db.rows<CheckFinding>`
      with derived as (
        select card_id, value_type_id, bucket, sum(amount) as amount, sum(held) as held
        from lot
        where brand_id = ${brand}
        group by card_id, value_type_id, bucket)
      select 'card id ' || card_id || ' value type ' || value_type_id || ' ' || bucket as subject,
        coalesce(derived.amount, 0) || ' held ' || coalesce(derived.held, 0) as expected,
        coalesce(balance.amount, 0) || ' held ' || coalesce(balance.held, 0) as found
      from derived
      full join (select * from balance where brand_id = ${brand}) as balance using (card_id, value_type_id, bucket)
      where (coalesce(derived.amount, 0), coalesce(derived.held, 0))
        <> (coalesce(balance.amount, 0), coalesce(balance.held, 0))
      limit 1000`,
  },
  {
    name: 'each ledger row follows the one before it, without a gap',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'request ' || request_ref || ' line ' || line as subject,
        'seq ' || place || ' balance ' || running || ' held ' || running_held as expected,
        'seq ' || seq || ' balance ' || balance_after || ' held ' || held_after as found
      from (
        select request_ref, line, seq, balance_after, held_after,
          row_number() over chain as place, sum(amount) over chain as running, sum(held) over chain as running_held
        from ledger
        where brand_id = ${brand}
        window chain as (partition by card_id, value_type_id, bucket order by seq, request_ref, line
          rows between unbounded preceding and current row)) as chained
      where (seq, balance_after, held_after) <> (place, running, running_held)
      limit 1000`,
  },
  {
    name: 'holds equal the sum of their ledger rows',
    find: (db, brand) => db.rows<CheckFinding>`
      with derived as (
        select card_id, hold_ref, lot_no, sum(held) as amount
        from ledger
        where brand_id = ${brand} and hold_ref is not null
        group by card_id, hold_ref, lot_no
        having sum(held) <> 0)
      select 'hold ' || hold_ref || ' lot ' || lot_no as subject,
        coalesce(derived.amount, 0)::text as expected, coalesce(hold_portion.amount, 0)::text as found
      from derived
      full join (select * from hold_portion where brand_id = ${brand}) as hold_portion using (card_id, hold_ref, lot_no)
      where coalesce(derived.amount, 0) <> coalesce(hold_portion.amount, 0)
      limit 1000`,
  },
  {
    name: 'what holds reserve of a lot is what the lot says is held',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'card id ' || card_id || ' lot ' || lot_no as subject,
        coalesce(reserved.amount, 0)::text as expected, lot.held::text as found
      from lot
      left join (
        select card_id, lot_no, sum(amount) as amount
        from hold_portion
        where brand_id = ${brand}
        group by card_id, lot_no) as reserved using (card_id, lot_no)
      where lot.brand_id = ${brand} and lot.held <> coalesce(reserved.amount, 0)
      limit 1000`,
  },
  {
    name: 'each ledger row belongs to a call that succeeded',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'request ' || ledger.request_ref || ' line ' || line as subject, 'a recorded success' as expected,
        coalesce('error ' || error_code, 'no record') as found
      from ledger
      left join request on request.brand_id = ${brand} and request.request_ref = ledger.request_ref
      where ledger.brand_id = ${brand} and (request.request_ref is null or request.error_code is not null)
      limit 1000`,
  },
  {
    name: "each balance is of a value type of the card's program",
    find: (db, brand) => db.rows<CheckFinding>`
      select 'card ' || card_number as subject, card_set.program_id as expected, value_type.program_id as found
      from balance
      join value_type on value_type.brand_id = ${brand} and value_type.value_type_id = balance.value_type_id
      join card on card.brand_id = ${brand} and card.card_id = balance.card_id
      join card_set on card_set.brand_id = ${brand} and card_set.card_set_id = card.card_set_id
      where balance.brand_id = ${brand} and value_type.program_id <> card_set.program_id
      limit 1000`,
  },
  {
    name: "a card's calls are counted without a gap",
    find: (db, brand) => db.rows<CheckFinding>`
      select 'card ' || card_number as subject, card.seq || ' calls' as expected,
        coalesce(calls, 0) || ' calls, the last with number ' || coalesce(last, 0) as found
      from card
      left join (
        select card_id, count(*) as calls, max(card_seq) as last
        from (
          select card_id, card_seq from request where brand_id = ${brand} and card_seq is not null
          union all
          select card_id, card_seq from call_elsewhere where brand_id = ${brand}) as call
        group by card_id) as history using (card_id)
      where card.brand_id = ${brand} and (card.seq <> coalesce(calls, 0) or card.seq <> coalesce(last, 0))
      limit 1000`,
  },
  {
    name: 'each coupon was allocated and used by a call that succeeded',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'coupon ' || coupon_id as subject, 'a recorded success' as expected,
        coalesce('error ' || error_code, 'no record') as found
      from coupon
      cross join lateral (values (allocated_by), (used_by)) as cause (request_ref)
      left join request on request.brand_id = ${brand} and request.request_ref = cause.request_ref
      where coupon.brand_id = ${brand} and allocated_at is not null and cause.request_ref is not null
        and (request.request_ref is null or request.error_code is not null)
      limit 1000`,
  },
  {
    name: 'each customRequestId belongs to a call that succeeded',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'request ' || idempotency_key.request_ref as subject, 'a recorded success' as expected,
        coalesce('error ' || error_code, 'no record') as found
      from idempotency_key
      left join request on request.brand_id = ${brand} and request.request_ref = idempotency_key.request_ref
      where idempotency_key.brand_id = ${brand} and (request.request_ref is null or request.error_code is not null)
      limit 1000`,
  },
  {
    name: 'each checkout belongs to a call that succeeded',
    find: (db, brand) => db.rows<CheckFinding>`
      select kind || ' ' || checkout.request_ref as subject, 'a recorded success' as expected,
        coalesce('error ' || error_code, 'no record') as found
      from checkout
      left join request on request.brand_id = ${brand} and request.request_ref = checkout.request_ref
      where checkout.brand_id = ${brand} and (request.request_ref is null or request.error_code is not null)
      limit 1000`,
  },
  {
    name: 'each firing of a rule belongs to a call that succeeded',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'rule ' || rule_id || ' in request ' || rule_firing.request_ref as subject, 'a recorded success' as expected,
        coalesce('error ' || error_code, 'no record') as found
      from rule_firing
      left join request on request.brand_id = ${brand} and request.request_ref = rule_firing.request_ref
      where rule_firing.brand_id = ${brand} and (request.request_ref is null or request.error_code is not null)
      limit 1000`,
  },
  {
    name: 'each side of an experiment was kept with a sale of its card',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'campaign ' || campaign_id || ' in request ' || campaign_side.request_ref as subject,
        'a sale of card ' || campaign_side.card_id as expected,
        coalesce(kind || ' of card ' || checkout.card_id, 'no sale') as found
      from campaign_side
      left join checkout on checkout.brand_id = ${brand} and checkout.request_ref = campaign_side.request_ref
      where campaign_side.brand_id = ${brand}
        and (kind = 'sale' and checkout.card_id = campaign_side.card_id) is not true
      limit 1000`,
  },
  {
    name: 'each payment that a checkout refers to is a call that succeeded, and so is the checkout',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'request ' || cause.request_ref as subject, 'a recorded success' as expected,
        coalesce('error ' || error_code, 'no record') as found
      from payment_use
      cross join lateral (values (payment_use.request_ref), (checkout_ref)) as cause (request_ref)
      left join request on request.brand_id = ${brand} and request.request_ref = cause.request_ref
      where payment_use.brand_id = ${brand} and (request.request_ref is null or request.error_code is not null)
      limit 1000`,
  },
  {
    name: 'each child card has a root that is no child itself',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'card ' || card.card_number as subject, 'a root' as expected,
        coalesce('a child of ' || root.root_id, 'no card') as found
      from card
      left join card as root on root.brand_id = ${brand} and root.card_id = card.root_id
      where card.brand_id = ${brand} and card.root_id is not null and (root.card_id is null or root.root_id is not null)
      limit 1000`,
  },
  {
    name: 'personal offers were used as often as their uses say',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'card id ' || card_id || ' offer ' || offer_no as subject, coalesce(used.count, 0)::text as expected,
        personal_offer.uses::text as found
      from personal_offer
      left join (
        select card_id, offer_no, count(*) as count
        from offer_use
        where brand_id = ${brand}
        group by card_id, offer_no) as used using (card_id, offer_no)
      where personal_offer.brand_id = ${brand} and personal_offer.uses <> coalesce(used.count, 0)
      limit 1000`,
  },
  {
    name: 'public codes were used as often as they are counted, and never more often than they could be',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'code ' || code as subject, coalesce(used.count, 0) || ' uses' as expected,
        coalesce(code_count.used, 0) || ' of ' || coalesce(code_count.uses::text, 'any number') as found
      from (select code, count(*) as count from code_use where brand_id = ${brand} group by code) as used
      full join (select code, used, uses from code_count where brand_id = ${brand}) as code_count using (code)
      where coalesce(used.count, 0) <> coalesce(code_count.used, 0) or code_count.used > code_count.uses
      limit 1000`,
  },
  {
    name: 'each use of a public code belongs to a call that succeeded',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'code ' || code || ' in request ' || code_use.request_ref as subject, 'a recorded success' as expected,
        coalesce('error ' || error_code, 'no record') as found
      from code_use
      left join request on request.brand_id = ${brand} and request.request_ref = code_use.request_ref
      where code_use.brand_id = ${brand} and (request.request_ref is null or request.error_code is not null)
      limit 1000`,
  },
  {
    name: 'cards are found by what their accounts say',
    find: findWrongTerms,
  },
  ...budgetChecks,
  ...discountChecks,
  ...conversionChecks,
  ...transferChecks,
  ...walletChecks,
  ...tierChecks,
  tallyCheck,
  levelCheck,
  ...reversalChecks,
  ...importChecks,
  ...auditChecks,
  ...reportChecks,
]

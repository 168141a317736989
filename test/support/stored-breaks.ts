import type { Sql } from '../../server/ground/database/connection.ts'
import { breaksOfImports } from './import-breaks.ts'
import { breaksOfLevels } from './level-breaks.ts'
import { breaksOfReports } from './report-breaks.ts'
import type { StoredBreak } from './stored-break.ts'
import { breaksOfWallets } from './wallet-breaks.ts'

function addMutation(db: Sql, brand: string, mutation: object): Promise<unknown> {
  return db.rows`
    update checkout set content = jsonb_set(content::jsonb, '{mutations}',
      coalesce(content::jsonb -> 'mutations', '[]') || ${JSON.stringify([mutation])}::jsonb)::json
    where brand_id = ${brand} and kind = 'sale'`
}

const breaksOfValue: readonly StoredBreak[] = [
  {
    what: 'a lot with more in it than was booked',
    check: 'lots equal the sum of their ledger rows',
    run: (db, brand) => db.rows`
      update lot set amount = amount + 1 where brand_id = ${brand} and is_open and held = 0 and expires_at is not null`,
  },
  {
    what: 'a lot that holds more than was booked',
    check: 'lots equal the sum of their ledger rows',
    run: (db, brand) => db.rows`update lot set held = held + 1 where brand_id = ${brand} and held > 0`,
  },
  {
    what: 'a lot that is gone',
    check: 'lots equal the sum of their ledger rows',
    run: (db, brand) => db.rows`delete from lot where brand_id = ${brand} and not is_open`,
    isAlone: true,
  },
  {
    what: 'a balance that is larger than what was booked',
    check: 'balances equal the sum of their ledger rows and end their chain',
    run: (db, brand) => db.rows`update balance set amount = amount + 1 where brand_id = ${brand} and held > 0`,
  },
  {
    what: 'a balance that counts one booking more than there are',
    check: 'balances equal the sum of their ledger rows and end their chain',
    run: (db, brand) => db.rows`update balance set seq = seq + 1 where brand_id = ${brand}`,
    isAlone: true,
  },
  {
    what: 'a balance that is gone',
    check: 'balances equal the sum of their ledger rows and end their chain',
    run: (db, brand) => db.rows`delete from balance where brand_id = ${brand} and held > 0`,
    isAlone: true,
  },
  {
    what: 'a balance that its lots do not add up to',
    check: 'balances equal the sum of their lots',
    run: (db, brand) => db.rows`update balance set amount = amount + 1 where brand_id = ${brand} and held = 0`,
  },
  {
    what: 'a balance that holds what no lot does',
    check: 'balances equal the sum of their lots',
    run: (db, brand) => db.rows`update balance set held = held - 1 where brand_id = ${brand} and held > 0`,
    isAlone: true,
  },
  {
    what: 'a booking that says another balance than it led to',
    check: 'each ledger row follows the one before it, without a gap',
    run: (db, brand) => db.rows`
      update ledger set balance_after = balance_after + 1 where brand_id = ${brand} and kind <> 'Transfer'`,
  },
  {
    what: 'a booking that was taken out of the middle',
    check: 'each ledger row follows the one before it, without a gap',
    run: (db, brand) => db.rows`
      delete from ledger where brand_id = ${brand} and seq = 1 and (card_id, value_type_id, bucket) in (
        select card_id, value_type_id, bucket from balance where brand_id = ${brand} and seq > 1)`,
    isAlone: true,
  },
  {
    what: 'a hold of more than was booked',
    check: 'holds equal the sum of their ledger rows',
    run: (db, brand) => db.rows`update hold_portion set amount = amount + 5 where brand_id = ${brand}`,
  },
  {
    what: 'a hold that is gone',
    check: 'holds equal the sum of their ledger rows',
    run: (db, brand) => db.rows`delete from hold_portion where brand_id = ${brand}`,
    isAlone: true,
  },
  {
    what: 'a lot whose holds are not there',
    check: 'what holds reserve of a lot is what the lot says is held',
    run: (db, brand) => db.rows`delete from hold_portion where brand_id = ${brand}`,
    isAlone: true,
  },
  {
    what: 'holds of more than the lot says is held',
    check: 'what holds reserve of a lot is what the lot says is held',
    run: (db, brand) => db.rows`update hold_portion set amount = amount + 1 where brand_id = ${brand}`,
  },
  {
    what: "a balance of another program's value type",
    check: "each balance is of a value type of the card's program",
    run: (db, brand) => db.rows`update card_set set program_id = 'other' where brand_id = ${brand}`,
  },
]

const breaksOfCalls: readonly StoredBreak[] = [
  {
    what: 'a booking of a call that failed',
    check: 'each ledger row belongs to a call that succeeded',
    run: (db, brand) => db.rows`
      update request set error_code = 10 where brand_id = ${brand} and operation = 'updateBalance'`,
  },
  {
    what: 'a booking of no call',
    check: 'each ledger row belongs to a call that succeeded',
    run: (db, brand) => db.rows`delete from request where brand_id = ${brand} and operation = 'updateBalance'`,
    isAlone: true,
  },
  {
    what: 'a card that counts more calls than there are',
    check: "a card's calls are counted without a gap",
    run: (db, brand) => db.rows`update card set seq = seq + 1 where brand_id = ${brand} and seq > 0`,
  },
  {
    what: "a call taken out of a card's history",
    check: "a card's calls are counted without a gap",
    run: (db, brand) => db.rows`update request set card_seq = null where brand_id = ${brand} and card_seq = 1`,
    isAlone: true,
  },
  {
    what: 'a coupon that was allocated by no call',
    check: 'each coupon was allocated and used by a call that succeeded',
    run: (db, brand) => db.rows`
      update coupon set allocated_by = md5(allocated_by::text)::uuid where brand_id = ${brand} and allocated_at is not null`,
  },
  {
    what: 'a coupon that was used by no call',
    check: 'each coupon was allocated and used by a call that succeeded',
    run: (db, brand) => db.rows`
      update coupon set used_by = md5(used_by::text)::uuid where brand_id = ${brand} and used_at is not null`,
    isAlone: true,
  },
  {
    what: 'a customRequestId of no call',
    check: 'each customRequestId belongs to a call that succeeded',
    run: (db, brand) =>
      db.rows`update idempotency_key set request_ref = md5(request_ref::text)::uuid where brand_id = ${brand}`,
  },
  {
    what: 'a sale by a call that failed',
    check: 'each checkout belongs to a call that succeeded',
    run: (db, brand) => db.rows`
      update request set error_code = 10 where brand_id = ${brand} and operation = 'checkout'`,
  },
  {
    what: 'a side of an experiment without a sale',
    check: 'each side of an experiment was kept with a sale of its card',
    run: (db, brand) => db.rows`
      insert into campaign_side (brand_id, campaign_id, request_ref, card_id, side, happened_at)
      select brand_id, 'spring', request_ref, card_id, 'treated', happened_at from checkout
      where brand_id = ${brand} and kind = 'return' and card_id is not null limit 1`,
  },
  {
    what: 'a sale with more discount than its shares took',
    check: "a checkout's discount is what its shares took",
    run: (db, brand) =>
      db.rows`update checkout set discount = discount + 5 where brand_id = ${brand} and kind = 'sale'`,
  },
  {
    what: 'a discount on shipping that cost nothing',
    check: 'no more was taken off shipping than it cost',
    run: (db, brand) => addMutation(db, brand, { kind: 'discount', on: 'shipping', amount: 1, units: '0' }),
  },
  {
    what: 'a conversion that gave without taking',
    check: 'no step of a conversion has only one side',
    run: (db, brand) => addMutation(db, brand, { kind: 'issue', holder: 'root', amount: 2, step: 1 }),
  },
  {
    what: 'a firing of a rule in no call',
    check: 'each firing of a rule belongs to a call that succeeded',
    run: (db, brand) =>
      db.rows`update rule_firing set request_ref = md5(request_ref::text)::uuid where brand_id = ${brand}`,
  },
  {
    what: 'a budget of which more is spent than was used',
    check: 'what budgets have spent equals their uses',
    run: (db, brand) => db.rows`update budget_stripe set spent = spent + 1 where brand_id = ${brand} and stripe = 0`,
  },
  {
    what: 'a budget that grants more than it has',
    check: 'no budget grants more than it has left',
    run: (db, brand) => db.rows`update budget_stripe set granted = spent + amount + 1 where brand_id = ${brand}`,
  },
  {
    what: 'a use of a budget in no call',
    check: 'each use of a budget belongs to a call that succeeded',
    run: (db, brand) =>
      db.rows`update budget_use set request_ref = md5(request_ref::text)::uuid where brand_id = ${brand}`,
  },
  {
    what: 'a use of a budget that its call knows nothing of',
    check: 'calls took of budgets what their records say',
    run: (db, brand) => db.rows`update budget_use set amount = amount + 1 where brand_id = ${brand} and amount > 0`,
  },
  {
    what: 'a payment of a checkout that is no call',
    check: 'each payment that a checkout refers to is a call that succeeded, and so is the checkout',
    run: (db, brand) =>
      db.rows`update payment_use set checkout_ref = md5(checkout_ref::text)::uuid where brand_id = ${brand}`,
  },
  {
    what: 'a payment that is no call',
    check: 'each payment that a checkout refers to is a call that succeeded, and so is the checkout',
    run: (db, brand) =>
      db.rows`update payment_use set request_ref = md5(request_ref::text)::uuid where brand_id = ${brand}`,
    isAlone: true,
  },
  {
    what: 'a code that is counted once more than it was used',
    check: 'public codes were used as often as they are counted, and never more often than they could be',
    run: (db, brand) => db.rows`update code_count set used = used + 1 where brand_id = ${brand}`,
  },
  {
    what: 'a code that is not counted',
    check: 'public codes were used as often as they are counted, and never more often than they could be',
    run: (db, brand) => db.rows`delete from code_count where brand_id = ${brand}`,
    isAlone: true,
  },
  {
    what: 'a use of a code in no call',
    check: 'each use of a public code belongs to a call that succeeded',
    run: (db, brand) =>
      db.rows`update code_use set request_ref = md5(request_ref::text)::uuid where brand_id = ${brand}`,
  },
  {
    what: 'an offer that was used more often than its uses say',
    check: 'personal offers were used as often as their uses say',
    run: (db, brand) => db.rows`update personal_offer set uses = uses + 1 where brand_id = ${brand}`,
  },
]

const breaksOfCards: readonly StoredBreak[] = [
  {
    what: 'a child card without a root',
    check: 'each child card has a root that is no child itself',
    run: (db, brand) => db.rows`update card set root_id = -1 where brand_id = ${brand} and root_id is not null`,
    isAlone: true,
  },
  {
    what: 'a child card of a child card',
    check: 'each child card has a root that is no child itself',
    run: (db, brand) => db.rows`
      update card set root_id = (select max(card_id) + 1 from card where brand_id = ${brand})
      where brand_id = ${brand} and card_id in (select root_id from card where brand_id = ${brand})`,
  },
  {
    what: 'a person who is found by what the account does not say',
    check: 'cards are found by what their accounts say',
    run: (db, brand) => db.rows`
      update account_term set term = 'bob@example.com' where brand_id = ${brand} and field = 'email'`,
  },
  {
    what: 'a person who is not found',
    check: 'cards are found by what their accounts say',
    run: (db, brand) => db.rows`delete from account_term where brand_id = ${brand}`,
    isAlone: true,
  },
  {
    what: 'a transfer that the card knows nothing of',
    check: 'each card was transferred in at most once, by the call that it names',
    run: (db, brand) => db.rows`
      update card set transferred_by = md5(transferred_by::text)::uuid where brand_id = ${brand} and transferred_by is not null`,
    isAlone: true,
  },
  {
    what: 'a transfer from another card than the one that names it',
    check: 'each card was transferred in at most once, by the call that it names',
    run: (db, brand) => db.rows`
      update request set detail = jsonb_set(detail, '{transfer,from}', '-1')
      where brand_id = ${brand} and detail -> 'transfer' ? 'from'`,
  },
  {
    what: 'a transfer that gives more than it takes',
    check: 'each transfer gives as much of a value type as it takes',
    run: (db, brand) => db.rows`
      update ledger set amount = amount + 1 where brand_id = ${brand} and kind = 'Transfer' and amount > 0`,
  },
  {
    what: 'a card that was transferred in and has something left',
    check: 'a card that was transferred in has nothing left but what had expired, and balances of coupons',
    run: (db, brand) => db.rows`
      update lot set amount = 1 where brand_id = ${brand} and card_id in (
        select card_id from card where brand_id = ${brand} and transferred_by is not null)`,
  },
  {
    what: 'a child card of another card set than its root',
    check: 'each child card is of the card set of its root, and left it when that was transferred in',
    run: (db, brand) => db.rows`update card set card_set_id = 'other' where brand_id = ${brand} and root_id is not null
      and card_number = 'KID'`,
  },
]

const breaksOfAudit: readonly StoredBreak[] = [
  {
    what: 'an audit entry that was changed',
    check: 'the audit log is as it was sealed',
    run: (db, brand) => db.rows`update audit_entry set subject = 'other' where brand_id = ${brand}`,
  },
  {
    what: 'an audit entry that was slipped in',
    check: 'no audit entry was slipped in long before one that is sealed',
    run: (db, brand) => db.rows`
      insert into audit_entry (brand_id, happened_at, action, subject, actor_kind, actor_name)
      select brand_id, happened_at - interval '1 day', action, 'slipped in', actor_kind, actor_name
      from audit_entry where brand_id = ${brand} order by happened_at limit 1`,
  },
]

const breaksOfReversals: readonly StoredBreak[] = [
  {
    what: 'a lot of which more has expired than was booked',
    check: 'what has expired of a lot is what was booked as expired',
    run: (db, brand) => db.rows`update lot set expired = expired + 1 where brand_id = ${brand} and lot_no = 1`,
  },
  {
    what: 'a lot of which more counts as taken back than was counted',
    check: 'what counts as taken back from a lot is what voids and returns have counted',
    run: (db, brand) => db.rows`update lot set settled = settled + 5 where brand_id = ${brand}`,
  },
  {
    what: 'more taken back as expired than did expire',
    check: 'no void or return has counted more of an issuance as expired than did expire',
    run: (db, brand) => db.rows`update lot set settled = expired + 1 where brand_id = ${brand} and lot_no = 2`,
  },
  {
    what: 'a lot that gave in the stead of another, of which nobody knows',
    check: 'what other lots gave in the stead of one is what voids and returns have noted',
    run: (db, brand) => db.rows`
      update lot set stand_ins = '[{"lot": 2, "amount": 1}]' where brand_id = ${brand} and lot_no = 1`,
  },
  {
    what: 'a void that takes back more than the call gave',
    check: 'each void takes back what the call gave, less what had expired or was missing, and gives back what it took',
    run: (db, brand) => db.rows`update ledger set amount = amount - 1 where brand_id = ${brand} and kind = 'Void'`,
  },
  {
    what: 'a return that took back more than its share',
    check: 'what a return was to take back is what it took, what had expired and what was missing',
    run: (db, brand) => db.rows`
      update ledger set amount = amount - 1 where brand_id = ${brand} and kind = 'ReturnMerchandise' and amount < 0`,
  },
  {
    what: 'a sale of which more was given back than balances paid in it',
    check: 'no sale has given back more of what balances paid in it than they paid',
    run: (db, brand) => db.rows`
      update checkout set returned = jsonb_set(returned::jsonb, '{returns,0,paymentsBack}', '99999999')::json
      where brand_id = ${brand} and kind = 'sale' and returned is not null`,
  },
  {
    what: 'a card that was transferred and has no heir',
    check: 'each card that was transferred has one heir, which was not',
    run: (db, brand) => db.rows`delete from card_heir where brand_id = ${brand}`,
  },
]

/** Each breaks one promise behind the server's back, in a brand as openFullShop makes it. */
export const breaks: readonly StoredBreak[] = [
  ...breaksOfValue,
  ...breaksOfCalls,
  ...breaksOfCards,
  ...breaksOfReversals,
  ...breaksOfLevels,
  ...breaksOfReports,
  ...breaksOfAudit,
  ...breaksOfWallets,
  ...breaksOfImports,
]

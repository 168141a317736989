import type { StoredBreak } from './stored-break.ts'

/** Each breaks one of the sums that reports are made of, in a brand whose calls are all summed. */
export const breaksOfReports: readonly StoredBreak[] = [
  {
    what: 'a month that was closed with a figure that nobody made',
    check: 'closed months came to what the ledger says, without what was corrected since',
    run: (db, brand) => db.rows`
      with closed as (
        insert into closed_month (brand_id, month, time_zone, ends_at, closed_to, closed_at, closed_by)
        values (${brand}, '2000-01-01', 'America/New_York', '2000-02-01Z', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '2000-02-02Z', 'ana')
        returning brand_id, month)
      insert into closed_figure (brand_id, month, value_type_id, measure, amount)
      select brand_id, month, 1, 'added UpdateBalance', 5 from closed`,
  },
  {
    what: 'a call that is said to have come too late for a month',
    check: 'whatever was dated into a closed month afterwards is kept as such',
    run: (db, brand) => db.rows`
      with closed as (
        insert into closed_month (brand_id, month, time_zone, ends_at, closed_to, closed_at, closed_by)
        values (${brand}, '1999-12-01', 'America/New_York', '2000-01-01Z', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '2000-02-02Z', 'ana')
        returning brand_id, month)
      insert into late_call (brand_id, request_ref, month, booked_day)
      select brand_id, '00000000-0000-7000-8000-000000000001', month, '2000-03-01' from closed`,
  },
  {
    what: 'a sum of a day on which nothing happened',
    check: 'the sums of reports equal the ledger, by day and reason',
    run: (db, brand) => db.rows`
      insert into ledger_day (brand_id, day, value_type_id, location_id, kind, rule_id, added, taken, changes)
      values (${brand}, '2000-01-01', 1, '', 'UpdateBalance', '', 1, 1, 2)`,
  },
  {
    what: 'a sum of a lot that nobody issued',
    check: 'the sums of reports equal the ledger, by day and the months of lots',
    run: (db, brand) => db.rows`
      insert into lot_day (brand_id, day, value_type_id, issued_month, expires_month, amount)
      values (${brand}, '2000-01-01', 1, '2000-01-01', 'infinity', 1)`,
  },
  {
    what: 'a lot that is said to have been issued elsewhere',
    check: 'where lots were issued, and by which rule, is what the ledger says',
    run: (db, brand) => db.rows`update lot_origin set location_id = 'nowhere' where brand_id = ${brand}`,
  },
  {
    what: 'a sum of what no place issued',
    check: 'the sums of reports equal the ledger, by day and the origin of lots',
    run: (db, brand) => db.rows`
      insert into origin_day (brand_id, day, value_type_id, location_id, rule_id, can_expire, change, amount)
      values (${brand}, '2000-01-01', 1, 'nowhere', '', false, 'given', 1)`,
  },
  {
    what: 'a rule that is said to have fired once more',
    check: 'the sums of what rules did equal what calls keep of it',
    run: (db, brand) => db.rows`
      insert into rule_day (brand_id, day, rule_id, location_id, measure, unit, amount)
      values (${brand}, '2000-01-01', 'main/gone', '', 'visit', '', 1)`,
  },
  {
    what: 'a sale of a customer that was counted twice',
    check: 'the sales of customers by month equal their sales',
    run: (db, brand) => db.rows`update customer_month set sales = sales + 1 where brand_id = ${brand}`,
  },
  {
    what: 'a card that is said to have reached a level',
    check: 'the sums of changes of levels equal the changes',
    run: (db, brand) => db.rows`
      insert into tier_day (brand_id, day, program_id, from_level, to_level, why, changes)
      values (${brand}, '2000-01-01', 'rewards', '', 'gold', 'reached', 1)`,
  },
  {
    what: 'a goodwill that is said to have been given',
    check: 'the sums of what was given by hand equal the ledger',
    run: (db, brand) => db.rows`
      insert into hand_day (brand_id, day, user_name, location_id, value_type_id, kind, added, taken)
      values (${brand}, '2000-01-01', 'nobody', '', 1, 'goodwill', 1, 0)`,
  },
  {
    what: 'a coupon that is said to have been used',
    check: 'the sums of what coupons did equal the coupons and sales',
    run: (db, brand) => db.rows`
      insert into coupon_day (brand_id, day, coupon_set_id, code, location_id, measure, unit, amount)
      values (${brand}, '2000-01-01', 'ten', '', '', 'used', '', 1)`,
  },
  {
    what: 'a call that was not counted',
    check: 'no call is missing in the sums of activity',
    run: (db, brand) => db.rows`delete from activity_day where brand_id = ${brand}`,
  },
]

import { ConnectionPool, type Sql } from '../server/ground/database/connection.ts'
import {
  demographicField,
  emailOf,
  firstNames,
  lastNameBeginnings,
  lastNameEndings,
  phoneBase,
  phoneOf,
  storeBase,
  storeCount,
  storeOf,
} from './people.ts'
import { numberBase } from './stock.ts'

interface Crowd {
  readonly brand: string
  /** The first so many cards have a customer each. */
  readonly customers: number
}

/** Gives cards customers, as calls of updateAccount would have left them. */
export async function loadPeople(url: string, crowd: Crowd): Promise<void> {
  const pool = new ConnectionPool({ url, name: 'purser bench', lockTimeoutMs: 0, statementTimeoutMs: 0 }, 1)
  try {
    await pool.withConnection((db) => load(db, crowd))
  } finally {
    await pool.close()
  }
}

async function load(db: Sql, crowd: Crowd): Promise<void> {
  // Skips the triggers of foreign keys, which these rows satisfy by construction.
  await db.rows`set session_replication_role = replica`
  await planPeople(db, crowd)
  await insertAccounts(db, crowd)
  await insertTerms(db, crowd)
  await db.rows`set session_replication_role = origin`
  await db.rows`drop table planned_person`
  await db.rows`checkpoint`
  await db.rows`vacuum (freeze, analyze) account, account_term`
}

/** Names and stores are spread evenly and in no order, the same ones for every run. */
function planPeople(db: Sql, { customers }: Crowd): Promise<unknown> {
  const [beforeEmail, afterEmail] = around(emailOf)
  const [beforePhone] = around(phoneOf)
  const [beforeStore] = around(storeOf)
  return db.rows`
    create temporary table planned_person as
    select card_id,
      (${firstNames}::text[])[1 + mixed % ${firstNames.length}] as first_name,
      (${lastNameBeginnings}::text[])[1 + mixed / 64 % ${lastNameBeginnings.length}]
        || (${lastNameEndings}::text[])[1 + mixed / 6400 % ${lastNameEndings.length}] as last_name,
      ${beforeEmail}::text || (${numberBase}::bigint + card_id) || ${afterEmail}::text as email,
      ${beforePhone}::text || (${phoneBase}::bigint + card_id) as phone,
      ${beforeStore}::text || (${storeBase}::bigint + 1 + mixed / 256000 % ${storeCount}) as store
    from (
      select card_id, hashint8extended(card_id, 1) & 9007199254740991 as mixed
      from generate_series(1, ${customers}::bigint) as card_id) as person`
}

/** What stands before and after the number. */
const around = (text: (number: string) => string) => text('#').split('#')

function insertAccounts(db: Sql, { brand }: Crowd): Promise<unknown> {
  return db.rows`
    insert into account (brand_id, card_id, customer, demographics)
    select ${brand}, card_id,
      jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email, 'phone', phone),
      jsonb_build_object(${demographicField}::text, jsonb_build_array(store))
    from planned_person`
}

/** In the order of the key, which makes it several times quicker. */
function insertTerms(db: Sql, { brand }: Crowd): Promise<unknown> {
  return db.rows`
    insert into account_term (brand_id, field, term, card_id)
    select ${brand}, field, lower(term) collate "C" as term, card_id
    from planned_person
    cross join lateral (values ('firstName', first_name), ('lastName', last_name), ('email', email), ('phone', phone),
      (${`demographic:${demographicField}`}, store)) as found (field, term)
    order by field, term, card_id`
}

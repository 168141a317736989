import type { Account } from '../../../domain/account/account.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { lockOf } from '../../../domain/card/card.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { listAccounts, upsertAccounts } from '../../../storage/store/batch/account.sql.ts'
import { changeTerms } from '../../../storage/store/batch/account-term.sql.ts'
import { lockCards, toCardHead } from '../../../storage/store/batch/card.sql.ts'
import { readClock } from '../../../storage/store/batch/load.ts'
import { customerUpdates } from '../../operations/account/parts/customer-model.ts'
import { type CellFault, cardColumn, dated, faultIn, type ImportColumn, openColumn, secretColumn } from '../column.ts'
import {
  CardBusy,
  type ImportContext,
  type ImportKind,
  type JudgeContext,
  type PlacedRow,
  type RowVerdict,
} from '../kind.ts'
import { CellReader } from '../values/cells.ts'
import { readCards } from './balances.sql.ts'
import { mergeAccount } from './merge-account.ts'
import { alternatePrefix, customerFields, demographicPrefix, type PersonChange, readPerson } from './read-person.ts'

interface CustomerValues extends PersonChange {
  readonly number: string
  readonly enrolledAt?: Instant
}

function columnsOf({ document }: Brand): readonly ImportColumn[] {
  return [
    cardColumn,
    ...customerFields.map((name) => personColumn(name, '')),
    ...customerFields.map((name) => personColumn(name, alternatePrefix)),
    openColumn('affiliatedLocations', 'The ids of the locations that the customer belongs to, with | between them.'),
    dated(openColumn('enrollmentDate', 'When the customer enrolled.')),
    secretColumn('customData', 'Your own data about the card, up to 10,000 characters.'),
    ...(['email', 'phone'] as const).flatMap((channel) => [
      openColumn(`${channel}OptIn`, `true or false: whether messages by ${channel} are wanted. Empty: never asked.`),
      dated(openColumn(`${channel}OptInDate`, 'When that was agreed to.')),
      openColumn(`${channel}OptInSource`, 'Where: a form, a shop, a campaign.'),
      openColumn(`${channel}Lists`, 'The lists that are wanted, by name or uuid, with | between them.'),
    ]),
    openColumn(
      'phoneOptInConfirmed',
      'true if the customer has confirmed it to the other provider. Empty: not confirmed.',
    ),
    ...document.demographicFields.map(({ name, list, type }) => {
      const about = `The brand's field ${name}${list ? '; several with | between them' : ''}.`
      const column = secretColumn(`${demographicPrefix}${name}`, about)
      return type === 'Date' ? dated(column) : column
    }),
  ]
}

function personColumn(name: (typeof customerFields)[number], prefix: '' | typeof alternatePrefix): ImportColumn {
  const { about, kind } = customerUpdates.fields[name].spec
  const column = secretColumn(`${prefix}${name}`, prefix === '' ? about : `Of the card's second customer. ${about}`)
  return kind === 'date' ? dated(column) : column
}

/** The people behind cards. What a card has already is kept: another value is a conflict, unless it may be replaced. */
export const customersKind: ImportKind<CustomerValues> = {
  name: 'customers',
  columns: columnsOf,
  read: readCustomer,
  keyOf: ({ number }) => number,
  keyColumn: 'cardNumber',
  batchRows: 1000,
  judge: judgeCustomers,
}

function readCustomer(
  given: ReadonlyMap<string, string>,
  context: ImportContext,
): CustomerValues | readonly CellFault[] {
  const cells = withoutIdleConsents(given, context.reading.fixed)
  const reader = new CellReader(cells, context.brand.timeZone)
  const number = reader.needed('cardNumber')
  const enrolledAt = reader.moment('enrollmentDate')
  const person = readPerson(cells, reader, context.brand)
  return reader.faults.length > 0 ? reader.faults : defined({ number, enrolledAt, ...person })
}

/** What is said of all rows about opt-ins is about those that have one. */
function withoutIdleConsents(cells: ReadonlyMap<string, string>, fixed: ReadonlyMap<string, string>) {
  const idle = (['email', 'phone'] as const).flatMap((channel) =>
    cells.has(`${channel}OptIn`) ? [] : ['OptInDate', 'OptInSource', 'Lists'].map((column) => `${channel}${column}`),
  )
  const left = idle.filter((column) => fixed.has(column))
  return left.length === 0 ? cells : new Map([...cells].filter(([column]) => !left.includes(column)))
}

async function judgeCustomers(db: Sql, rows: readonly PlacedRow<CustomerValues>[], context: JudgeContext) {
  const { brand, isLoading } = context
  const numbers = rows.map(({ value }) => value.number)
  const cards = isLoading ? await lockCards(db, brand.id, numbers, false) : await readCards(db, brand.id, numbers)
  const { now } = await readClock(db, brand.id)
  const locks = cards.map((row) => (lockOf(toCardHead(row), now)?.until ?? now) - now)
  if (isLoading && Math.max(0, ...locks) > 0) throw new CardBusy(Math.max(...locks))
  const idOf = new Map(cards.map((row) => [row.card_number, row.card_id]))
  const accounts = cards.length > 0 ? await listAccounts(db, brand.id, [...idOf.values()]) : []
  const accountOf = new Map(accounts.map((account) => [account.cardId, account]))
  const changes: { readonly before: Account; readonly after: Account }[] = []
  const verdicts = rows.map(({ value }): RowVerdict => {
    const before = accountOf.get(idOf.get(value.number) ?? -1)
    if (!before) return noCard
    const after = mergeAccount(before, value, context)
    if ('kind' in after) return after
    if (after === before) return 'same'
    changes.push({ before, after })
    return 'write'
  })
  return { verdicts, store: () => storeAccounts(db, brand.id, changes) }
}

const noCard = faultIn('cardNumber', 'is no card of the brand: import the cards first')

async function storeAccounts(
  db: Sql,
  brand: string,
  changes: readonly { readonly before: Account; readonly after: Account }[],
): Promise<void> {
  if (changes.length === 0) return
  await upsertAccounts(
    db,
    brand,
    changes.map(({ after }) => after),
  )
  await Promise.all(changeTerms(db, brand, changes))
}

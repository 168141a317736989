/** What a statement of a migration does to those who use the database meanwhile. */
export interface StatementEffect {
  /** What waits for it, as the operator should hear it. */
  readonly locks: string
  /** Why an expand migration must not contain it. */
  readonly fault?: string
}

/** The tables that a migration has made so far: nobody uses them yet, so that anything may be done to them. */
export type NewTables = ReadonlySet<string>

type Rule = readonly [
  pattern: RegExp,
  judge: (found: readonly string[], text: string, isNew: (table: string) => boolean) => StatementEffect,
]

const name = '"?([a-z_][a-z0-9_]*)"?'
const nothing: StatementEffect = { locks: 'locks nothing that is in use' }
const moment = (table: string) => ({ locks: `locks ${table} against everything, for a moment` })

/** The first that matches counts. */
const rules: readonly Rule[] = [
  [/^create (?:temp\w* |unlogged )?table (?:if not exists )?/, (_, text) => createTable(text)],
  [
    new RegExp(`^create (unique )?index (concurrently )?(?:if not exists )?(?:${name} )?on (only )?${name}`),
    createIndex,
  ],
  [/^create (or replace )?function /, () => ({ locks: 'locks nothing; calls from then on use the new body' })],
  // A view that is replaced keeps its columns and may get more: PostgreSQL refuses anything else.
  [/^create or replace view /, () => nothing],
  [/^create (sequence|type|domain|schema|view|collation) |^comment on |^grant |^select |^set /, () => nothing],
  [new RegExp(`^alter table (?:if exists )?(?:only )?${name} (.*)$`), alterTable],
  [new RegExp(`^insert into ${name}`), insertRows],
  [new RegExp(`^(?:update|delete from) (?:only )?${name}`), changeRows],
  [/^(drop|truncate|alter|lock|reindex|cluster|vacuum) /, ([verb = '']) => takesAway(`"${verb}" is for contract`)],
]

/** What one statement locks, and whether an expand migration may contain it. */
export function effectOf(statement: string, newTables: NewTables = new Set()): StatementEffect {
  const text = toPlain(statement)
  for (const [pattern, judge] of rules) {
    const found = pattern.exec(text)
    if (found) return judge(found.slice(1), text, (table) => newTables.has(table))
  }
  return { locks: 'cannot be told', fault: 'it cannot be told what it does: say it with plain statements' }
}

/** The tables that these statements make. */
export function tablesMadeBy(statements: readonly { readonly text: string }[]): Set<string> {
  const pattern = new RegExp(`^create (?:unlogged )?table (?:if not exists )?${name}`)
  return new Set(statements.flatMap(({ text }) => pattern.exec(toPlain(text))?.[1] ?? []))
}

/** Whether it must not run in a transaction. */
export const runsAlone = (statement: string): boolean =>
  /^create (unique )?index concurrently /.test(toPlain(statement))

/** Without comments and line breaks. What is in quotes is treated alike, which is good enough for our own files. */
export const toOneLine = (statement: string): string =>
  statement
    .replace(/--[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const toPlain = (statement: string): string => toOneLine(statement).toLowerCase()

function createTable(text: string): StatementEffect {
  const others = new Set([...text.matchAll(new RegExp(`references ${name}`, 'g'))].map(([, table]) => table))
  const parent = new RegExp(`partition of ${name}`).exec(text)?.[1]
  if (parent) return { ...moment(parent), fault: 'partitions are made by make_partitions' }
  return others.size === 0 ? nothing : { locks: `locks ${[...others].join(', ')} against writes, for a moment` }
}

function createIndex(found: readonly string[], _: string, isNew: (table: string) => boolean): StatementEffect {
  const [unique, concurrently, indexName, , table = ''] = found
  if (isNew(table)) return nothing
  const locks = concurrently
    ? `builds an index on ${table} while it is in use; takes as long as reading the table`
    : `locks ${table} against writes while it is being indexed`
  if (unique) return { locks, fault: 'the version before may write what a unique index refuses' }
  if (!concurrently) return { locks, fault: `an index on ${table} must be made concurrently` }
  return indexName
    ? { locks }
    : { locks, fault: 'an index that is made concurrently needs a name, so that it can be tried again' }
}

function alterTable([table = '', actions = '']: readonly string[], _: string, isNew: (table: string) => boolean) {
  if (isNew(table)) return nothing
  const all = splitActions(actions).map((action) => alterAction(table, action))
  const faults = all.flatMap(({ fault }) => fault ?? [])
  return {
    locks: [...new Set(all.map(({ locks }) => locks))].join('; '),
    ...(faults.length > 0 && { fault: faults.join('; ') }),
  }
}

function alterAction(table: string, action: string): StatementEffect {
  if (/^add (column )?(?!constraint|check|primary|unique|foreign|exclude)/.test(action)) return addColumn(table, action)
  if (/^validate constraint /.test(action)) return { locks: `reads all of ${table}, while calls go on` }
  if (/^add constraint .* not valid$/.test(action)) return moment(table)
  if (/^add /.test(action))
    return { ...scan(table), fault: 'a constraint is added "not valid", and validated by a later migration' }
  if (/^set \(|^alter (column )?\w+ set statistics/.test(action)) return { locks: 'locks nothing that calls need' }
  // What leaves the column out gets a value as before; 0009 gives both in one transaction.
  if (/^alter (column )?\w+ (set default |drop identity$)/.test(action)) return moment(table)
  return { ...moment(table), fault: `"${action}" is for contract` }
}

const scan = (table: string) => ({ locks: `locks ${table} against everything while all of it is read` })
const rewrite = (table: string) => ({ locks: `locks ${table} against everything while all of it is written anew` })

/** A default that differs from row to row has to be written into each; any other is kept once for all of them. */
const differs = /\b(gen_random_uuid|random|nextval|clock_timestamp|timeofday|uuidv7)\b/

function addColumn(table: string, action: string): StatementEffect {
  if (/\bserial\b|\bgenerated\b/.test(action) || (/\bdefault\b/.test(action) && differs.test(action)))
    return { ...rewrite(table), fault: `it would write every row of ${table} anew` }
  if (/\b(primary key|unique|references|check)\b/.test(action))
    return { ...scan(table), fault: 'a constraint is added "not valid", and validated by a later migration' }
  if (/\bnot null\b/.test(action) && !/\bdefault\b/.test(action))
    return {
      ...moment(table),
      fault: 'the version before does not fill a new column: it may be null, or has a default',
    }
  return moment(table)
}

function insertRows([table = '']: readonly string[], _: string, isNew: (table: string) => boolean): StatementEffect {
  if (isNew(table)) return nothing
  return { locks: `adds rows to ${table}`, fault: 'rows are written by the program, not by an expand migration' }
}

function changeRows([table = '']: readonly string[], _: string, isNew: (table: string) => boolean): StatementEffect {
  if (isNew(table)) return nothing
  return { locks: `locks the rows of ${table} that it changes`, fault: 'rows are changed in portions, by a job' }
}

function takesAway(fault: string): StatementEffect {
  return { locks: 'locks what it changes against everything', fault }
}

/** At the commas that are not within brackets. */
function splitActions(actions: string): string[] {
  const found: string[] = ['']
  let depth = 0
  for (const character of actions) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) found.push('')
    else found.push((found.pop() ?? '') + character)
  }
  return found.map((action) => action.trim())
}

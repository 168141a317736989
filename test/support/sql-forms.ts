import { coordinatorTables } from '../../server/ground/database/table-places.ts'

/** A form that a plain PostgreSQL takes and one whose brands lie on several nodes refuses, or answers otherwise. */
export interface SqlForm {
  readonly name: string
  /** Why it is not written, and what is written in its place. */
  readonly why: string
  readonly isIn: (statement: string) => boolean
}

/** The statements of a program's text: everything in quotes that speaks SQL, whoever runs it. */
export function statementsIn(text: string): { readonly sql: string; readonly line: number }[] {
  const speaksSql =
    /\b(insert\s+into\s+\w+|update\s+\w+\s+(as\s+\w+\s+)?set|delete\s+from|select)\b|pg_advisory|set_config/
  return [...text.matchAll(/`((?:[^`\\]|\\.)*)`/g)]
    .map((match) => ({
      sql: withoutValues(withoutComments(match[1] ?? '')),
      line: text.slice(0, match.index).split('\n').length,
    }))
    .filter(({ sql }) => speaksSql.test(sql))
}

/** A bound value, however it is worked out, is `$1`. */
function withoutValues(sql: string): string {
  const shorter = sql.replace(/\$?\{[^{}]*\}/g, (value) => (value.startsWith('$') ? '$1' : ''))
  return shorter === sql ? sql : withoutValues(shorter)
}

const withoutComments = (sql: string) => sql.replace(/--.*$/gm, '')

/** The parts of a statement between a beginning and whatever ends it. */
function partsOf(sql: string, begin: RegExp, end: RegExp): string[] {
  return [...sql.matchAll(begin)].map((match) => {
    const after = sql.slice(match.index + match[0].length)
    return after.slice(0, after.search(end) === -1 ? undefined : after.search(end))
  })
}

const setOfUpsert = (sql: string) => partsOf(sql, /\bdo update\s+set\b/g, /\bwhere\b|\breturning\b/)
const setOfUpdate = (sql: string) =>
  partsOf(sql, /\bupdate\s+\w+\s+(?:as\s+\w+\s+)?set\b/g, /\bfrom\s+(?:unnest|\(|\w+\b)|\bwhere\b|\breturning\b/)

/** What is between a case and its end, and in the brackets of a coalesce. */
function casesIn(sql: string): string[] {
  const cases = [...sql.matchAll(/\bcase\b[\s\S]*?\bend\b/g)].map(([text]) => text)
  const chosen = [...sql.matchAll(/\bcoalesce\(/g)].map((match) => {
    const after = sql.slice(match.index + match[0].length)
    return after.slice(0, endOfBrackets(after))
  })
  return [...cases, ...chosen]
}

function endOfBrackets(sql: string): number {
  let depth = 1
  for (let at = 0; at < sql.length; at += 1) {
    if (sql[at] === '(') depth += 1
    if (sql[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return sql.length
}

/** The selects that lock rows, each up to its lock and without what it has in brackets. */
function selectsUnderLock(sql: string): string[] {
  const locks = [...sql.matchAll(/\bfor (?:no key update|update|share|key share)\b/g)]
  return locks.map((match) => mirrored(withoutBrackets(mirrored(sql.slice(0, match.index)))))
}

const mirrored = (text: string) =>
  [...text]
    .reverse()
    .map((letter) => (letter === '(' ? ')' : letter === ')' ? '(' : letter))
    .join('')

/** What an insert takes its rows from: the first word after the first `from` of its select. */
function sourcesOfInserts(sql: string): string[] {
  return [...sql.matchAll(/\binsert into \w+\s*\([^)]*\)\s*select\b/g)].map((match) => {
    const after = withoutBrackets(sql.slice(match.index + match[0].length))
    const source = /^(?:(?!\bfrom\b|\bwhere\b|\bon conflict\b|\breturning\b)[\s\S])*\bfrom\s+(\w+|\()/.exec(after)?.[1]
    return source ?? 'nothing'
  })
}

/** Leaves what is in brackets out, and the brackets in: a query inside has its own `from`. */
function withoutBrackets(sql: string): string {
  let depth = 0
  let text = ''
  for (const letter of sql) {
    if (letter === ')' && depth === 0) return text
    if (letter === ')') depth -= 1
    if (depth === 0) text += letter
    if (letter === '(') depth += 1
  }
  return text
}

/** Tables whose default is another value for each row. */
const numberedTables = [
  { table: 'card', column: 'card_id' },
  { table: 'notice', column: 'position' },
  { table: 'audit_entry', column: 'entry_id' },
  { table: 'segment_change', column: 'seq' },
  { table: 'bounce', column: 'seq' },
]

/** What is in the first brackets after the values of an insert, one by one. */
function valuesOfInserts(sql: string): string[] {
  return [...sql.matchAll(/\binsert into \w+\s*\([^)]*\)\s*values\s*\(/g)].flatMap((match) => {
    const after = sql.slice(match.index + match[0].length)
    return splitAtCommas(after.slice(0, endOfBrackets(after)))
  })
}

const isUnnestAlone = (value: string) =>
  value.startsWith('unnest(') && endOfBrackets(value.slice('unnest('.length)) === value.length - 'unnest()'.length

function splitAtCommas(sql: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of sql) {
    if (letter === '(' || letter === '[') depth += 1
    if (letter === ')' || letter === ']') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}

/** What is in the innermost brackets around a place that hold a query of their own. */
function queryAround(sql: string, place: number): string | undefined {
  let depth = 0
  for (let at = place - 1; at >= 0; at -= 1) {
    if (sql[at] === ')') depth += 1
    if (sql[at] !== '(') continue
    if (depth > 0) depth -= 1
    else if (/^\(\s*select\b/.test(sql.slice(at))) return sql.slice(at + 1, at + 1 + endOfBrackets(sql.slice(at + 1)))
  }
  return undefined
}

/** Whether a query in brackets has its brand from a row of the one around it. */
function takesBrandFromOutside(sql: string): boolean {
  return [...sql.matchAll(/\b(\w+)\.brand_id = (\w+)\.brand_id\b/g)].some((match) => {
    const query = queryAround(sql, match.index)
    if (query === undefined) return false
    const known: unknown[] = [...query.matchAll(/\b(?:from|join)\s+(\w+)(?:\s+as\s+(\w+))?|\)\s+as\s+(\w+)/g)].flat()
    return [match[1], match[2]].some((name) => !known.includes(name))
  })
}

const rowFunctions = /^(unnest|jsonb?_to_recordset|jsonb?_array_elements\w*|generate_series|string_to_table)$/

export const formsOfStatements: readonly SqlForm[] = [
  {
    name: 'a clock in the set of an upsert',
    why: 'it may differ from node to node: write `= excluded.changed_at`',
    isIn: (sql) => setOfUpsert(sql).some((set) => /\b(now|\w+_timestamp|random|gen_random_uuid)\(\)/.test(set)),
  },
  {
    name: 'a clock that runs in the set of an update',
    why: 'the value must not depend on when a node is asked: write `now()`, or bind it',
    isIn: (sql) =>
      setOfUpdate(sql).some((set) => /\b(clock_timestamp|statement_timestamp|random|gen_random_uuid)\(\)/.test(set)),
  },
  {
    name: 'a column cast to an array in the set of an update',
    why: 'how texts of arrays are read may depend on settings: write string_to_array or JSON',
    isIn: (sql) => setOfUpdate(sql).some((set) => /(?<![\w.})\]'"])(\w+\.)?[a-z]\w*::\w+\[\]/.test(set)),
  },
  {
    name: 'a case of a value in the set of an update',
    why: 'Citus loses the value that is compared: write `case when state = … then`',
    isIn: (sql) => [...setOfUpdate(sql), ...setOfUpsert(sql)].some((set) => /\bcase\b(?!\s*when\b)/.test(set)),
  },
  {
    name: 'a clock in a case or coalesce of the set of an update',
    why: 'it would be read only where the node comes to it: write `from (select now() as at) as clock`',
    isIn: (sql) => setOfUpdate(sql).some((set) => casesIn(set).some((part) => /\b(now|\w+_timestamp)\(\)/.test(part))),
  },
  {
    name: 'a text that is read as a time in the set of an upsert',
    why: 'how it is read depends on settings: bind it, or compare texts of one form',
    isIn: (sql) => setOfUpsert(sql).some((set) => /\w\.\w+::(timestamptz|date|timestamp)\b/.test(set)),
  },
  {
    name: 'JSON that is built in the set of an update',
    why: 'how values are written into it depends on settings: write jsonb_set, or bind it',
    isIn: (sql) => setOfUpdate(sql).some((set) => /\b(jsonb?_build_(object|array)|to_jsonb?)\(/.test(set)),
  },
  {
    name: 'an insert that does not take its rows from a table',
    why:
      'all rows would pass through the node that is asked, and errors would lose their codes: write ' +
      '`values (…, unnest(…), unnest(…))`, or where values are worked out ' +
      '`from (select brand_id from brand where brand_id = …) as owner cross join unnest(…)`',
    isIn: (sql) => sourcesOfInserts(sql).some((source) => source === 'nothing' || rowFunctions.test(source)),
  },
  {
    name: 'something worked out from an unnest in the values of an insert',
    why: 'Citus works it out before there are rows: bind an array of what is stored',
    isIn: (sql) => valuesOfInserts(sql).some((value) => value.includes('unnest(') && !isUnnestAlone(value.trim())),
  },
  {
    name: 'rows of an unnest for a table that numbers them by itself',
    why: 'Citus takes one number for all of them: name the column, or take them from the brand’s row',
    isIn: (sql) => {
      const own = numberedTables.filter(({ table, column }) =>
        new RegExp(`\\binsert into ${table} \\((?![^)]*\\b${column}\\b)`).test(sql),
      )
      return own.length > 0 && valuesOfInserts(sql).some((value) => value.includes('unnest('))
    },
  },
  {
    name: 'a query in brackets that has its brand from outside',
    why: 'every node would be asked for it, and a node that is down would fail it: write `brand_id = …` in it too',
    // What an insert takes its rows from has to be joined by the brand.
    isIn: (sql) => /\bbrand_id = \$1/.test(sql) && !/\binsert into\b/.test(sql) && takesBrandFromOutside(sql),
  },
  {
    name: 'a row lock over several brands',
    why: 'no lock is taken over nodes: list the brands, then lock in each',
    isIn: (sql) => selectsUnderLock(sql).some((select) => !/\bbrand_id = \$1/.test(select)),
  },
  {
    name: 'an advisory lock that names no brand',
    why: 'each node has its own: write `from brand where brand_id = …`, so that the brand’s node takes it',
    isIn: (sql) => /\bpg_advisory_xact_lock\b/.test(sql) && !/\bbrand_id = \$1/.test(sql),
  },
  {
    name: 'a timeout by set_config',
    why: 'it holds on the node alone that is asked: use setTimeouts',
    isIn: (sql) => /\bset_config\('\w*timeout'/.test(sql),
  },
]

/** Forms that new migrations do without; those before the first that knows of nodes stay as they are. */
export const formsOfMigrations: readonly SqlForm[] = [
  {
    name: 'an identity column',
    why: 'grants on its sequence do not reach the nodes: make a sequence, and a default of nextval',
    isIn: (sql) => /\bgenerated\s+(always|by default)\s+as\s+identity\b|\b(big|small)?serial\b/i.test(sql),
  },
  {
    name: 'several changes of a table in one statement',
    why: 'a change of columns and one of constraints go to the nodes one at a time: write two statements',
    isIn: (sql) =>
      [...sql.matchAll(/\balter table\b[^;]*/gi)].some(([statement]) => withoutBrackets(statement).includes(',')),
  },
  {
    name: 'several things dropped by one statement',
    why: 'the nodes are told of one at a time: write a statement for each',
    isIn: (sql) => /\bdrop (index|table|function|sequence)\b[^;(']*,/i.test(sql),
  },
  {
    name: 'a table that does not begin with its brand',
    why: 'the rows of a brand lie on one node: the first column is brand_id, and all keys begin with it',
    isIn: (sql) =>
      [...sql.matchAll(/\bcreate table (?!if)(\w+) \(\s*(\w+)/gi)].some(
        ([, table = '', first]) => first !== 'brand_id' && !(table in coordinatorTables),
      ),
  },
]

/** Comments may hold anything. */
export const migrationText = (text: string) => withoutComments(text)

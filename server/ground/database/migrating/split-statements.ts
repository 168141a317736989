/** One statement of a migration, as it is sent: without the comments before it and without its semicolon. */
export interface Statement {
  readonly text: string
  /** Counted from 1. */
  readonly line: number
}

/**
 * What a semicolon within does not end: comments, quoted names and texts, and bodies in dollar quotes. A text with
 * backslashes begins with e. Comments may hold comments, which a pattern cannot follow, so they are skipped by hand.
 */
const quoted = /e'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*/iy
const word = /[\p{L}_][\p{L}\p{N}_$]*/uy

/**
 * The statements of a migration, one by one. A database that is spread over machines takes them only so; and of each of
 * them can be said what it locks. Throws where a quote or a comment is not closed.
 */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = []
  let start = 0
  let at = 0
  const end = () => {
    const statement = toStatement(sql, start, at)
    if (statement) statements.push(statement)
    at += 1
    start = at
  }
  while (at < sql.length) {
    if (sql[at] === ';') end()
    else at = endOfPart(sql, at)
  }
  end()
  return statements
}

/** Where the text, comment, name or character that begins here ends. */
function endOfPart(sql: string, at: number): number {
  if (sql.startsWith('/*', at)) return endOfComment(sql, at)
  quoted.lastIndex = at
  const found = quoted.exec(sql)
  if (found) return quoted.lastIndex
  if (/['"]/.test(sql[at] ?? '') || /^\$\w*\$/.test(sql.slice(at, at + 64))) throw notClosed(sql, at)
  word.lastIndex = at
  // A name may contain what would begin a quote elsewhere: a$b$, or the e of rate'…'.
  return word.test(sql) ? word.lastIndex : at + 1
}

function endOfComment(sql: string, from: number): number {
  let depth = 0
  for (let at = from; at < sql.length; at += 1) {
    if (sql.startsWith('/*', at)) depth += 1
    else if (sql.startsWith('*/', at)) depth -= 1
    else continue
    at += 1
    if (depth === 0) return at + 1
  }
  throw notClosed(sql, from)
}

const notClosed = (sql: string, at: number) =>
  new Error(`line ${lineOf(sql, at)}: what begins with ${sql.slice(at, at + 12).split('\n')[0]} is not closed`)

const lineOf = (sql: string, at: number) => sql.slice(0, at).split('\n').length

/** Undefined if there is nothing but comments. */
function toStatement(sql: string, from: number, to: number): Statement | undefined {
  let start = from
  for (;;) {
    start += /^\s*/.exec(sql.slice(start, to))?.[0].length ?? 0
    if (sql.startsWith('--', start)) start = Math.min(endOfPart(sql, start), to)
    else if (sql.startsWith('/*', start)) start = endOfComment(sql, start)
    else break
  }
  const text = sql.slice(start, to).trimEnd()
  return text === '' ? undefined : { text, line: lineOf(sql, start) }
}

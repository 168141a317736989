import type pg from 'pg'
import { CommitInDoubt, sqlstateOf } from './fault.ts'

/** Runs statements written as SQL. Every `${value}` is bound, never inserted as text. The only way to read rows. */
export interface Sql {
  /** What a statement returns. */
  rows<Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]>
  /** How many rows a statement changed. */
  affected(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<number>
}

/**
 * The tagged statements, on top of whatever runs a query of the driver.
 *
 * Of a transaction the first error counts. The statements behind it, which may have been sent already, fail because of
 * it, and reject with it: so whoever waits for many at once is told why, whichever promise is looked at first.
 */
export abstract class Statements implements Sql {
  /** Why the transaction under way has failed. */
  private first: unknown

  protected abstract run(query: pg.QueryConfig): Promise<pg.QueryResult>

  async rows<Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> {
    const result = await this.carryOut(namedStatement(text), values)
    return result.rows as Row[]
  }

  async affected(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<number> {
    const result = await this.carryOut(namedStatement(text), values)
    return result.rowCount ?? 0
  }

  private async carryOut(statement: Statement, values: readonly unknown[]): Promise<pg.QueryResult> {
    const { name, text, isCommit } = statement
    let result: pg.QueryResult
    try {
      result = await this.run({ name, text, values: values as unknown[] })
    } catch (error) {
      throw this.failed(error, isCommit)
    }
    if (isCommit || this.first !== undefined) this.succeeded(result, isCommit)
    return result
  }

  private failed(error: unknown, isCommit: boolean): unknown {
    const { first } = this
    this.first ??= error
    if (first === undefined) return isCommit ? new CommitInDoubt(error) : error
    return sqlstateOf(error) === behindAnError ? first : error
  }

  /** Whatever succeeds shows that no failed transaction is open. The commit of one succeeds, as a rollback. */
  private succeeded({ command }: pg.QueryResult, isCommit: boolean): void {
    const { first } = this
    this.first = undefined
    if (isCommit && command === 'ROLLBACK')
      throw first ?? new Error('a transaction that had failed was to be committed')
  }
}

/** A statement of a transaction in which an earlier one has failed. */
const behindAnError = '25P02'

interface Statement {
  readonly name: string
  readonly text: string
  readonly isCommit: boolean
}

const statements = new WeakMap<TemplateStringsArray, Statement>()
let statementCount = 0

/** Each statement in the source code has a fixed name, so the server plans it once for each connection. */
function namedStatement(strings: TemplateStringsArray): Statement {
  let statement = statements.get(strings)
  if (!statement) {
    statementCount += 1
    const text = strings.reduce((before, part, index) => `${before}$${index}${part}`)
    statement = { name: `p${statementCount}`, text, isCommit: text === 'commit' }
    statements.set(strings, statement)
  }
  return statement
}

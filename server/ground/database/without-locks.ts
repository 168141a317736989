import type { Session } from './connection.ts'

/**
 * The same statements, of which none locks a row: what they read is what a call would read that got its locks now. For
 * transactions that are read only, in which PostgreSQL refuses every statement that locks. Statements run one after the
 * other, whoever sends them.
 */
export class WithoutLocks implements Session {
  private readonly db: Session
  private last: Promise<unknown> = Promise.resolve()

  constructor(db: Session) {
    this.db = db
  }

  rows<Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> {
    return this.inTurn(() => this.db.rows<Row>(withoutLock(text), ...values))
  }

  affected(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<number> {
    return this.inTurn(() => this.db.affected(withoutLock(text), ...values))
  }

  get backend(): number {
    return this.db.backend
  }

  cutOff(): void {
    this.db.cutOff()
  }

  private inTurn<T>(run: () => Promise<T>): Promise<T> {
    const next = this.last.then(run)
    this.last = next.catch(() => undefined)
    return next
  }
}

/** Statements have one text for as long as the process runs, by which they are prepared. */
const unlocked = new WeakMap<TemplateStringsArray, TemplateStringsArray>()

function withoutLock(text: TemplateStringsArray): TemplateStringsArray {
  let found = unlocked.get(text)
  if (!found) {
    const last = text.length - 1
    const parts = text.map((part, index) => (index === last ? part.replace(lockAtEnd, '') : part))
    found = parts.at(last) === text[last] ? text : Object.assign(parts, { raw: parts })
    unlocked.set(text, found)
  }
  return found
}

const lockAtEnd = /\s+for (no key )?update( of \w+)?( skip locked| nowait)?\s*$/

import { createHash, hash } from 'node:crypto'
import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What was counted of a table's rows as COPY writes them: a line of text for each. */
export interface TableMeasure {
  readonly rows: number
  readonly bytes: number
  /** Of the text as it came. */
  readonly sha256: string
  /** The sum of the SHA-256 of each row, so that it is the same in whichever order the rows come. */
  readonly rowsSum: string
}

const lineEnd = 10
const lanes = 8

/** Counts and hashes COPY's text while it passes. Text of any length, in little memory. */
class RowMeasure {
  rows = 0
  private bytes = 0
  private readonly whole = createHash('sha256')
  private readonly sums = new Uint32Array(lanes)
  /** The beginning of a row whose end has not come yet. */
  private begun: Buffer[] = []

  add(chunk: Buffer): void {
    this.bytes += chunk.length
    this.whole.update(chunk)
    let from = 0
    for (let to = chunk.indexOf(lineEnd); to >= 0; to = chunk.indexOf(lineEnd, from)) {
      this.addRow(chunk.subarray(from, to))
      from = to + 1
    }
    if (from < chunk.length) this.begun.push(chunk.subarray(from))
  }

  end(): TableMeasure {
    if (this.begun.length > 0) throw new Error('The text of the rows ends in the middle of one.')
    const rowsSum = Buffer.alloc(4 * lanes)
    this.sums.forEach((sum, lane) => {
      rowsSum.writeUInt32BE(sum, 4 * lane)
    })
    const sha256 = this.whole.digest('hex')
    return { rows: this.rows, bytes: this.bytes, sha256, rowsSum: rowsSum.toString('hex') }
  }

  private addRow(end: Buffer): void {
    const row = this.begun.length > 0 ? Buffer.concat([...this.begun, end]) : end
    this.begun = []
    this.rows += 1
    // As text of one character per byte, which takes a third of the time that a buffer for each row would.
    const digest = hash('sha256', row, 'binary')
    for (let lane = 0; lane < lanes; lane++) this.sums[lane] = (this.sums[lane] ?? 0) + wordAt(digest, 4 * lane)
  }
}

/** Four bytes as a number; a lane holds 32 bits, so that the sum wraps around by itself. */
const wordAt = (digest: string, at: number): number =>
  (digest.charCodeAt(at) << 24) |
  (digest.charCodeAt(at + 1) << 16) |
  (digest.charCodeAt(at + 2) << 8) |
  digest.charCodeAt(at + 3)

/** Measures what passes through it. */
class MeasuredRows extends Transform {
  readonly measure = new RowMeasure()
  private readonly report: (rows: number) => void

  constructor(report: (rows: number) => void) {
    super()
    this.report = report
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.measure.add(chunk)
    this.report(this.measure.rows)
    done(null, chunk)
  }
}

export const isSameContent = (one: TableMeasure | undefined, other: TableMeasure | undefined): boolean =>
  one !== undefined && one.rows === other?.rows && one.rowsSum === other.rowsSum

/** Measures rows on their way to whoever takes them. */
export async function takeMeasured(
  rows: Readable,
  take: (rows: Readable) => Promise<void>,
  report: (rows: number, isDone: boolean) => void,
): Promise<TableMeasure> {
  const measured = new MeasuredRows((count) => report(count, false))
  const ends = await Promise.allSettled([pipeline(rows, measured), take(measured)])
  const reason = reasonOf(ends)
  if (reason) throw reason
  report(measured.measure.rows, true)
  return measured.measure.end()
}

/** Why streams that belong together failed: when one fails the others are closed early, and only say that. */
export function reasonOf(ends: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error & { code?: string }] : []))
  return reasons.find(({ code }) => code !== 'ERR_STREAM_PREMATURE_CLOSE') ?? reasons[0]
}

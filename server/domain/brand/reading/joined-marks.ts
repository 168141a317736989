import { TextMarks, type TextPosition } from './text-marks.ts'

/** A text of its own that is one entry of something larger. */
export interface TextPart {
  readonly marks: TextMarks
  readonly length: number
  /** What holds the entry, and where in it. */
  readonly holder: object
  readonly step: string | number
}

/** The positions of several texts. Each keeps its own lines; its offsets follow those of the texts before it. */
export class JoinedMarks extends TextMarks {
  private readonly parts: readonly (TextPart & { readonly start: number })[]

  constructor(parts: readonly TextPart[]) {
    super()
    let start = 0
    this.parts = parts.map((part) => {
      const placed = { ...part, start }
      // One more, so that the end of a text is not the beginning of the next.
      start += part.length + 1
      return placed
    })
  }

  override find(owner: object, step: string | number, part: 'key' | 'value'): number | undefined {
    for (const { marks, start, holder, step: own } of this.parts) {
      if (holder === owner && own === step) return start
      const offset = marks.find(owner, step, part)
      if (offset !== undefined) return start + offset
    }
    return undefined
  }

  override positionAt(offset: number): TextPosition {
    const part = this.parts.findLast(({ start }) => start <= offset)
    return part ? part.marks.positionAt(offset - part.start) : { line: 1, column: 1 }
  }

  override wordAt(offset: number): string {
    const part = this.parts.findLast(({ start }) => start <= offset)
    return part ? part.marks.wordAt(offset - part.start) : ''
  }

  override copy(from: object, to: object): void {
    for (const { marks } of this.parts) marks.copy(from, to)
  }
}

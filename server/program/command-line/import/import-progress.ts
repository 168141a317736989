import { inThousands } from '../storage/copy-progress.ts'

type Step = 'checking' | 'loading'

export interface ImportProgress {
  readonly tell: (step: Step, row: number, rows?: number) => void
  /** Leaves the line that is drawn again and again. */
  readonly end: () => void
}

const drawEveryMs = 200
const lineEveryMs = 5000
const barCharacters = 30

/** A bar on a terminal; a line every few seconds elsewhere. A small file is imported without a word. */
export function importProgress(output: NodeJS.WriteStream = process.stderr): ImportProgress {
  const began = performance.now()
  const isTerminal = output.isTTY === true
  let toldAt = began
  let isDrawn = false
  return {
    tell: (step, row, rows) => {
      const now = performance.now()
      if (now - toldAt < (isTerminal ? drawEveryMs : lineEveryMs)) return
      toldAt = now
      const seconds = Math.round((now - began) / 1000)
      isDrawn = isTerminal
      output.write(
        isTerminal ? `\r${barOf(step, row, rows)} ${seconds} s ` : `${lineOf(step, row, rows)}, ${seconds} s\n`,
      )
    },
    end: () => {
      if (isDrawn) output.write('\n')
      isDrawn = false
    },
  }
}

const words = { checking: 'Checking', loading: 'Loading' } as const

function lineOf(step: Step, row: number, rows: number | undefined): string {
  return `${words[step]}: ${inThousands(row)}${rows === undefined ? '' : ` of ${inThousands(rows)}`} rows`
}

function barOf(step: Step, row: number, rows: number | undefined): string {
  if (rows === undefined) return lineOf(step, row, rows)
  const share = row / rows
  const full = Math.floor(share * barCharacters)
  return `[${'#'.repeat(full)}${'.'.repeat(barCharacters - full)}] ${Math.floor(share * 100)} % ${lineOf(step, row, rows)}`
}

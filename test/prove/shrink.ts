import type { Step } from '../model/steps.ts'

/** A step of a story, and when it is taken. */
export interface Line {
  readonly at: number
  readonly step: Step
}

/** The earlier step that a step names by its place. */
function namedBy(step: Step): number | undefined {
  if (step.kind === 'use') return step.hold
  if (step.kind === 'bring') return step.sale
  return step.kind === 'cancel' ? step.deed : undefined
}

function naming(step: Step, place: number): Step {
  if (step.kind === 'use') return { ...step, hold: place }
  if (step.kind === 'bring') return { ...step, sale: place }
  return step.kind === 'cancel' ? { ...step, deed: place } : step
}

/** A story without some of its steps, and without those that are about them; the others name each other by their new places. */
export function without(lines: readonly Line[], dropped: ReadonlySet<number>): readonly Line[] {
  const places = new Map<number, number>()
  const left: Line[] = []
  for (const [place, { at, step }] of lines.entries()) {
    const named = namedBy(step)
    const next = named === undefined ? undefined : places.get(named)
    if (dropped.has(place) || (named !== undefined && next === undefined)) continue
    places.set(place, left.length)
    left.push({ at, step: next === undefined ? step : naming(step, next) })
  }
  return left
}

/**
 * The shortest story that still fails which leaving out ever smaller parts finds: first halves, in the end single steps. Its
 * last step is where it fails, and stays.
 */
export async function shrink(
  lines: readonly Line[],
  fails: (lines: readonly Line[]) => Promise<boolean>,
  isOver: () => boolean = () => false,
): Promise<readonly Line[]> {
  let best = lines
  let size = Math.max(1, Math.floor(lines.length / 2))
  while (!isOver()) {
    let isShorter = false
    for (let from = 0; from < best.length - 1 && !isOver(); ) {
      const dropped = new Set(Array.from({ length: Math.min(size, best.length - 1 - from) }, (_, at) => from + at))
      const fewer = without(best, dropped)
      if (fewer.length < best.length && (await fails(fewer))) {
        best = fewer
        isShorter = true
      } else from += size
    }
    if (size === 1 && !isShorter) break
    if (!isShorter || size > best.length) size = Math.max(1, Math.floor(size / 2))
  }
  return best
}

/** Something to do. It never throws: whoever makes it sees to its failures. */
export interface SideTask {
  /** What only few tasks may use at a time. */
  readonly receiver: string
  readonly run: () => Promise<void>
}

export interface Bounds {
  readonly inAll: number
  readonly perReceiver: number
}

/** Does everything, in order as far as the bounds allow: a slow receiver holds up nobody but itself. */
export function runSideBySide(tasks: readonly SideTask[], { inAll, perReceiver }: Bounds): Promise<void> {
  const waiting = [...tasks]
  const running = new Map<string, number>()
  let count = 0
  return new Promise((resolve, reject) => {
    const start = (task: SideTask) => {
      change(task.receiver, 1)
      task
        .run()
        .then(() => change(task.receiver, -1))
        .then(fill, reject)
    }
    const change = (receiver: string, by: number) => {
      count += by
      running.set(receiver, (running.get(receiver) ?? 0) + by)
    }
    const fill = () => {
      while (count < inAll) {
        const index = waiting.findIndex(({ receiver }) => (running.get(receiver) ?? 0) < perReceiver)
        const [task] = index < 0 ? [] : waiting.splice(index, 1)
        if (!task) break
        start(task)
      }
      if (count === 0) resolve()
    }
    fill()
  })
}

/** The first of each, then the second of each: no list waits for all of another. */
export function takeTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat()
}

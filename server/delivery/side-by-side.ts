/** Something to do. It never throws: whoever makes it sees to its failures. */
export interface Task {
  /** What only few tasks may use at a time. */
  readonly host: string
  readonly run: () => Promise<void>
}

export interface Bounds {
  readonly inAll: number
  readonly perHost: number
}

/** Does everything, in order as far as the bounds allow: a slow host holds up nobody but itself. */
export function runSideBySide(tasks: readonly Task[], { inAll, perHost }: Bounds): Promise<void> {
  const waiting = [...tasks]
  const running = new Map<string, number>()
  let count = 0
  return new Promise((resolve, reject) => {
    const start = (task: Task) => {
      change(task.host, 1)
      task
        .run()
        .then(() => change(task.host, -1))
        .then(fill, reject)
    }
    const change = (host: string, by: number) => {
      count += by
      running.set(host, (running.get(host) ?? 0) + by)
    }
    const fill = () => {
      while (count < inAll) {
        const index = waiting.findIndex(({ host }) => (running.get(host) ?? 0) < perHost)
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

/** Something to run. It never rejects: whoever makes the task handles its failures. */
export interface SideTask {
  /** Only a few tasks may use one receiver at a time. */
  readonly receiver: string
  readonly run: () => Promise<void>
}

export interface Bounds {
  readonly total: number
  readonly perReceiver: number
}

/** Runs all tasks, in order as far as the bounds allow. A slow receiver holds up only its own tasks. */
export function runSideBySide(tasks: readonly SideTask[], { total, perReceiver }: Bounds): Promise<void> {
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
      while (count < total) {
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

/** The first element of each list, then the second of each, and so on: no list has to wait for another to end. */
export function takeTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat()
}

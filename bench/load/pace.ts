import type { Caller } from './caller.ts'

/** Lets so many calls a second begin, evenly. What finds no caller idle is not made up for: it would be more than asked for. */
export class Pace {
  private readonly perSecond: number
  private readonly idle: Caller[] = []
  private timer: NodeJS.Timeout | undefined
  private isOver = false

  constructor(perSecond: number) {
    this.perSecond = perSecond
  }

  wait(caller: Caller): void {
    if (this.isOver) caller.end()
    else this.idle.push(caller)
  }

  start(seconds: number): void {
    const began = performance.now()
    let begun = 0
    this.timer = setInterval(() => {
      const passed = (performance.now() - began) / 1000
      if (passed >= seconds) return this.stop()
      for (const due = passed * this.perSecond; begun < due; begun += 1) this.idle.shift()?.call()
    }, 1)
  }

  private stop(): void {
    clearInterval(this.timer)
    this.isOver = true
    for (const caller of this.idle.splice(0)) caller.end()
  }
}

const minute = 60_000
/** Beyond so many names all are forgotten: a line too many does no harm, a growing table would. */
const namesMax = 10_000

/** Tells whether something may be said again: once a minute for each name, so that no flood fills the log. */
export function onceAMinute(now: () => number = () => performance.now()): (name: string) => boolean {
  const saidAt = new Map<string, number>()
  return (name) => {
    const at = now()
    const before = saidAt.get(name)
    if (before !== undefined && at - before < minute) return false
    if (saidAt.size >= namesMax) saidAt.clear()
    saidAt.set(name, at)
    return true
  }
}

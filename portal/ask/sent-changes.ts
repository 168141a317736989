/** A change that was sent, and of which it is not known yet whether it was made. */
export interface SentChange {
  readonly requestId: string
  readonly brand: string
  /** Who sent it: nobody else can ask what became of it. */
  readonly user?: string
  /** What it is, in the words of whoever sent it. */
  readonly what: string
  readonly cardNumber?: string
  readonly sentAt: number
}

const key = 'purser-sent-changes'
const keptMs = 24 * 60 * 60 * 1000
const keptMax = 50

/** What this page has sent itself: whatever else is kept was sent by a page that was closed, or by another tab. */
const sentHere = new Set<string>()

function readKept(): readonly SentChange[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isChange) : []
  } catch {
    return []
  }
}

function isChange(value: unknown): value is SentChange {
  const { requestId, brand, what, sentAt } = (value ?? {}) as Partial<SentChange>
  return [requestId, brand, what].every((text) => typeof text === 'string') && typeof sentAt === 'number'
}

function keep(changes: readonly SentChange[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(changes.slice(-keptMax)))
  } catch {
    // A browser that keeps nothing finds out about what this page has sent, for as long as it is open.
  }
}

/** Remembers a change before it is sent, so that a page that is closed and opened again can find out about it. */
export function noteSent(change: SentChange): void {
  sentHere.add(change.requestId)
  const recent = readKept().filter(({ sentAt }) => sentAt > change.sentAt - keptMs)
  keep([...recent.filter(({ requestId }) => requestId !== change.requestId), change])
}

/** It is known what became of it. */
export function forgetSent(requestId: string): void {
  keep(readKept().filter((change) => change.requestId !== requestId))
}

/** Whoever sent it is no longer logged in: they find out when they are again. */
export function leaveSent(requestId: string): void {
  sentHere.delete(requestId)
}

interface Sender {
  readonly brand: string
  readonly user: string
}

/** Somebody's changes of a brand that were sent from a page that is no longer there, as far as this one can tell. */
export function listSentBefore({ brand, user }: Sender, now: number): readonly SentChange[] {
  return readKept().filter(
    (change) =>
      change.brand === brand &&
      (change.user ?? user) === user &&
      change.sentAt > now - keptMs &&
      !sentHere.has(change.requestId),
  )
}

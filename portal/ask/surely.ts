import { useSyncExternalStore } from 'react'
import { hasReason, isPortalError, PortalError } from './portal-error.ts'
import { forgetSent, leaveSent, noteSent, type SentChange } from './sent-changes.ts'

/**
 * Changes whose answer was lost. Whoever sent one does not have to guess: it is sent again with the same id, which
 * happens once, until it is known what became of it.
 */
let unsure: readonly SentChange[] = []
const listeners = new Set<() => void>()

function setUnsure(next: readonly SentChange[]): void {
  unsure = next
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The changes of which nobody knows just now whether they were made. */
export const useUnsure = (): readonly SentChange[] => useSyncExternalStore(subscribe, () => unsure)

let leavings = 0

/** Whoever is here goes: what is in doubt is not sent again in the name of whoever comes next. They find out later. */
export function leaveUnsure(): void {
  leavings += 1
}

const longestPauseMs = 8000
const firstPauseMs = 500

/** Sends a change until it is known what became of it: what `send` answers or refuses for good. */
export async function surely<Answer>(change: SentChange, send: () => Promise<Answer>): Promise<Answer> {
  const atFirst = leavings
  let isLeft = false
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      // Whoever opens the page anew asks what became of it only once the last attempt is over.
      noteSent({ ...change, sentAt: Math.max(change.sentAt, Date.now()) })
      try {
        return await send()
      } catch (error) {
        // The session has ended meanwhile: whether the first attempt was made, nobody has said.
        isLeft = unsure.includes(change) && hasReason(error, 'loginNeeded')
        if (isLeft) throw new PortalError('inDoubt', '', { cause: error })
        if (!leavesUnsure(error) && !(unsure.includes(change) && saysNothing(error))) throw error
        if (!unsure.includes(change)) setUnsure([...unsure, change])
        if (leavings === atFirst) await pause(pauseMs)
        isLeft = leavings !== atFirst
        if (isLeft) throw new PortalError('inDoubt', '')
      }
    }
  } finally {
    if (isLeft) leaveSent(change.requestId)
    else forgetSent(change.requestId)
    if (unsure.includes(change)) setUnsure(unsure.filter((one) => one !== change))
  }
}

/** A page; where tests run without one, nothing is heard. */
const page = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>

/** It ends early once the browser has a network again. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      page.removeEventListener?.('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    page.addEventListener?.('online', end)
  })

/** Nobody said whether it was done: the network lost the answer, something between lost it, or the database did not confirm. */
function leavesUnsure(error: unknown): boolean {
  if (!isPortalError(error)) return false
  return (
    error.reason === 'unreachable' || error.reason === 'inDoubt' || (error.reason === 'fault' && error.message === '')
  )
}

/** This attempt did nothing, and says nothing of those before it: theirs may be what it would have had to wait for. */
const saysNothing = (error: unknown): boolean => hasReason(error, 'unavailable') || hasReason(error, 'slowDown')

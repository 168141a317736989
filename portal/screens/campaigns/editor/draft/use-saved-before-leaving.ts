import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Saving } from './draft.ts'

const draftIn = ({ params }: { readonly params: object }) => ('draft' in params ? params.draft : undefined)

/**
 * Whoever goes on within the moment until the last words are saved waits for it: the draft that they look at next, or publish,
 * has them. Where they cannot be saved, the page stays and tells why; whoever has read that may leave.
 */
export function useSavedBeforeLeaving({ kind }: Saving): void {
  const isUnderWay = kind === 'changed' || kind === 'saving'
  const waiting = useRef<((isSaved: boolean) => void)[]>([])
  useEffect(() => {
    if (!isUnderWay) for (const end of waiting.current.splice(0)) end(kind === 'saved')
  }, [isUnderWay, kind])
  const shouldBlockFn: ShouldBlockFn = async ({ current, next }) => {
    // From one entry of the draft to another, what is written stays with the page.
    if (current.routeId === next.routeId && draftIn(current) === draftIn(next)) return false
    return !(await new Promise<boolean>((resolve) => waiting.current.push(resolve)))
  }
  useBlocker({ shouldBlockFn, disabled: !isUnderWay, enableBeforeUnload: false })
}

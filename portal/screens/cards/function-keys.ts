import { useEffect, useRef } from 'react'

/** The keys of a till, where a browser lets a page have them. */
const functionKeys = {
  checkout: 'F2',
  redeem: 'F3',
  issue: 'F4',
  allocate: 'F4',
  hold: 'F6',
  returned: 'F7',
  replace: 'F8',
  newCard: 'F9',
} as const

export const functionKeyOf = (action: string): string | undefined =>
  Object.hasOwn(functionKeys, action) ? functionKeys[action as keyof typeof functionKeys] : undefined

/** How many dialogs are open, wherever they were opened from. */
let openDialogs = 0

/** While it is open, function keys do nothing: what they would do is not about what is asked in it. */
export function useOpenDialog(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    openDialogs += 1
    return () => {
      openDialogs -= 1
    }
  }, [isOpen])
}

/** Also one that is not of the till, such as the search or a proof of identity; it may not have the focus yet. */
const hasDialog = () =>
  openDialogs > 0 ||
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null ||
  document.activeElement?.closest('[role="dialog"]') != null

/** Does what a function key stands for, as long as no dialog is open. */
export function useFunctionKeys(actions: readonly string[], run: ((action: string) => void) | undefined): void {
  const latest = useRef({ actions, run })
  latest.current = { actions, run }
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { actions: able, run: go } = latest.current
      const action = able.find((one) => functionKeyOf(one) === event.key)
      if (action === undefined || !go || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      if (!event.repeat && !hasDialog()) go(action)
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}

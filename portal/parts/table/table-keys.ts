import { useEffect } from 'react'

const isTyping = (element: Element | null) =>
  element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName))

/** Moves among the rows of a table with j and k, wherever the focus is, unless somebody types or a dialog is open. */
export function useTableKeys(table: React.RefObject<HTMLElement | null>, onClose?: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(at)) return
      // A dialog that this key has closed may be gone by now; where the key was pressed still knows of it.
      if (document.querySelector('[role="dialog"]') || at?.closest('[role="dialog"]')) return
      if (event.key === 'Escape') onClose?.()
      else if (event.key === 'j' || event.key === 'k') moveFocus(table.current, event.key === 'j' ? 1 : -1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [table, onClose])
}

function moveFocus(table: HTMLElement | null, step: number): void {
  const openers = [...(table?.querySelectorAll<HTMLElement>('[data-row-opener]') ?? [])]
  const current = openers.findIndex((one) => one.closest('tr')?.contains(document.activeElement))
  const next = current < 0 ? 0 : Math.min(Math.max(current + step, 0), openers.length - 1)
  openers[next]?.focus()
}

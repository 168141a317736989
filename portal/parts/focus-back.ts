import { useEffect, useState } from 'react'

let opener: HTMLElement | undefined

/**
 * For a dialog that is there only while it is open: the kit gives the focus back when one is closed, not when it is gone.
 * Without this, whoever works with the keyboard would begin again at the top of the page.
 */
export function useFocusBack(isOpen = true): void {
  const [from] = useState(() => (isOpen ? findOpener() : undefined))
  useEffect(
    () => () => {
      if (from) setTimeout(() => giveBack(from), 20)
    },
    [from],
  )
}

/** What was pressed. A dialog that follows another goes back to where the first was opened. */
function findOpener(): HTMLElement | undefined {
  const at = document.activeElement
  if (at instanceof HTMLElement && at !== document.body && !at.closest('[role="dialog"]')) opener = at
  return opener
}

function giveBack(from: HTMLElement): void {
  if (document.activeElement !== document.body) return
  const to = from.isConnected ? from : document.getElementById('content')
  to?.focus({ preventScroll: true })
}

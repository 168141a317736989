import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Answers whether it was meant for it. */
type ScanTarget = (text: string) => boolean

interface Scans {
  readonly targets: ScanTarget[]
  /** Ready for the next customer. */
  readonly focusField: () => void
  readonly openNext: (text: string) => void
}

const ScanContext = createContext<Scans | undefined>(undefined)

/** Keys further apart do not belong together. */
const longestGapMs = 200
/** Nobody types as fast as a scanner does: 22 keys a second, from the first to the last. */
const scannedKeyMs = 45
const shortestScan = 6

interface ScannedPageProps {
  /** What is done with a scan that no open dialog wants. */
  readonly onScan: (text: string) => void
  readonly focusField: () => void
  readonly children: ReactNode
}

/**
 * A scanner types a number and Enter, whatever has the focus: a field gets back what it had, no button is pressed, and
 * the scan goes to whoever is waiting for one.
 */
export function ScannedPage({ onScan, focusField, children }: ScannedPageProps) {
  const latest = useRef({ onScan, focusField })
  latest.current = { onScan, focusField }
  const scans = useRef<Scans>({
    targets: [],
    focusField: () => latest.current.focusField(),
    openNext: (text) => latest.current.onScan(text),
  })
  useEffect(() => {
    const hear = scanReader((text) => {
      const isTaken = scans.current.targets.toReversed().some((target) => target(text))
      if (!isTaken) latest.current.onScan(text)
    })
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [])
  return <ScanContext value={scans.current}>{children}</ScanContext>
}

/** While something waits for a scan, such as a dialog for a product or a card. Does nothing where nobody scans. */
export function useScanTarget(target: ScanTarget): void {
  const scans = useContext(ScanContext)
  const latest = useRef(target)
  latest.current = target
  useEffect(() => {
    if (!scans) return
    const own: ScanTarget = (text) => latest.current(text)
    scans.targets.push(own)
    return () => void scans.targets.splice(scans.targets.indexOf(own), 1)
  }, [scans])
}

/** Where customers are served, what was done leads to the next scan; undefined elsewhere. */
export const useFocusOnScan = (): (() => void) | undefined => useContext(ScanContext)?.focusField

/** Takes what was scanned for the next customer's; undefined where nobody scans. */
export const useNextScan = (): ((text: string) => void) | undefined => useContext(ScanContext)?.openNext

const nothing = () => undefined

function scanReader(onScan: (text: string) => void) {
  let typed = ''
  let firstAt = 0
  let lastAt = 0
  let restore: () => void = nothing
  return (event: KeyboardEvent) => {
    const goesOn = event.timeStamp - lastAt < longestGapMs
    lastAt = event.timeStamp
    if (!goesOn) {
      typed = ''
      firstAt = lastAt
      restore = keepValue(event.target)
    }
    const isFast = lastAt - firstAt < typed.length * scannedKeyMs
    if (event.key === 'Enter' && isFast && typed.length >= shortestScan) {
      event.preventDefault()
      event.stopPropagation()
      // Whoever takes the scan sees the field as it was before.
      flushSync(restore)
      onScan(typed)
    } else if (event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) typed += event.key
    // What comes after Enter is something new, however soon it comes.
    if (event.key === 'Enter') lastAt = Number.NEGATIVE_INFINITY
  }
}

/** What puts a field back to what it had before something was typed into it. */
function keepValue(target: EventTarget | null): () => void {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  if (!isField) return nothing
  const before = target.value
  return () => {
    if (target.value === before) return
    // React takes over what its own setter did not do.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set?.call(target, before)
    target.dispatchEvent(new Event(target instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  }
}

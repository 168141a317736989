import { useEffect, useRef } from 'react'
import { useTellFailed } from '../../parts/use-tell-failed.ts'
import { useTexts } from '../../texts/texts.ts'

/**
 * For a form that may be closed while something of it is being sent: what went wrong is shown in it, and once it is gone,
 * as a message that stays. Nobody takes a dialog that has closed for something that was done.
 */
export function useToldWhenGone(): (what: string) => (error: unknown) => void {
  const { till } = useTexts()
  const tell = useTellFailed()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return (what) => (error) => {
    if (!isHere.current) tell({ what, title: till.notDone(what) }, error)
  }
}

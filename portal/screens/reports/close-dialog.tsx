import { Select, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatMonth } from '../../../server/domain/report-words/cell-words.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { newRequestId, useCallToDo } from '../../ask/queries.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showDone } from '../../parts/done-message.tsx'
import { useTexts } from '../../texts/texts.ts'
import { monthsThrough } from './month-days.ts'
import type { NextMonth } from './report-answer.ts'

interface CloseDialogProps {
  readonly next: NextMonth
  readonly onClose: () => void
}

/**
 * Closes the oldest open month, or several one after the other: each is closed for itself, in order. Whoever cancels
 * meanwhile stops it after the month that is being closed.
 */
export function CloseDialog({ next, onClose }: CloseDialogProps) {
  const texts = useTexts().reports.months
  const { language, timeZone } = useBrand()
  // What can be closed is what was over when the dialog was opened; the list behind it changes with every month.
  const [months] = useState(() => monthsThrough(next.month, Date.now(), timeZone))
  const [first = next.month] = months
  const [until, setUntil] = useState(first)
  const name = (month: string) => formatMonth(month, language)
  const chosen = months.slice(0, months.indexOf(until) + 1)
  const isOne = chosen.length === 1
  const closing = useClosing(chosen, (count) => {
    showDone(count > 1 ? texts.closedSeveral(count) : texts.closed(name(first)))
    onClose()
  })
  const { done, isBusy, isStopping } = closing
  const title = isOne ? texts.close(name(first)) : texts.closeSeveral(chosen.length)
  return (
    <ConfirmDialog
      isOpen
      title={title}
      consequence={
        <Stack gap="xs">
          {months.length > 1 && (
            <Select
              label={texts.through}
              data={months.map((month) => ({ value: month, label: name(month) }))}
              value={until}
              onChange={(month) => setUntil(month ?? first)}
              allowDeselect={false}
              readOnly={isBusy || done > 0}
              maw={260}
            />
          )}
          <Text>{isOne ? texts.consequence(name(first)) : texts.consequenceSeveral(name(first), name(until))}</Text>
          {next.youngCalls > 0 && <Text>{texts.young(next.youngCalls, name(next.month))}</Text>}
          {done > 0 && <Text role="status">{texts.closedSoFar(done, chosen.length)}</Text>}
          {isStopping && <Text role="status">{texts.stopping(name(chosen[done] ?? until))}</Text>}
        </Stack>
      }
      action={title}
      isBusy={isBusy}
      error={closing.error}
      onConfirm={() => void closing.close()}
      // Pressed again, it does not wait for the month either; what follows is not closed.
      canStop
      onClose={isBusy && !isStopping ? closing.stop : onClose}
    />
  )
}

/** Closes months in order, from where it got to; `onEnd` is told how many are closed: all, or those before the stop. */
function useClosing(chosen: readonly string[], onEnd: (count: number) => void) {
  const change = useCallToDo('closeMonth')
  const [requestIds] = useState(() => new Map<string, string>())
  const [done, setDone] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [isStopping, setStopping] = useState(false)
  const isStopped = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const idOf = (month: string) => {
    const id = requestIds.get(month) ?? newRequestId()
    requestIds.set(month, id)
    return id
  }
  const close = async () => {
    setBusy(true)
    try {
      let count = done
      for (const month of chosen.slice(done)) {
        await change.mutateAsync({ request: { month }, requestId: idOf(month) })
        count += 1
        if (isGone.current) return
        setDone(count)
        if (isStopped.current) break
      }
      onEnd(count)
    } catch {
      // The dialog stays and says what is wrong, and which months are closed by now.
    } finally {
      isStopped.current = false
      setStopping(false)
      setBusy(false)
    }
  }
  const stop = () => {
    isStopped.current = true
    setStopping(true)
  }
  return { close, stop, done, isBusy, isStopping, error: change.error }
}

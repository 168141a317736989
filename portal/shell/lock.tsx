import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { ask } from '../ask/ask.ts'
import { useMe } from '../ask/brand-context.ts'
import { leaveUnsure, useUnsure } from '../ask/surely.ts'
import { useTexts } from '../texts/texts.ts'

/** Without a key or a touch for this long, the next at the counter may be somebody else. The server ends the session soon after. */
const idleMs = 4 * 60_000
/** Whoever only types asks the server nothing, and is told of as often as it remembers. */
const tellMs = 60_000
const lookMs = 5000
/** How long the end of a session is waited for. */
const answerMs = 5000

const lockKey = 'F10'

/** On a registered device: back to the choice of cashiers, by a button, a key, or when nobody does anything. */
export function Lock() {
  const { shell } = useTexts()
  const { device, displayName } = useMe()
  const isOn = device?.hasPin === true
  // What is in doubt keeps nobody here: who sent it finds out at the next login.
  const unsure = useUnsure().length
  const isSending = useIsMutating() > unsure
  const lock = useLock()
  useIdleLock(isOn && !isSending, lock)
  useEffect(() => {
    if (!isOn) return
    const hear = (event: KeyboardEvent) => {
      if (event.key !== lockKey || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      if (!event.repeat && !isSending) lock()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [isOn, isSending, lock])
  if (!isOn) return null
  return (
    <Button
      variant="default"
      leftSection={<IconLock size={18} stroke={1.6} />}
      aria-label={shell.lockOf(displayName)}
      aria-keyshortcuts={lockKey}
      title={`${shell.lockOf(displayName)} (${lockKey})`}
      disabled={isSending}
      onClick={lock}
    >
      {shell.lock}
    </Button>
  )
}

/** The page is loaded anew, so that nothing of one cashier is left for the next. */
export function useLock(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(() => {
    const leave = () => location.assign('/portal/login')
    // Without a network no page is loaded; the session ends by itself, or with the next login.
    const stay = () => {
      client.clear()
      navigate({ to: '/login' }).catch(() => undefined)
    }
    leaveUnsure()
    Promise.race([ask('logOut', {}), givenUp()]).then(leave, stay)
  }, [client, navigate])
}

/** A network that swallows everything does not say so. */
const givenUp = () => new Promise<never>((_, reject) => setTimeout(reject, answerMs))

function useIdleLock(isOn: boolean, lock: () => void): void {
  const last = useRef(0)
  useEffect(() => {
    if (!isOn) return
    last.current = Date.now()
    let told = Date.now()
    const note = () => {
      const now = Date.now()
      last.current = now
      if (now - told < tellMs) return
      told = now
      ask('me', {}).catch(() => undefined)
    }
    const timer = setInterval(() => {
      if (Date.now() - last.current < idleMs) return
      clearInterval(timer)
      lock()
    }, lookMs)
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, note, true)
    return () => {
      clearInterval(timer)
      for (const event of events) window.removeEventListener(event, note, true)
    }
  }, [isOn, lock])
}

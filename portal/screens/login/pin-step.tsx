import { Alert, Anchor, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CounterDevice } from '../../ask/answers.ts'
import { ask } from '../../ask/ask.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { useTexts } from '../../texts/texts.ts'
import classes from './login.module.css'
import { LoginCard } from './login-card.tsx'
import { PinPad } from './pin-pad.tsx'

interface PinStepProps {
  readonly device: CounterDevice
  readonly environment: string | undefined
  readonly onDone: () => void
  readonly onPassword: () => void
}

/** The next cashier of a device: who they are by one key, then the PIN, whose last digit logs in. */
export function PinStep({ device, environment, onDone, onPassword }: PinStepProps) {
  const { login } = useTexts()
  const { cashiers } = device
  const field = useRef<HTMLInputElement>(null)
  const { userId, choose, typed, type, left, isScanned, error } = usePin(cashiers, onDone)
  const pick = (id: string) => {
    choose(id)
    field.current?.focus()
  }
  useCashierKeys((index) => {
    const one = cashiers[index]
    if (one) pick(one.userId)
    return one !== undefined
  })
  return (
    <LoginCard title={device.name} why={login.pin.why} environment={environment}>
      <CashierChoice {...{ cashiers, userId }} onChoose={pick} />
      {left !== 0 && (
        <Stack gap="xs">
          <PasswordField
            ref={field}
            label={login.pin.pin}
            autoFocus
            autoComplete="off"
            inputMode="numeric"
            classNames={{ innerInput: classes.digits ?? '' }}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <PinPad value={typed} onChange={type} />
        </Stack>
      )}
      {left !== undefined && (
        <Alert color="red" role="alert">
          {left === 0 ? login.pin.locked : login.pin.wrong(left)}
        </Alert>
      )}
      {isScanned && (
        <Alert color="yellow" role="alert">
          {login.pin.scanned}
        </Alert>
      )}
      {error && <ErrorPanel error={error} />}
      <Anchor component="button" type="button" size="sm" onClick={onPassword}>
        {login.pin.byPassword}
      </Anchor>
    </LoginCard>
  )
}

/** Nobody types so fast; a scanner does. */
const lastDigitMs = 80
/** What comes sooner after a scan's key belongs to it. */
const scanRestMs = 200

type Cashiers = CounterDevice['cashiers']

/** What is typed for whom, and how often it may be wrong again. */
function usePin(cashiers: Cashiers, onDone: () => void) {
  const [userId, setUserId] = useState((cashiers.find(({ isLast }) => isLast) ?? cashiers[0])?.userId)
  const [typed, setTyped] = useState('')
  const [isScanned, setScanned] = useState(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const restEndsAt = useRef(0)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const chosen = cashiers.find((one) => one.userId === userId)
  const enter = useMutation({
    mutationFn: (given: { readonly userId: string; readonly pin: string }) => ask('logInByPin', given),
    onSuccess: ({ left }) => (left === undefined ? onDone() : setTyped('')),
    onError: () => setTyped(''),
  })
  const choose = (id: string) => {
    clearTimeout(waiting.current)
    setScanned(false)
    setUserId(id)
    setTyped('')
    enter.reset()
  }
  const type = (text: string) => {
    // The rest of a scan is none of a PIN either.
    if (Date.now() < restEndsAt.current) {
      restEndsAt.current = Date.now() + scanRestMs
      return
    }
    const digits = text.replaceAll(/\D/g, '')
    if (enter.isPending || !chosen) return
    clearTimeout(waiting.current)
    // A scanner types on at once: that is no PIN, and counts for none.
    const isTooLong = digits.length > chosen.digits
    setScanned(isTooLong)
    setTyped(isTooLong ? '' : digits)
    if (isTooLong) restEndsAt.current = Date.now() + scanRestMs
    if (digits.length !== chosen.digits) return
    waiting.current = setTimeout(() => enter.mutate({ userId: chosen.userId, pin: digits }), lastDigitMs)
  }
  const left = enter.data?.left ?? (chosen?.isLocked ? 0 : undefined)
  return { userId, choose, typed, type, left, isScanned, error: enter.error }
}

interface CashierChoiceProps {
  readonly cashiers: Cashiers
  readonly userId: string | undefined
  readonly onChoose: (userId: string) => void
}

function CashierChoice({ cashiers, userId, onChoose }: CashierChoiceProps) {
  const { login } = useTexts()
  return (
    <SimpleGrid cols={2} spacing="xs" role="group" aria-label={login.pin.cashiers}>
      {cashiers.map((one, index) => (
        <Button
          key={one.userId}
          size="md"
          variant={one.userId === userId ? 'filled' : 'default'}
          aria-pressed={one.userId === userId}
          rightSection={index < keysMax && <Text size="xs">F{index + 1}</Text>}
          onClick={() => onChoose(one.userId)}
        >
          {one.name}
        </Button>
      ))}
    </SimpleGrid>
  )
}

/** More have no key of their own that a browser would give away. */
const keysMax = 9

/** F1 is the first, and so on: one key chooses who is there. */
function useCashierKeys(choose: (index: number) => boolean): void {
  const latest = useRef(choose)
  latest.current = choose
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const [, key] = /^F([1-9])$/.exec(event.key) ?? []
      if (key === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (latest.current(Number(key) - 1)) event.preventDefault()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}

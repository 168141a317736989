import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Factor, LoginAnswer } from '../../ask/answers.ts'
import { asking } from '../../ask/queries.ts'
import { meQuery } from '../../ask/session.ts'
import { leaveUnsure } from '../../ask/surely.ts'
import { useTexts } from '../../texts/texts.ts'
import { LoginCard } from './login-card.tsx'
import { NewPinStep } from './new-pin-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { PinStep } from './pin-step.tsx'
import { SecondStep } from './second-step.tsx'
import { SetUpStep } from './set-up-step.tsx'

const route = getRouteApi('/login')

/** The way in: on a device of a till by PIN; else password, then a second factor, or setting one up, as the server wants it. */
export function LoginScreen() {
  const { from, sso } = route.useSearch()
  const { login } = useTexts()
  const client = useQueryClient()
  const before = useQuery({ ...asking('beforeLogIn', {}), staleTime: 0 })
  const me = useQuery({ ...meQuery, retry: false })
  const [answer, setAnswer] = useState<LoginAnswer>()
  const [isByPassword, setByPassword] = useState(false)
  /** The device on which whoever has just logged in may set a PIN. */
  const [pinFor, setPinFor] = useState<string>()
  const step = answer ?? me.data
  useEffect(leaveUnsure, [])
  // The page is loaded anew: whoever comes next may be somebody else, and begins with nothing of the one before.
  const leave = () => location.assign(`/portal${from ?? '/'}`)
  const enter = async () => {
    const { device } = await client.fetchQuery({ ...meQuery, staleTime: 0 })
    if (device?.mayHavePin && !device.hasPin) setPinFor(device.name)
    else leave()
  }
  const go = (next: LoginAnswer) => {
    setAnswer(next)
    if (!next.owes) enter().catch(() => undefined)
  }
  const enterByPin = () => location.assign('/portal/')
  const finishPin = () => client.fetchQuery({ ...meQuery, staleTime: 0 }).then(leave, leave)
  const factors: readonly Factor[] = step?.factors ?? []
  const { environment, device } = before.data ?? {}
  if (pinFor !== undefined) return <NewPinStep device={pinFor} environment={environment} onDone={finishPin} />
  if (step?.owes === 'secondFactor') return <SecondStep {...{ factors, environment }} onDone={go} />
  if (step?.owes === 'newFactor') return <SetUpStep environment={environment} onDone={() => go({})} />
  if (before.isPending)
    return (
      <LoginCard title={login.welcome}>
        <Skeleton height={220} />
      </LoginCard>
    )
  if (device && device.cashiers.length > 0 && !isByPassword)
    return <PinStep {...{ device, environment }} onDone={enterByPin} onPassword={() => setByPassword(true)} />
  return <PasswordStep before={before.data} error={before.error} ssoProblem={sso} onDone={go} />
}

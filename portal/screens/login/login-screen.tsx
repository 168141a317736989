import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Factor, LoginAnswer } from '../../ask/answers.ts'
import { asking } from '../../ask/queries.ts'
import { meQuery } from '../../ask/session.ts'
import { PasswordStep } from './password-step.tsx'
import { SecondStep } from './second-step.tsx'
import { SetUpStep } from './set-up-step.tsx'

const route = getRouteApi('/login')

/** The way in: password, then a second factor, or setting one up, as far as the server wants it. */
export function LoginScreen() {
  const { from, sso } = route.useSearch()
  const client = useQueryClient()
  const router = useRouter()
  const before = useQuery(asking('beforeLogIn', {}))
  const me = useQuery({ ...meQuery, retry: false })
  const [answer, setAnswer] = useState<LoginAnswer>()
  const step = answer ?? me.data
  const enter = async () => {
    await client.fetchQuery({ ...meQuery, staleTime: 0 })
    router.history.push(`/portal${from ?? '/'}`)
  }
  const go = (next: LoginAnswer) => {
    setAnswer(next)
    if (!next.owes) enter().catch(() => undefined)
  }
  const factors: readonly Factor[] = step?.factors ?? []
  const environment = before.data?.environment
  if (step?.owes === 'secondFactor') return <SecondStep {...{ factors, environment }} onDone={go} />
  if (step?.owes === 'newFactor') return <SetUpStep environment={environment} onDone={() => go({})} />
  return <PasswordStep before={before.data} error={before.error} ssoProblem={sso} onDone={go} />
}

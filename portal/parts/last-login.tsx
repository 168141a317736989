import { Alert, Text } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import type { Me } from '../ask/answers.ts'
import { useTexts } from '../texts/texts.ts'
import { PlainMoment } from './plain-moment.tsx'

type LastLoginOf = Pick<Me, 'lastLogin' | 'failedBefore' | 'isNewDevice'>

/** When and from where somebody logged in before, and what has failed since. */
export function LastLogin({ lastLogin, failedBefore, isNewDevice }: LastLoginOf) {
  const { profile } = useTexts()
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {lastLogin ? (
        <>
          {profile.lastLogin(lastLogin.from ?? '')} <PlainMoment at={lastLogin.at} />.{' '}
        </>
      ) : (
        `${profile.firstLogin} `
      )}
      {failedBefore > 0 && `${profile.failedBefore(failedBefore)} `}
      {isNewDevice && profile.newDevice}
    </Text>
  )
}

/** The same, where something of it may not have been them. */
export function LoginWarning({ me }: { readonly me: LastLoginOf }) {
  const { profile } = useTexts()
  if (me.failedBefore === 0 && !me.isNewDevice) return null
  return (
    <Alert color="yellow" icon={<IconShieldExclamation aria-hidden />} title={profile.wasItYou}>
      <LastLogin {...me} />
      <Text size="sm">{profile.notYou}</Text>
    </Alert>
  )
}

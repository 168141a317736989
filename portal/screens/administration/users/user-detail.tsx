import { Alert, Button, Divider, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAsking, useAskToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { SessionList } from '../../../parts/session-list.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { ReachFields, type UserReach } from './reach-fields.tsx'
import type { ListedUser } from './user.ts'
import { UserActions } from './user-actions.tsx'

interface UserDetailProps {
  readonly user: ListedUser
  readonly onGone: () => void
}

/** Somebody's role, sessions, and the ways to help them or keep them out. */
export function UserDetail({ user, onGone }: UserDetailProps) {
  const { users } = useTexts().administration
  const sessions = useAsking('userSessions', { userId: user.userId }, { enabled: user.isGoverned })
  if (!user.isGoverned) return <Alert color="gray">{users.notYours}</Alert>
  const count = sessions.data?.sessions.length
  return (
    <Stack gap="lg">
      <ReachForm user={user} />
      <Divider />
      <Stack gap="sm">
        <Title order={3}>{users.sessions}</Title>
        {sessions.error && <ErrorPanel error={sessions.error} />}
        {count === 0 && (
          <Text size="sm" c="dimmed">
            {users.sessionsNone}
          </Text>
        )}
        <SessionList sessions={sessions.data?.sessions} Time={Moment} />
      </Stack>
      <Divider />
      <UserActions user={user} sessionCount={count ?? 0} onGone={onGone} />
    </Stack>
  )
}

function ReachForm({ user }: { readonly user: ListedUser }) {
  const { users } = useTexts().administration
  const { role, group, location, everyBrand, userId, displayName } = user
  const [reach, setReach] = useState<UserReach>({ role, group, location })
  const change = useAskToChange('changeUser')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const request = { userId, ...reach, everyBrand: everyBrand && !reach.group && !reach.location }
    change.mutate(request, { onSuccess: () => showDone(users.changed(displayName)) })
  }
  const isSame = reach.role === role && reach.group === group && reach.location === location
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <ReachFields reach={reach} onChange={setReach} />
        {change.error && <ErrorPanel error={change.error} />}
        <Button type="submit" disabled={isSame} loading={change.isPending}>
          {users.change}
        </Button>
      </Stack>
    </form>
  )
}

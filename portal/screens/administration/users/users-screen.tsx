import { Button, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { ListWithDetail } from '../../../parts/list-with-detail.tsx'
import { Page } from '../../../parts/page.tsx'
import { type Mood, StatusBadge } from '../../../parts/status-badge.tsx'
import { DataTable } from '../../../parts/table/data-table.tsx'
import type { Texts } from '../../../texts/shape.ts'
import { useTexts } from '../../../texts/texts.ts'
import { InviteUser } from './invite-user.tsx'
import { type PlaceNames, usePlaceNames } from './place-names.ts'
import { type ListedUser, placeOf } from './user.ts'
import { UserDetail } from './user-detail.tsx'

const route = getRouteApi('/b/$brand/settings/users')

/** Who may use the portal for the brand. */
export function UsersScreen() {
  const texts = useTexts()
  const { users } = texts.administration
  const { data, error, refetch } = useAsking('listUsers', {})
  const { open } = route.useSearch()
  const navigate = useNavigate({ from: '/b/$brand/settings/users' })
  const [isInviting, setInviting] = useState(false)
  const places = usePlaceNames()
  const mayManage = useMay('users.manage')
  const show = (userId?: string) =>
    navigate({ to: '.', search: (before) => ({ ...before, open: userId }), resetScroll: false })
  const user = data?.users.find(({ userId }) => userId === open)
  return (
    <Page
      title={users.title}
      about={users.about}
      primary={
        mayManage && (
          <Button leftSection={<IconUserPlus size={18} />} onClick={() => setInviting(true)}>
            {users.invite}
          </Button>
        )
      }
    >
      {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
      <ListWithDetail
        list={
          <DataTable
            name={users.title}
            rows={data?.users}
            columns={columnsOf(texts, places)}
            rowKey={({ userId }) => userId}
            onOpen={({ userId }) => show(userId)}
            openKey={open}
            onClose={() => show()}
            empty={<EmptyState title={users.empty} what={users.emptyWhat} />}
          />
        }
        detail={
          user && {
            title: user.displayName,
            content: <UserDetail key={user.userId} user={user} onGone={() => show()} />,
            onClose: () => show(),
          }
        }
      />
      <InviteUser isOpen={isInviting} onClose={() => setInviting(false)} />
    </Page>
  )
}

const moods: Readonly<Record<ListedUser['state'], Mood>> = { active: 'good', invited: 'waiting', disabled: 'bad' }

const columnsOf = ({ roles, administration: { users } }: Texts, places: PlaceNames) => [
  {
    id: 'name',
    title: users.name,
    show: ({ displayName, name }: ListedUser) => (
      <>
        {displayName}
        {displayName !== name && (
          <Text size="sm" c="dimmed" fw={400}>
            {name}
          </Text>
        )}
      </>
    ),
    plain: ({ name }: ListedUser) => name,
  },
  {
    id: 'role',
    title: users.role,
    show: ({ role }: ListedUser) => roles[role],
    plain: ({ role }: ListedUser) => roles[role],
  },
  {
    id: 'where',
    title: users.where,
    show: (user: ListedUser) => placeOf(user, places, users),
    plain: (user: ListedUser) => placeOf(user, places, users),
  },
  {
    id: 'state',
    title: users.state,
    show: ({ state }: ListedUser) => <StatusBadge mood={moods[state]} text={users.states[state]} />,
    plain: ({ state }: ListedUser) => users.states[state],
  },
  {
    id: 'secondFactor',
    title: users.secondFactor,
    show: ({ hasSecondFactor }: ListedUser) => (hasSecondFactor ? users.secondFactorYes : users.secondFactorNo),
    plain: ({ hasSecondFactor }: ListedUser) => (hasSecondFactor ? users.secondFactorYes : users.secondFactorNo),
  },
  {
    id: 'lastLogin',
    title: users.lastLogin,
    show: ({ loggedInAt }: ListedUser) => (loggedInAt === undefined ? users.never : <Moment at={loggedInAt} />),
    plain: ({ loggedInAt }: ListedUser) => loggedInAt,
  },
]

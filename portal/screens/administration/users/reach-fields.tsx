import { Select } from '@mantine/core'
import type { Role } from '../../../../server/domain/judge/permissions.ts'
import { useTexts } from '../../../texts/texts.ts'
import { usePlaceNames } from './place-names.ts'

/** What somebody may do, and where. */
export interface UserReach {
  readonly role: Role
  readonly group?: string | undefined
  readonly location?: string | undefined
}

interface ReachFieldsProps {
  readonly reach: UserReach
  readonly onChange: (reach: UserReach) => void
}

const nowhere = ''

export function ReachFields({ reach, onChange }: ReachFieldsProps) {
  const { roles, administration } = useTexts()
  const { users } = administration
  const { locations, groups } = usePlaceNames()
  const options = [
    { value: nowhere, label: users.restrictionNone },
    ...(groups.length > 0
      ? [{ group: users.groups, items: groups.map(({ id, name }) => ({ value: `group ${id}`, label: name })) }]
      : []),
    { group: users.locations, items: locations.map(({ id, name }) => ({ value: `location ${id}`, label: name })) },
  ]
  return (
    <>
      <Select
        label={users.role}
        allowDeselect={false}
        data={Object.entries(roles).map(([value, label]) => ({ value, label }))}
        value={reach.role}
        onChange={(role) => role !== null && onChange({ ...reach, role: role as Role })}
      />
      <Select
        label={users.restriction}
        allowDeselect={false}
        data={options}
        value={chosen(reach)}
        onChange={(place) => onChange({ role: reach.role, ...fromChoice(place ?? nowhere) })}
      />
    </>
  )
}

function chosen({ group, location }: UserReach): string {
  if (location !== undefined) return `location ${location}`
  return group === undefined ? nowhere : `group ${group}`
}

function fromChoice(choice: string): Pick<UserReach, 'group' | 'location'> {
  const [, kind, id] = /^(group|location) (.*)$/s.exec(choice) ?? []
  if (id === undefined) return {}
  return kind === 'group' ? { group: id } : { location: id }
}

import { Alert, MultiSelect, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useBrand } from '../../../ask/brand-context.ts'
import { useCalling } from '../../../ask/queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { RightsForm } from './key-rights.ts'
import { type Givable, useGivable } from './use-givable.ts'

interface RightsFieldsProps {
  readonly rights: RightsForm
  /** The first day that makes sense as the last one. */
  readonly firstDay?: string
  readonly onChange: (rights: RightsForm) => void
}

const allGroups = ['merchant', 'read', 'flex', 'admin'] as const

/** What a key may do. */
export function RightsFields({ rights, firstDay, onChange }: RightsFieldsProps) {
  const { keys } = useTexts()
  const { interfaceTimeZone } = useBrand()
  const givable = useGivable()
  const { data: places } = useCalling('listLocations', {})
  const locations = places?.locations.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })) ?? []
  return (
    <Stack gap="md">
      <MultiSelect
        label={keys.scopeField}
        description={keys.scopeHint}
        data={scopesOf(givable, keys)}
        value={[...rights.scope]}
        onChange={(scope) => onChange({ ...rights, scope })}
        searchable
        clearable
        maxDropdownHeight={280}
      />
      {rights.scope.length === 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
          {givable.canGiveAll ? keys.anythingWarning : keys.scopeNeeded}
        </Alert>
      )}
      <MultiSelect
        label={keys.locationsField}
        description={keys.locationsHint}
        data={locations}
        value={[...rights.locations]}
        onChange={(chosen) => onChange({ ...rights, locations: chosen })}
        searchable
        clearable
      />
      <TagsInput
        label={keys.addressesField}
        description={keys.addressesHint}
        value={[...rights.addresses]}
        onChange={(addresses) => onChange({ ...rights, addresses })}
        maxTags={100}
      />
      <TextInput
        type="date"
        label={keys.expiresField}
        description={keys.expiresHint(interfaceTimeZone)}
        value={rights.lastDay}
        min={firstDay}
        onChange={(event) => onChange({ ...rights, lastDay: event.currentTarget.value })}
      />
      <Switch
        label={keys.strictField}
        description={keys.strictHint}
        checked={rights.strict}
        onChange={(event) => onChange({ ...rights, strict: event.currentTarget.checked })}
      />
    </Stack>
  )
}

/** What a scope can be made of: groups of operations, and single ones, of those that the visitor can give. */
function scopesOf({ scopes }: Givable, keys: ReturnType<typeof useTexts>['keys']) {
  const groups = allGroups.filter((one) => scopes.includes(one))
  const operations = scopes.filter((one) => !allGroups.some((group) => group === one)).toSorted()
  return [
    { group: keys.scopeGroups, items: groups.map((value) => ({ value, label: keys.scopeNames[value] })) },
    { group: keys.scopeOperations, items: operations },
  ]
}

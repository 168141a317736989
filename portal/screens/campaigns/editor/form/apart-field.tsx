import { Alert, List, MultiSelect, Stack, Switch, Text } from '@mantine/core'
import { type ApartRule, apartName, isSamePlace, membersOf } from '../../../../../server/domain/brand/rules-apart.ts'
import { ErrorPanel } from '../../../../parts/error-panel.tsx'
import { useTexts } from '../../../../texts/texts.ts'
import { asText, useAt, useEditing } from '../editing.ts'
import { groupsAfter, newGroup } from '../model/apart-groups.ts'
import type { Path } from '../model/plain.ts'

/** Which other discounts a purchase does not get together with this one. */
export function ApartField({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { apart, isReadOnly } = useEditing()
  const { value: group, set, fault } = useAt([...path, 'exclusive'])
  const own = { campaign: asText(useAt(['id']).value), rule: asText(useAt([...path, 'id']).value) }
  const isOn = typeof group === 'string' && group !== ''
  const members = isOn ? membersOf(apart.rules, group) : []
  const others = members.filter((one) => !isSamePlace(one, own))
  const isDisabled = isReadOnly || apart.isBusy
  const switchTo = (checked: boolean) => {
    if (checked) set(newGroup(own.campaign, apart.rules))
    else apart.put(groupsAfter({ own, others, chosen: [], apart, isOn: false }))
  }
  return (
    <Stack gap={8} data-apart>
      <Switch
        label={editor.apart}
        description={editor.apartWhat}
        checked={isOn}
        disabled={isDisabled}
        onChange={({ currentTarget: { checked } }) => switchTo(checked)}
      />
      {isOn && <Others own={own} others={others} fault={fault} />}
      {others.length > 0 && <InTurn members={members} own={own} />}
      {apart.error && <ErrorPanel error={apart.error} />}
    </Stack>
  )
}

interface OthersProps {
  readonly own: Pick<ApartRule, 'campaign' | 'rule'>
  readonly others: readonly ApartRule[]
  readonly fault: string | undefined
}

function Others({ own, others, fault }: OthersProps) {
  const { editor } = useTexts()
  const { apart, isReadOnly } = useEditing()
  const offered = apart.rules.filter((one) => !isSamePlace(one, own))
  const labelOf = (one: ApartRule) =>
    one.isOn ? apartName(one, apart.rules) : editor.apartOff(apartName(one, apart.rules))
  if (offered.length === 0) return <Text size="sm">{editor.apartNone}</Text>
  return (
    <>
      <MultiSelect
        label={editor.apartFrom}
        placeholder={others.length === 0 ? editor.apartChoose : undefined}
        data={offered.map((one) => ({ value: placeText(one), label: labelOf(one) }))}
        value={others.map(placeText)}
        onChange={(next) => {
          const chosen = offered.filter((one) => next.includes(placeText(one)))
          apart.put(groupsAfter({ own, others, chosen, apart, isOn: true }))
        }}
        readOnly={isReadOnly}
        error={fault}
        searchable
        maw={480}
      />
      {others.length === 0 && (
        <Alert color="yellow" variant="light">
          {editor.apartAlone}
        </Alert>
      )}
    </>
  )
}

/** The order counts: only the first is given. */
function InTurn({ members, own }: { readonly members: readonly ApartRule[]; readonly own: OthersProps['own'] }) {
  const { editor } = useTexts()
  const { apart } = useEditing()
  return (
    <div>
      <Text size="sm">{editor.apartOrder}</Text>
      <List type="ordered" size="sm">
        {members.map((one) => (
          <List.Item key={placeText(one)} fw={isSamePlace(one, own) ? 600 : 400}>
            {isSamePlace(one, own) ? editor.apartThis(apartName(one, apart.rules)) : apartName(one, apart.rules)}
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        {members.length > 2 ? editor.apartAmong : editor.apartChanged}
      </Text>
    </div>
  )
}

const placeText = ({ campaign, rule }: OthersProps['own']) => `${campaign}/${rule}`

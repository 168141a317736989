import { Group, Stack, Switch, Text } from '@mantine/core'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { useAt } from '../editing.ts'
import { AmountField } from '../fields/amount-field.tsx'
import { ExpiryField } from '../fields/duration-field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { ValueTypeField } from '../fields/value-type-field.tsx'
import type { Path } from '../model/plain.ts'

/** One balance into another: of what, how much at most, and at which rate. */
export function ConvertFields({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { resultKeys, amountKeys } = formWordsIn(language)
  const amount = useAt([...path, 'from', 'amount'])
  const give = useAt([...path, 'to', 'give'])
  const per = useAt([...path, 'to', 'per'])
  const whole = useAt(path)
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {resultKeys.from}
      </Text>
      <ValueTypeField path={[...path, 'from']} label={resultKeys.balanceType} subtrackLabel={resultKeys.subtrack} />
      <Switch
        label={editor.wholeBalance}
        checked={amount.value === 'all'}
        disabled={amount.isReadOnly}
        onChange={({ currentTarget: { checked } }) => amount.set(checked ? 'all' : 100)}
      />
      {amount.value !== 'all' && <AmountField path={[...path, 'from', 'amount']} label={resultKeys.amount} />}
      <Text size="sm" fw={600}>
        {editor.into}
      </Text>
      <ValueTypeField path={[...path, 'to']} label={resultKeys.balanceType} subtrackLabel={resultKeys.subtrack} />
      <Group gap="xs" align="flex-end">
        <NumberField label={amountKeys.give} value={give.value} onChange={give.set} error={give.fault} min={0} />
        <NumberField label={amountKeys.per} value={per.value} onChange={per.set} error={per.fault} min={0} />
      </Group>
      <ExpiryField path={[...path, 'to']} label={resultKeys.expiresAfter} />
      {whole.fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {whole.fault}
        </Text>
      )}
    </Stack>
  )
}

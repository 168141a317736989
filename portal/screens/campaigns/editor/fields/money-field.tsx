import { Group } from '@mantine/core'
import { useBrand } from '../../../../ask/brand-context.ts'
import { useAt } from '../editing.ts'
import { isEntry, type Path } from '../model/plain.ts'
import { NumberField } from './number-field.tsx'

interface MoneyFieldProps {
  readonly path: Path
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly width?: number
}

/** An amount of money: one, or one for each currency if the file has it so. */
export function MoneyField({ path, label, isLabelHidden = false, width = 140 }: MoneyFieldProps) {
  const { currency } = useBrand()
  const { value, set, fault } = useAt(path)
  if (isEntry(value))
    return (
      <Group gap="xs" align="flex-end">
        {Object.entries(value).map(([code, amount]) => (
          <NumberField
            key={code}
            label={`${label} (${code})`}
            value={amount}
            onChange={(next) => set({ ...value, [code]: next })}
            error={fault}
            min={0}
            suffix={code}
            width={width}
          />
        ))}
      </Group>
    )
  return (
    <NumberField {...{ label, isLabelHidden, value, width }} onChange={set} error={fault} min={0} suffix={currency} />
  )
}

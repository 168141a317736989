import { useAt } from '../editing.ts'
import { isEntry, type Path } from '../model/plain.ts'
import { MoneyField } from './money-field.tsx'
import { NumberField } from './number-field.tsx'

interface NumberOrMoneyProps {
  readonly path: Path
  readonly label: string
  readonly isLabelHidden?: boolean
}

/** A number, or one for each currency if the file has it so. */
export function NumberOrMoney({ path, label, isLabelHidden = false }: NumberOrMoneyProps) {
  const { value, set, fault } = useAt(path)
  if (isEntry(value)) return <MoneyField path={path} label={label} isLabelHidden={isLabelHidden} />
  return <NumberField {...{ label, isLabelHidden, value }} onChange={set} error={fault} min={0} width={110} />
}

import { Chip, Group, Stack, Text } from '@mantine/core'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useTexts } from '../../../texts/texts.ts'

type Option = NonNullable<RouteAnswer<'saleQuote'>['options']>[number]

/** What the customer chose, as a checkout names it. */
export interface ChosenOption {
  readonly optionId: string
  readonly campaignRuleUUID?: string
}

interface SaleChoicesProps {
  readonly options: readonly Option[]
  readonly chosen: readonly ChosenOption[]
  readonly onChange: (chosen: readonly ChosenOption[]) => void
  readonly isFrozen: boolean
}

/** What campaigns let the customer choose in this sale: of a group no more than it allows. */
export function SaleChoices({ options, chosen, onChange, isFrozen }: SaleChoicesProps) {
  const { till: texts } = useTexts()
  if (options.length === 0) return null
  const isChosen = (option: Option) => chosen.some((one) => isOf(one, option))
  const toggle = (option: Option) => {
    if (isChosen(option)) return onChange(chosen.filter((one) => !isOf(one, option)))
    const { optionId, campaignRuleUUID, maxSelectedOptions = 1 } = option
    const same = (one: ChosenOption) =>
      options.some((other) => isOf(one, other) && groupOf(other) === groupOf(option) && !isOf(one, option))
    const others = chosen.filter((one) => !same(one))
    const kept = maxSelectedOptions > 1 ? chosen.filter(same).slice(1 - maxSelectedOptions) : []
    onChange([...others, ...kept, { optionId, ...(campaignRuleUUID !== undefined && { campaignRuleUUID }) }])
  }
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {texts.mayChoose}
      </Text>
      <Group gap="xs">
        {options.map((option) => (
          <Chip
            key={`${option.campaignRuleUUID} ${option.optionId}`}
            checked={isChosen(option)}
            disabled={isFrozen}
            onChange={() => toggle(option)}
          >
            {option.optionDisplayValue ?? option.optionId}
          </Chip>
        ))}
      </Group>
    </Stack>
  )
}

const isOf = (choice: ChosenOption, { optionId, campaignRuleUUID }: Option) =>
  choice.optionId === optionId && choice.campaignRuleUUID === campaignRuleUUID

/** An option without a group stands alone. */
const groupOf = ({ choiceGroupId, optionId, campaignRuleUUID }: Option) =>
  choiceGroupId ?? `${campaignRuleUUID} ${optionId}`

import { Checkbox, Stack, Text } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import type { FormProps } from './form-props.ts'
import type { SimulatedAnswer } from './simulated-receipt.tsx'
import type { TriedChoice } from './tried.ts'

type Option = NonNullable<SimulatedAnswer['campaignOptions']>[number]

interface ChoicesProps extends Pick<FormProps, 'change'> {
  readonly chosen: readonly TriedChoice[] | undefined
  readonly receipt: SimulatedAnswer
}

/** What campaigns offer the customer to choose from, as the till would show it. */
export function Choices({ receipt: { campaignOptions = [] }, chosen = [], change }: ChoicesProps) {
  const { simulator: texts } = useTexts()
  if (campaignOptions.length === 0) return null
  const put = (option: Option, isChosen: boolean) => {
    const replaced = isChosen && option.maxSelectedOptions === 1 ? rivalsOf(option, campaignOptions) : [option]
    const others = chosen.filter((one) => !replaced.some((other) => isSame(one, other)))
    change({ choices: isChosen ? [...others, choiceOf(option)] : others })
  }
  return (
    <Stack gap={6} component="fieldset" m={0} p={0} bd={0} aria-label={texts.choices}>
      <Text size="sm" fw={600}>
        {texts.choices}
      </Text>
      {campaignOptions.map((option) => (
        <Checkbox
          key={`${option.campaignRuleUUID} ${option.optionId}`}
          label={option.optionDisplayValue ?? option.optionId}
          checked={chosen.some((one) => isSame(one, option))}
          onChange={({ currentTarget: { checked } }) => put(option, checked)}
        />
      ))}
    </Stack>
  )
}

/** The options of which only one can be chosen together with this one, and itself. */
const rivalsOf = (option: Option, all: readonly Option[]): readonly Option[] =>
  option.choiceGroupId === undefined ? [option] : all.filter((one) => one.choiceGroupId === option.choiceGroupId)

const choiceOf = ({ optionId, campaignRuleUUID }: Option): TriedChoice => ({
  option: optionId,
  ...(campaignRuleUUID !== undefined && { rule: campaignRuleUUID }),
})

const isSame = ({ option, rule }: TriedChoice, { optionId, campaignRuleUUID }: Option) =>
  option === optionId && (rule === undefined || rule === campaignRuleUUID)

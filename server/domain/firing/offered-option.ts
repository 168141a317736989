import { defined } from '../../ground/kernel/defined.ts'
import { textFor } from '../brand/texts/spoken-text.ts'
import type { OfferedOption } from '../campaign/direct-message.ts'
import { isChosen, type OptionalRule } from '../campaign/options.ts'
import { catalogueNamesOf } from '../checkout/catalogue-of.ts'
import { listenerAt, wantCustomer } from './effects/render-text.ts'
import type { Run } from './run.ts'

interface Choosable extends OptionalRule {
  readonly option: NonNullable<OptionalRule['option']>
}

/** An option of a rule, as the caller is told of it. */
export function showOption(run: Run, choosable: Choosable): OfferedOption {
  const { display } = choosable.option
  wantCustomer(run, { body: display }, {})
  return { ...shown(run, choosable), optionDisplayValue: textFor(display, listenerAt(run)) }
}

/** The same of a product that can be chosen: it goes by its name in the catalogue. */
export function showChoice(run: Run, choosable: Choosable): OfferedOption {
  const { id } = choosable.option
  const name = catalogueNamesOf(run.context.brand).get(id) ?? id
  return { ...shown(run, choosable), optionDisplayValue: name }
}

function shown({ state }: Run, choosable: Choosable): Omit<OfferedOption, 'optionDisplayValue'> {
  const { id, group, maxSelected } = choosable.option
  return defined({
    optionId: id,
    choiceGroupId: group,
    maxSelectedOptions: maxSelected,
    selected: isChosen(choosable, state.facts.choices),
    campaignRuleUUID: choosable.uuid,
  })
}

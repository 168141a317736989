import { Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { faultAt, hasFaultIn } from '../../../parts/schema-form/faults.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { isSame } from '../entry/merge.ts'
import { innerOf } from './inner.ts'
import { linesOfCards, lineWithMore, readCards } from './listed-cards.ts'
import { NameAndId } from './name-and-id.tsx'
import { NumbersForm } from './numbers-form.tsx'
import { RowList } from './row-list.tsx'

/** The sets of a program's cards: made by the server, or with numbers that somebody has printed. */
export function CardSetsField(props: FieldProps) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  return (
    <RowList
      field={props}
      titleOf={({ name, id }) => String(name ?? id ?? '')}
      aboutOf={({ generate }) =>
        isRecord(generate) && typeof generate.count === 'number' ? texts.madeHere(generate.count) : texts.listedHere
      }
      add={texts.addCardSet}
      begin={() => ({ generate: { count: 100, length: 16 } })}
      keyOf={({ id }) => String(id)}
      form={(row, isSaved) => <CardSetForm {...row} isSaved={isSaved} />}
    />
  )
}

function CardSetForm({ isSaved, ...props }: FieldProps & { readonly isSaved: boolean }) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const { isReadOnly } = useFormSetting()
  const row = isRecord(props.value) ? props.value : {}
  const at = innerOf(props)
  const isMade = row.generate !== undefined
  const choose = (next: string) => {
    const { generate: _, cards: _cards, ...rest } = row
    props.onChange(next === 'made' ? { ...rest, generate: { count: 100, length: 16 } } : { ...rest, cards: [] })
  }
  return (
    <Stack gap="md">
      <NameAndId {...props} isSaved={isSaved} />
      {!isSaved && (
        <Radio.Group label={texts.whereFrom} value={isMade ? 'made' : 'listed'} onChange={choose}>
          <Stack gap={6} mt={6}>
            <Radio value="made" label={texts.madeByServer} disabled={isReadOnly} />
            <Radio value="listed" label={texts.listedByHand} disabled={isReadOnly} />
          </Stack>
        </Radio.Group>
      )}
      {isMade && <NumbersForm {...at('generate', texts.whereFrom)} of="cards" isSaved={isSaved} />}
      {(!isMade || row.cards !== undefined) && <ListedCards {...at('cards', texts.cardList)} isSaved={isSaved} />}
    </Stack>
  )
}

/** Cards as people keep them: one a line, its number and its PIN. */
function ListedCards({ isSaved, ...props }: FieldProps & { readonly isSaved: boolean }) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const { faults, isReadOnly } = useFormSetting()
  const [typed, setText] = useState(() => linesOfCards(props.value))
  // What was discarded meanwhile is gone here too.
  const text = isSame(readCards(typed, props.value), props.value ?? []) ? typed : linesOfCards(props.value)
  const cards: readonly unknown[] = Array.isArray(props.value) ? props.value : []
  const inside =
    hasFaultIn(faults, props.paths) && faults.find(({ path }) => props.paths.some((one) => path.startsWith(one)))
  const line = lineWithMore(text)
  const tooMuch = line === undefined ? undefined : texts.tooManyColumns(line)
  return (
    <div>
      <Textarea
        label={isSaved ? texts.moreCards : props.label}
        description={isSaved ? texts.moreCardsAbout : texts.cardListAbout}
        placeholder={'70000001 0001\n70000002 0002'}
        autosize
        minRows={3}
        maxRows={14}
        ff="monospace"
        readOnly={isReadOnly}
        value={text}
        error={tooMuch ?? faultAt(faults, props.paths) ?? (inside ? inside.message : undefined)}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          const read = readCards(value, props.value)
          props.onChange(read.length > 0 ? read : isSaved ? undefined : [])
        }}
      />
      {cards.length > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {texts.cardsListed(cards.length)}
        </Text>
      )}
    </div>
  )
}

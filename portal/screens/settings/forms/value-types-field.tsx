import { Fieldset, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { languageName } from '../../../parts/language-name.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import type { FieldProps } from '../../../parts/schema-form/form-context.ts'
import { languagesOf, withText } from '../../../parts/schema-form/spoken-text.ts'
import { useWords } from '../../../parts/schema-form/words.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { isSame } from '../entry/merge.ts'
import { amountIn } from '../entry/read-back.ts'
import { innerOf } from './inner.ts'
import { AmountLine, ChoiceLine, TagsLine, TextLine } from './lines.tsx'
import { CurrencyField } from './named-fields.tsx'
import { RowList } from './row-list.tsx'
import { ScaleField, usualScale } from './scale-field.tsx'
import { displayOf, isByLanguage, useValueTypeTitle, withNames } from './value-type-title.ts'

/** What the cards of a program hold: points, money, stamps, or something of one's own. */
export function ValueTypesField(props: FieldProps) {
  const { language, texts: all } = useSpoken()
  const { forms: texts } = all.settings
  const title = useValueTypeTitle()
  const most = (amount: unknown) => texts.atMost(amountIn(amount, language) ?? String(amount))
  return (
    <RowList
      field={props}
      titleOf={title}
      aboutOf={(row) => (row.maxBalance === undefined ? '' : most(row.maxBalance))}
      add={texts.addValueType}
      begin={() => ({})}
      keyOf={({ balanceType, balanceCode }) => `${balanceType} ${balanceCode}`}
      form={(row, isSaved) => <ValueTypeForm {...row} isSaved={isSaved} />}
    />
  )
}

const kinds = ['Points', 'Currency', 'Punches', 'Custom'] as const

function ValueTypeForm({ isSaved, ...props }: FieldProps & { readonly isSaved: boolean }) {
  const { settings } = useTexts()
  const { choice } = useWords('programs')
  const { forms: texts } = settings
  const row = isRecord(props.value) ? props.value : {}
  const at = innerOf(props)
  const choose = (balanceType: unknown) => {
    const { balanceCode: _, subtracks: _tracks, ...rest } = row
    props.onChange({ ...rest, balanceType, scale: usualScale(balanceType) })
  }
  return (
    <Stack gap="md">
      <ChoiceLine
        {...at('balanceType', texts.valueKind, true)}
        onChange={choose}
        choices={kinds.map((value) => ({ value, label: choice(value) }))}
        about={isSaved ? texts.kindFixed : texts.kindForGood}
        isDisabled={isSaved}
      />
      {row.balanceType === 'Currency' && (
        <CurrencyField
          {...at('balanceCode', texts.currency, true)}
          onChange={(code) => props.onChange({ ...row, balanceCode: code, scale: usualScale('Currency', code) })}
          isDisabled={isSaved}
        />
      )}
      {row.balanceType === 'Custom' && (
        <TextLine
          {...at('balanceCode', texts.shortCode, true)}
          about={texts.shortCodeAbout}
          placeholder={texts.examples.shortCode}
          isDisabled={isSaved}
        />
      )}
      {row.balanceType !== undefined && <DisplayByLanguage {...at('display', texts.oneOfIt)} />}
      {row.balanceType === 'Punches' && <TagsLine {...at('subtracks', texts.tracks)} about={texts.tracksAbout} />}
      {row.balanceType !== undefined && <ScaleField {...at('scale', texts.scale, true)} isSaved={isSaved} />}
      {row.balanceType !== undefined && <Bounds {...props} />}
    </Stack>
  )
}

interface TypedNames {
  readonly one: string
  readonly other: string
}

/** The names, in each language of the brand. */
function DisplayByLanguage(props: FieldProps) {
  const { language: reader } = useSpoken()
  const { languages: spoken = [] } = useBrand()
  const languages = languagesOf(isByLanguage(props.value) ? props.value : undefined, spoken)
  if (languages.length < 2 && !isByLanguage(props.value)) return <DisplayLines {...props} />
  const value = isByLanguage(props.value) ? props.value : { [languages[0] ?? '']: props.value }
  return (
    <Stack gap="sm">
      {languages.map((language, index) => (
        <Fieldset key={language} legend={languageName(language, reader)}>
          <DisplayLines
            {...props}
            value={value[language]}
            onChange={(next) => {
              const isPlain = !isByLanguage(props.value) && index === 0
              props.onChange(isPlain ? next : withText(value, { language, text: next, languages }))
            }}
            paths={[...props.paths.map((path) => `${path}.${language}`), ...(index === 0 ? props.paths : [])]}
          />
        </Fieldset>
      ))}
    </Stack>
  )
}

/** How one of it and how several of it are called. While somebody types, either may be empty. */
function DisplayLines(props: FieldProps) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const [typed, setTyped] = useState<TypedNames>()
  // What was discarded meanwhile is gone here too.
  const isTyped = typed !== undefined && isSame(withNames(props.value, typed.one, typed.other), props.value)
  const names = isTyped ? typed : (displayOf(props.value) ?? { one: '', other: '' })
  const set = (next: TypedNames) => {
    setTyped(next)
    props.onChange(withNames(props.value, next.one, next.other))
  }
  const paths = (key: string) => [...props.paths, ...props.paths.map((path) => `${path}.${key}`)]
  return (
    <Stack gap={4}>
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <TextLine
          {...props}
          value={names.one}
          onChange={(text) => set({ ...names, one: String(text ?? '') })}
          onBlur={() => names.one === '' && setTyped({ ...names, one: names.other })}
          paths={paths('one')}
          placeholder={texts.oneExample}
        />
        <TextLine
          {...props}
          label={texts.severalOfIt}
          value={names.other}
          onChange={(text) => set({ ...names, other: String(text ?? '') })}
          onBlur={() => names.other === '' && setTyped({ ...names, other: names.one })}
          paths={paths('other')}
          placeholder={texts.severalExample}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {texts.displayAbout}
      </Text>
    </Stack>
  )
}

function Bounds(props: FieldProps) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const { label } = useWords('programs')
  const at = innerOf(props)
  const row = isRecord(props.value) ? props.value : {}
  const scale = typeof row.scale === 'number' ? row.scale : undefined
  const unit = typeof row.balanceCode === 'string' ? row.balanceCode : displayOf(row.display)?.other
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {texts.bounds}
      </Text>
      <Text size="xs" c="dimmed">
        {texts.boundsAbout}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {['maxBalance', 'minIssue', 'maxIssue', 'minRedeem', 'maxRedeem'].map((key) => (
          <AmountLine key={key} {...at(key, label(key))} unit={unit} scale={scale} />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

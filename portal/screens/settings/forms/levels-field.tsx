import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useBrand } from '../../../ask/brand-context.ts'
import { AmountInput } from '../../../parts/amount-input.tsx'
import { languageName } from '../../../parts/language-name.ts'
import { fieldText } from '../../../parts/read-amount.ts'
import { faultAt, keyPaths, rowPaths } from '../../../parts/schema-form/faults.ts'
import { isRecord, withKey } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { languagesOf, textIn, withText } from '../../../parts/schema-form/spoken-text.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { DurationField } from './duration-field.tsx'
import { LevelMeasure } from './level-measure.tsx'

type Level = Readonly<Record<string, unknown>>

/** What somebody begins with who wants levels: two, by what is spent in a year. */
const usual = {
  by: { fact: 'history.spend', within: { calendar: 'year' } },
  levels: [
    { id: 'silver', name: 'Silver', at: 200 },
    { id: 'gold', name: 'Gold', at: 1000 },
  ],
  keep: { endOf: 'year', plus: 1 },
}

/** The levels of a program: what counts, from how much on, and for how long. */
export function LevelsField(props: FieldProps) {
  const { settings } = useTexts()
  const { isReadOnly } = useFormSetting()
  const { forms: texts } = settings
  if (!isRecord(props.value))
    return (
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{texts.noLevels}</Text>
        {!isReadOnly && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => props.onChange(usual)}>
            {texts.beginLevels}
          </Button>
        )}
      </Stack>
    )
  const tiers = props.value
  const set = (key: string) => (next: unknown) => props.onChange(withKey(tiers, key, next))
  const at = (key: string) => ({
    value: tiers[key],
    onChange: set(key),
    paths: keyPaths(props.paths, key),
    keyPath: `${props.keyPath}.${key}`,
    isRequired: true,
    depth: props.depth + 1,
  })
  return (
    <Stack gap="lg">
      <LevelMeasure {...at('by')} />
      <LevelRows {...at('levels')} label={texts.levels} />
      <DurationField {...at('keep')} label={texts.keptFor} isRequired={false} />
      {!isReadOnly && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          w="fit-content"
          onClick={() => props.onChange(undefined)}
        >
          {texts.endLevels}
        </Button>
      )}
    </Stack>
  )
}

function LevelRows(props: FieldProps) {
  const { settings } = useTexts()
  const { faults, isReadOnly } = useFormSetting()
  const { forms: texts } = settings
  const levels: readonly Level[] = Array.isArray(props.value) ? props.value.filter(isRecord) : []
  const fault = faultAt(faults, props.paths)
  const add = () =>
    props.onChange([...levels, { id: freeId(texts.newLevel, levels), name: texts.newLevel, at: nextOf(levels) }])
  return (
    <Stack gap="xs" component="section" aria-label={props.label}>
      <Text size="sm" fw={600}>
        {props.label}
      </Text>
      {levels.map((level, index) => (
        <LevelRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a level has nothing but its place that stays while it is edited.
          key={index}
          level={level}
          paths={rowPaths(props.paths, level, index)}
          onChange={(next) => props.onChange(levels.with(index, next))}
          onRemove={() => props.onChange(levels.filter((_, place) => place !== index))}
        />
      ))}
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
      {!isReadOnly && (
        <Button size="compact-sm" variant="default" w="fit-content" leftSection={<IconPlus size={14} />} onClick={add}>
          {texts.addLevel}
        </Button>
      )}
    </Stack>
  )
}

interface LevelRowProps {
  readonly level: Level
  readonly paths: readonly string[]
  readonly onChange: (level: Level) => void
  readonly onRemove: () => void
}

function LevelRow({ level, paths, onChange, onRemove }: LevelRowProps) {
  const { settings } = useTexts()
  const { language } = useSpoken()
  const { faults, isReadOnly: readOnly } = useFormSetting()
  const { forms: texts } = settings
  const { languages: spoken = [] } = useBrand()
  const listed = languagesOf(level.name, spoken)
  const names = listed.length > 0 ? listed : [language]
  const field = (key: string) => ({ readOnly, error: faultAt(faults, keyPaths(paths, key)) })
  const set = (key: string) => (next: unknown) => onChange(withKey(level, key, next))
  const amount = (key: string) => ({ ...field(key), value: level[key], onChange: set(key), isExact: true, w: 140 })
  return (
    <Group gap="xs" align="flex-start" wrap="wrap">
      {names.map((one, index) => (
        <TextInput
          key={one}
          readOnly={readOnly}
          error={faultAt(faults, [...keyPaths(paths, `name.${one}`), ...(index === 0 ? keyPaths(paths, 'name') : [])])}
          label={names.length > 1 ? texts.levelNameIn(languageName(one, language)) : texts.levelName}
          value={String(textIn(level.name, one, names) ?? '')}
          onChange={({ currentTarget: { value } }) =>
            set('name')(withText(level.name, { language: one, text: value, languages: names }))
          }
          w={180}
        />
      ))}
      <AmountInput {...amount('at')} label={texts.reachedAt} />
      <AmountInput {...amount('keepAt')} label={texts.keptAt} placeholder={fieldText(level.at, language)} />
      {!readOnly && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          mt={26}
          aria-label={texts.removeLevel(String(textIn(level.name, names[0] ?? language, names) ?? ''))}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  )
}

/** Customers' levels are kept by this: it stays when the name changes, and nobody has to see it. */
function freeId(name: string, levels: readonly Level[]): string {
  const base =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'level'
  const taken = new Set(levels.map(({ id }) => id))
  for (let number = levels.length + 1; ; number += 1) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}

/** Levels rise. */
const nextOf = (levels: readonly Level[]) => Number(levels.at(-1)?.at ?? 0) * 2 || 100
